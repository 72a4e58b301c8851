"""Setup, play and score at a table: decisions stand and secrets stay secret."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games import rules_at
from companion.language.messages import Refused
from companion.table.decide import decide
from companion.table.game_rules import setup_of
from companion.table.history import extend, read_log
from companion.table.model import Act
from companion.table.score_sheets import fields_of, result_of, sheets_of
from companion.table.sentences import describe
from companion.table.view import log_view, view
from tests.games.rules.bots import Play, random_move
from tests.verification import verify


@pytest.fixture
def play() -> Play:
    return Play("dragon-river", 3, {}, seed=7)


def seat(play: Play, number: int = 0) -> str:
    return play.table.seats[number].id


def test_the_setup_follows_from_its_code(play: Play) -> None:
    """The same seed gives the same setup."""
    request = play.table.setup
    assert request is not None
    first = setup_of(rules_at("dragon-river", play.table.facts), request)
    assert first == setup_of(rules_at("dragon-river", play.table.facts), request)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"players": 9}, "players"),
        ({"players": 3, "options": {"none": "x"}}, "no option"),
        ({"players": 3, "options": {"roll": "x"}}, "no choice"),
        ({"players": 3, "words": "<b>"}, "setup code"),
        ({"players": 3, "again": {"racers": -1}}, "again"),
        ({"players": 3, "options": "roll"}, "options"),
    ],
)
def test_impossible_setups_are_refused(data: dict[str, Any], says: str) -> None:
    """An impossible setup is refused with a reason."""
    play = Play("dragon-river", 3, {}, seed=7)
    play.act("undo", number=play.history.log[-1].number)
    with pytest.raises(Refused, match=says):
        decide(play.history, Act("some-act-id", "setup", None, data), play.seed, host=True)


def test_a_chosen_code_is_marked() -> None:
    """A seed chosen by a player is marked as chosen, and re-rolling a part of it does not mark it
    again."""
    play = Play("dragon-river", 3, {}, seed=7)
    play.act("undo", number=next(e.number for e in play.history.log if e.kind == "begin"))
    rolled = play.history.table.setup
    assert rolled is not None
    again = play.act("setup", players=3, words=rolled.words, again={"racers": 1})
    assert again.result == {"words": rolled.words}
    picked = play.act("setup", players=3, words="jade-otter-41")
    assert picked.result == {"words": "jade-otter-41", "chosen": True}
    shown = log_view(play.history, None)[-1]
    assert "of their choice: jade-otter-41" in str(describe(shown, {})[0])


def test_a_game_that_has_begun_keeps_its_setup(play: Play) -> None:
    """The setup cannot be changed once the game has begun."""
    with pytest.raises(Refused, match="started"):
        play.act("setup", players=3)
    with pytest.raises(Refused, match="started"):
        play.act("begin")


def test_secret_moves_are_announced_but_hidden() -> None:
    """Other phones see that a secret move was made, but not what it is."""
    play = Play("river-dragons", 2, {}, seed=3)
    ann, ben = seat(play, 0), seat(play, 1)
    while "secret" not in repr(play.offers()) and not play.offers()[ann].picks:
        offers = play.offers()
        who = next(iter(offers))
        play.move(who, **dict(offers[who].choices[0].move))
    pick = play.offers()[ann].picks[0]
    cards = [name for name, _ in pick.items if "dragon" not in name][: pick.most]
    play.move(ann, **{**pick.move, pick.key: cards})
    own = log_view(play.history, ann)[-1]
    other = log_view(play.history, ben)[-1]
    assert "move" in own.data
    assert "move" not in other.data
    assert "numbers" not in other.result
    assert not any(card in repr((other, view(play.table, ben))) for card in cards)


def test_a_repeated_random_move_is_marked(play: Play) -> None:
    """Undoing a roll of the game and rolling again is marked."""
    while True:
        offers = play.offers()
        who = next(iter(offers))
        event = play.move(who, **dict(offers[who].choices[0].move))
        if event.result["numbers"]:
            break
    play.act("undo", number=event.number)
    again = play.act("play", who, move=dict(event.data["move"]))
    assert again.result["again"] == 1
    for reader in (who, None):
        assert log_view(play.history, reader)[-1].result["again"] == 1


def test_scores_are_entered_corrected_and_caught(play: Play) -> None:
    """A sheet accepts possible entries and explains why others cannot be right."""
    ann = seat(play)
    with pytest.raises(Refused, match="no line 'none'"):
        play.act("score", ann, sheet={"none": 1})
    play.act("score", ann, sheet={"space": 9999})
    (fault,) = result_of(play.table).faults
    assert "from 0 to" in str(fault.message)
    event = play.act("score", ann, sheet={"space": 12})
    assert play.table.sheets[ann] == {"space": 12}
    assert result_of(play.table).faults == ()
    play.act("undo", number=event.number)
    assert play.table.sheets[ann] == {"space": 9999}


def whole_page(play: Play, seat: str) -> dict[str, Any]:
    """All lines of a seat's sheet as its page sends them, whether they were changed or not."""
    shown = sheets_of(play.table).get(seat, {})
    empty: dict[str, Any] = {"number": None, "flag": False, "spaces": []}
    return {f.id: shown.get(f.id, empty[f.kind]) for f in fields_of(play.table)}


def test_lines_that_nobody_touched_follow_the_game() -> None:
    """Correcting one line of a refereed game leaves the other lines of the form following the
    game."""
    play = Play("dragon-boats", 2, {}, seed=1)
    ann = seat(play)
    play.act("score", ann, sheet=whole_page(play, ann) | {"food": 5})
    assert play.table.sheets[ann] == {"food": 5}
    pick = random.Random(1)
    while not sheets_of(play.table)[ann]["money"]:
        for who, offers in play.offers().items():
            with suppress(Refused):
                play.move(who, **random_move(offers, pick))
    filled = play.rules.sheets(play.table.play)[ann]
    assert sheets_of(play.table)[ann] == {**filled, "food": 5}
    play.act("score", ann, sheet=whole_page(play, ann) | {"food": None})
    assert sheets_of(play.table)[ann] == filled


def test_tapped_farmers_fill_in_what_they_stand_on() -> None:
    """If the table knows its setup, tapped spaces fill in their terrain, and other numbers can
    still be entered."""
    play = Play("dragon-boats", 2, {}, seed=1)
    play.act("undo", number=play.history.log[-1].number)
    ann, request = seat(play), play.table.setup
    assert request is not None
    setup = setup_of(rules_at("dragon-boats", play.table.facts), request)
    farms, wisdom = setup.part("farms").values, setup.part("wisdom").values
    rice = [space for space, kind in farms.items() if kind == "rice"][:2]
    centre, letter = next(iter(wisdom.items()))
    play.act("score", ann, sheet=whole_page(play, ann) | {"farmers": [*rice, centre]})
    assert sheets_of(play.table)[ann] == {
        "farmers": [*rice, centre],
        "farm-rice": 2,
        f"wisdom-{letter}": True,
    }
    play.act("score", ann, sheet=whole_page(play, ann) | {"farmers": rice[:1]})
    assert sheets_of(play.table)[ann] == {"farmers": rice[:1], "farm-rice": 1}
    play.act("score", ann, sheet=whole_page(play, ann) | {"farm-rice": 0, "farm-soy": 1})
    play.act("score", ann, sheet=whole_page(play, ann) | {"money": 3})
    assert play.table.sheets[ann] == {
        "farmers": rice[:1],
        "farm-rice": 0,
        "farm-soy": 1,
        "money": 3,
    }


@pytest.mark.parametrize("value", [{}, "x", [["a"]], [{}], [1], ["a", "a"]])
def test_invalid_spaces_are_refused(value: object) -> None:
    """Invalid values for tapped spaces are refused."""
    play = Play("dragon-boats", 2, {}, seed=1)
    field = next(field for field in fields_of(play.table) if field.kind == "spaces")
    with pytest.raises(Refused):
        play.act("score", seat(play), sheet={field.id: value})


def test_a_record_of_a_refereed_game_proves_itself(play: Play) -> None:
    """Verification finds a forged number of a game's own dice."""
    while True:
        offers = play.offers()
        who = next(iter(offers))
        event = play.move(who, **dict(offers[who].choices[0].move))
        if event.result["numbers"]:
            break
    assert verify(play.history.start, play.history.log, play.seed) == []
    numbers = list(event.result["numbers"])
    numbers[0] = (numbers[0] + 1) % 6
    forged = replace(event, result={**event.result, "numbers": numbers})
    assert verify(play.history.start, (*play.history.log[:-1], forged), play.seed)


def test_extending_is_folding(play: Play) -> None:
    """A history built step by step equals the one built from the start."""
    for _ in range(20):
        offers = play.offers()
        if not offers:
            break
        who = next(iter(offers))
        if offers[who].choices:
            play.move(who, **dict(offers[who].choices[-1].move))
        else:
            pick = offers[who].picks[0]
            play.move(who, **{**pick.move, pick.key: [n for n, _ in pick.items][: pick.least]})
    assert read_log(play.history.start, play.history.log).table == play.table
    assert read_log(play.history.start, play.history.log) == play.history
    assert (
        extend(read_log(play.history.start, play.history.log[:-1]), play.history.log[-1])
        == play.history
    )


def test_a_fair_setup_is_chosen_by_the_tables_own_chance() -> None:
    """Rolling until fair can be verified like every other roll."""
    play = Play("dragon-boats", 4, {}, seed=5)
    play.act("undo", number=play.history.log[-1].number)
    play.act("setup", players=4, fair=True)
    assert play.table.setup is not None
    setup = setup_of(rules_at("dragon-boats", play.table.facts), play.table.setup)
    assert setup.fairness is not None
    assert setup.fairness.figure >= 90
    assert verify(play.history.start, play.history.log, play.seed) == []
