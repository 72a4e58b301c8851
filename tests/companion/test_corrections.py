"""Taking out, replacing and correcting what was done, in all five games."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from companion.language.messages import Refused
from companion.table.acts import ACTS
from companion.table.decide import decide, why_not_undone
from companion.table.history import read_log
from companion.table.model import Act, Event
from companion.table.replacement import preview
from companion.table.undo import is_by_chance
from tests.games.rules.bots import Play, check_log, random_move, seen_of
from tests.games.rules.test_rules_contract import SLUGS

MOVES = 40


def positions(slug: str, seed: int) -> Iterator[tuple[Play, random.Random]]:
    """A game by bots, after each of its moves."""
    pick = random.Random(f"{slug} {seed}")
    play = Play(slug, 3, {}, seed)
    while play.table.revision < MOVES and not play.over:
        seat = pick.choice(sorted(offers := play.offers()))
        with suppress(Refused):  # a pick that is not allowed
            play.move(seat, **random_move(offers[seat], pick))
            yield play, pick


def last_move(play: Play, seat: str) -> Event | None:
    return next(
        (e for e in reversed(play.history.log) if e.kind == "play" and e.seat == seat), None
    )


def without(play: Play, *numbers: int) -> Any:
    """The state of a game in which these moves were never made."""
    log = [e for e in play.history.log if e.number not in numbers]
    return read_log(play.history.start, log).table.play


def repeats(made: Event, gone: Iterable[Event]) -> bool:
    """Whether chance decides something in a move that it had decided in one that is gone."""
    subjects = ACTS[made.kind].subjects(made)
    return is_by_chance(made) and any(
        is_by_chance(each) and ACTS[each.kind].subjects(each) & subjects for each in gone
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_undoing_an_own_move_is_as_if_it_was_never_made(slug: str) -> None:
    """A player's last move can be undone after others have moved exactly if nothing depends on it:
    the table is then one at which it was never made, every later move reads as before, and nobody
    sees more. If something depends on it, undoing is refused and names the step."""
    possible = refused = 0
    for play, _ in positions(slug, 3):
        for seat in play.table.seats:
            event = last_move(play, seat.id)
            if event is None or event == play.history.log[-1]:
                continue
            kept, log = play.history, play.history.log
            sentences = {e.number: play.sentences(e) for e in log[event.number :]}
            why = why_not_undone(kept, event.number, seat.id)
            act = Act("undo-mine", "undo", seat.id, {"number": event.number})
            if why is not None:
                refused += 1
                with pytest.raises(Refused):
                    decide(kept, act, play.seed, host=False)
                assert {e.number: play.sentences(e) for e in log[event.number :]} == sentences
                continue
            possible += 1
            expected = without(play, event.number)
            play.act("undo", seat.id, number=event.number)
            assert seen_of(play, play.table.play) == seen_of(play, expected)
            assert {e.number: play.sentences(e) for e in log[event.number :]} == sentences
            check_log(play)
            play.history = kept
    assert refused
    assert bool(possible) == (slug == "river-dragons")  # elsewhere players take turns


@pytest.mark.parametrize("slug", SLUGS)
def test_replacing_a_move_is_as_if_it_had_been_made_differently(slug: str) -> None:
    """After another move takes the place of one, the table is the one at which it was made then,
    followed by the moves that stay. What is dropped is what the preview said. Nothing that chance
    decided stays, and a repeated roll is marked, also if only a dropped move had rolled."""
    replaced = stayed = 0
    for play, pick in positions(slug, 4):
        moves = [e for e in play.history.log if e.kind == "play"]
        event = pick.choice(moves[-4:])
        before = read_log(play.history.start, play.history.log[: event.number - 1])
        offers = play.rules.offers(before.table.play, str(event.seat))
        if not (offers.choices or offers.picks) or pick.random() < 0.5:
            continue
        data = {"number": event.number, "move": random_move(offers, pick)}
        kept = play.history
        asked = Event(len(kept.log) + 1, "", "replace", event.seat, data)
        try:
            dropped = preview(kept, asked, host=False)
        except Refused:
            with pytest.raises(Refused):
                play.act("replace", event.seat, **data)
            continue
        made = play.act("replace", event.seat, **data)
        replaced += 1
        assert tuple(made.result["dropped"]) == dropped
        stays = [e for e in moves if e.number > event.number and e.number not in dropped]
        stayed += len(stays)
        assert not any(map(is_by_chance, stays))
        gone = [event, *(kept.log[number - 1] for number in dropped)]
        assert bool(made.result.get("again")) == repeats(made, gone)
        other = Play.__new__(Play)
        other.seed, other.history = play.seed, before
        if not is_by_chance(made):
            for each in (Event(0, "", "play", event.seat, {"move": data["move"]}), *stays):
                other.act("play", each.seat, **each.data)
            assert seen_of(play, play.table.play) == seen_of(play, other.table.play)
        check_log(play)
        play.history = kept
    assert replaced
    assert stayed or slug == "dragon-river"  # where nearly every move rolls dice


@pytest.mark.parametrize("slug", SLUGS)
def test_a_number_is_corrected_within_its_bounds(slug: str) -> None:
    """The host sets a number that the game lists to any value of its range: only that number
    changes, nothing is lost from the game, and the record proves it. Other values are refused."""
    corrected = 0
    for play, pick in positions(slug, 6):
        seat = pick.choice(play.table.seats)
        for number in play.rules.correctables(play.table.play, seat.id):
            kept = play.history
            for value in (number.least - 1, number.most + 1):
                with pytest.raises(Refused, match="must be from"):
                    play.act("correct", None, who=seat.id, number=number.id, value=value)
            value = pick.choice(
                (number.least, number.most, pick.randint(number.least, number.most))
            )
            before = {n.id: n.value for n in play.rules.correctables(play.table.play, seat.id)}
            pieces = sum(map(len, play.rules.unseen(play.table.play).values()))
            try:
                event = play.act("correct", None, who=seat.id, number=number.id, value=value)
            except Refused:  # a space on which another racer is
                continue
            corrected += 1
            after = {n.id: n.value for n in play.rules.correctables(play.table.play, seat.id)}
            assert after == {**before, number.id: value} or slug == "dragon-river"
            assert event.result["was"] == number.value
            held = 0 if number.id in ("money", "food", "treasure") else value - number.value
            mixed = sum(map(len, play.rules.unseen(play.table.play).values()))
            assert mixed == pieces - (held if slug == "dragon-boats" else 0)
            assert play.offers() or play.over
            if corrected % 20 == 0:
                check_log(play)
            play.history = kept
    assert bool(corrected) == (slug != "river-dragons")  # which has no numbers


def test_an_unknown_number_is_refused() -> None:
    """A number that the game does not list, or an unknown counter, cannot be corrected."""
    play = Play("mines", 2, {}, 1)
    seat = play.table.seats[0].id
    for data in (
        {"who": seat, "number": "luck"},
        {"number": "points"},
        {"who": "s9-9", "number": "points"},
        {"of": "counter", "name": "gold"},
        {"of": "track", "name": "wind", "who": seat},
    ):
        with pytest.raises(Refused):
            play.act("correct", None, value=1, **data)
