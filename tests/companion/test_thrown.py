"""Dice are counted whoever throws them: people by hand, or a game's own rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from flask import Flask
from msgspec.structs import replace

from companion.app import create_app
from companion.chance import Chance, Replayed
from companion.gallery import open_game
from companion.pieces import start_of
from companion.store import Store
from companion.table.fold import read_story, verify
from companion.table.model import Event
from companion.table.promise import promised
from printgen.catalog.places import builtin_cards, builtin_templates
from tests.companion.test_pages import Phone
from tests.games.rules.bots import Play, play_out

FACES = ("null", "ace", "2", "5", "4", "3")
WINDS = ("sun", "moon", "crown", "arms")


def test_a_throw_is_a_roll_that_is_told() -> None:
    """This test ensures that counting a die changes no number: old records prove themselves."""
    one, other = Chance(bytes(32)), Chance(bytes(32))
    assert [one.throw("sun", FACES) for _ in range(9)] == [other.roll(FACES) for _ in range(9)]
    again = Replayed([3, 0, 5])
    assert [again.throw("sun", FACES), again.roll(FACES), again.throw("d6", FACES)] == [
        "5",
        "null",
        "3",
    ]
    assert again.thrown == [("sun", 3), ("d6", 5)]


def told(events: Iterator[Event]) -> Counter[str]:
    """The dice of Dragon River that everybody was told of."""
    faces: Counter[str] = Counter()
    for event in events:
        for said in event.result.get("say", ()):
            values = said["values"]
            if said["text"] == "{who} rolls {dice}":
                faces.update(values["dice"].split())
            elif "again" in values:
                faces.update(values["again"].split())
            elif said["text"].startswith("A fight"):
                came = [values[key] for key in ("mine", "theirs") if key in values]
                faces.update(map(str, came or [values["number"]] * 2))
            assert not said["to"]
    return faces


@pytest.mark.parametrize("players", [2, 5])
def test_dice_of_a_race_are_those_that_were_told(players: int) -> None:
    """This test ensures that every die a referee threw counts once, fights and dice thrown again
    included, and that what was undone or kept does not."""
    play = play_out("dragon-river", players)
    undone = play.table.undone
    assert undone
    assert play.table.thrown == {"d6": told(e for e in play.story.log if e.number not in undone)}


def sail(dice: bool) -> Play:
    """Port Flower, at a table that has its dice or none."""
    play = Play("port-flower", 2, {}, seed=7)
    start = start_of(open_game("port-flower", builtin_cards(), builtin_templates()))
    table = replace(play.story.start, dice=start.dice if dice else {})
    play.story = read_story(promised(table, play.seed), play.story.log)
    return play


def test_each_kind_of_die_is_counted_for_itself() -> None:
    """This test ensures that dice with faces of their own are counted by those, beside others, and
    that a throw which is undone is not."""
    play = sail(dice=True)
    (seat,) = play.offers()
    rolled = play.move(seat, do="roll")
    thrown = {die: {FACES[n]: 1} for die, n in zip(WINDS, rolled.result["numbers"], strict=True)}
    assert play.table.thrown == thrown
    by_hand = play.act("roll", seat, die="sun", count=5)
    faces = Counter(by_hand.result["faces"])
    assert play.table.thrown["sun"] == faces + Counter(thrown["sun"])
    play.act("undo", None, number=rolled.number)
    assert play.table.thrown == {"sun": faces}
    assert verify(play.story.start, play.story.log, play.seed) == []


def test_a_table_without_such_dice_plays_all_the_same() -> None:
    """This test ensures that no move and no proof depends on what a chart can show."""
    play = sail(dice=False)
    (seat,) = play.offers()
    play.move(seat, do="roll")
    assert play.table.thrown == {}
    assert verify(play.story.start, play.story.log, play.seed) == []


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(builtin_cards(), builtin_templates(), store)


def test_a_referees_dice_are_in_the_chart(app: Flask) -> None:
    """This test ensures that the page of dice draws what the game has thrown, though nobody has
    thrown by hand, and so does the page of the result."""
    ann = Phone(app)
    where = ann.client.post("/tables", data={"game": "dragon-river"}).headers["Location"]
    for name, colour in (("Ann", "red"), ("Ben", "blue")):
        ann.sit(where, name, colour)
    ann.act(where, "setup", **{"players": 2, "option.first": "random", "words": "jade-otter-41"})
    ann.act(where, "begin")
    assert "Throws so far" not in ann.see(where, "/tools")
    seats = sorted(set(re.findall(r"s\d-\d", ann.see(where, "/play"))))
    for move in ('{"do":"roll"}', '{"do":"keep","dice":[]}'):
        for seat in seats:  # only one of them may: who begins was drawn by lot
            ann.act(where, "play", move=move, seat=seat)
    page = ann.see(where, "/tools")
    assert "How often each face came: d6" in page
    assert '<ol class="thrown">' not in page  # nobody has thrown by hand
    counts = [int(count) for count in re.findall(r"×(\d+)", page)]
    assert len(counts) == 6
    assert sum(counts) == 10
    ann.seat = ""
    ann.act(where, "end")
    address = f"/results/{where.rsplit('/', 1)[1]}"
    assert "d6 <small>10 thrown" in ann.client.get(address).get_data(as_text=True)
    german = ann.client.get(address, headers={"Accept-Language": "de"}).get_data(as_text=True)
    assert "<h3>W6 <small>" in german
