"""Dice are counted whether players or the rules throw them."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from flask import Flask
from msgspec.structs import replace

from companion.app import create_app
from companion.chance.provable import Chance, Replayed
from companion.pictures.library import open_game
from companion.rooms.start import start_of
from companion.storage.store import Store
from companion.table.commitment import with_commitment
from companion.table.history import read_log
from companion.web.charts import dice_charts
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.companion.test_pages import Phone
from tests.games.rules.bots import Play, play_out
from tests.verification import verify

FACES = ("null", "ace", "2", "5", "4", "3")
WINDS = ("sun", "moon", "crown", "arms")


@pytest.fixture
def database(sqlite_database: str) -> str:
    return sqlite_database


def test_a_counted_die_gives_the_same_numbers() -> None:
    """Counting a die changes no number, so old records still verify."""
    one, other = Chance(bytes(32)), Chance(bytes(32))
    assert [one.throw("sun", FACES) for _ in range(9)] == [other.roll(FACES) for _ in range(9)]
    again = Replayed([3, 0, 5])
    assert [again.throw("sun", FACES), again.roll(FACES), again.throw("d6", FACES)] == [
        "5",
        "null",
        "3",
    ]
    assert again.thrown == [("sun", 3), ("d6", 5)]


def announced_dice(play: Play) -> Counter[str]:
    """The dice of Dragon River that were announced to everybody."""
    faces: Counter[str] = Counter()
    for event in play.history.log:
        for sentence in play.sentences(event) if event.number not in play.table.undone else ():
            values = sentence["values"]
            if sentence["text"] == "{who} rolls {dice}":
                faces.update(values["dice"].split())
            elif "again" in values:
                faces.update(values["again"].split())
            elif sentence["text"].startswith("A fight"):
                came = [values[key] for key in ("mine", "theirs") if key in values]
                faces.update(map(str, came or [values["number"]] * 2))
            assert not sentence["to"]
    return faces


@pytest.mark.parametrize("players", [2, 5])
def test_all_visible_dice_are_counted(players: int) -> None:
    """Every die thrown by the referee counts once, including fights and re-rolls, but not if it was
    undone or kept."""
    play = play_out("dragon-river", players)
    assert play.table.undone
    assert play.table.face_counts == {"d6": announced_dice(play)}


def sail(dice: bool) -> Play:
    """Port Flower, at a table with or without its dice."""
    play = Play("port-flower", 2, {"suits": "lot"}, seed=7)
    start = start_of(open_game("port-flower", builtin_cards(), builtin_templates()))
    table = replace(play.history.start, dice=start.dice if dice else {})
    play.history = read_log(with_commitment(table, play.seed), play.history.log)
    return play


def test_each_kind_of_die_is_counted_for_itself() -> None:
    """Dice with special faces are counted separately by those faces, and undone rolls are not
    counted."""
    play = sail(dice=True)
    (seat,) = play.offers()
    rolled = play.move(seat, do="roll")
    thrown = {die: {FACES[n]: 1} for die, n in zip(WINDS, rolled.result["numbers"], strict=True)}
    assert play.table.face_counts == thrown
    by_hand = play.act("roll", seat, die="sun", count=5)
    faces = Counter(by_hand.result["faces"])
    assert play.table.face_counts["sun"] == faces + Counter(thrown["sun"])
    play.act("undo", None, number=rolled.number)
    assert play.table.face_counts == {"sun": faces}
    assert verify(play.history.start, play.history.log, play.seed) == []


def test_a_chart_of_dice_counts_upwards(database: str) -> None:
    """The columns were in the order of the faces around the die: null, ace, 2, 5, 4, 3."""
    play = sail(dice=True)
    (seat,) = play.offers()
    play.act("roll", seat, die="sun", count=20)
    store = Store(database)
    app = create_app(builtin_cards(), builtin_templates(), store)
    with app.test_request_context():
        (chart,) = dice_charts(play.table)
    store.close()
    assert list(chart.counts) == ["null", "ace", "2", "3", "4", "5"]
    assert sum(chart.counts.values()) == 20
    assert set(chart.expected.values()) == {20 / 6}


def test_a_table_without_such_dice_plays_all_the_same() -> None:
    """A table without these dice plays and verifies as usual."""
    play = sail(dice=False)
    (seat,) = play.offers()
    play.move(seat, do="roll")
    assert play.table.face_counts == {}
    assert verify(play.history.start, play.history.log, play.seed) == []


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(builtin_cards(), builtin_templates(), store)


def test_a_referees_dice_are_in_the_chart(app: Flask) -> None:
    """The dice page and the results page chart the dice thrown by the rules."""
    ann = Phone(app)
    where = ann.client.post("/tables", data={"game": "dragon-river"}).headers["Location"]
    for name, colour in (("Ann", "red"), ("Ben", "blue")):
        ann.sit(where, name, colour)
    ann.act(where, "setup", **{"players": 2, "option.first": "random", "words": "jade-otter-41"})
    ann.act(where, "begin")
    assert "Rolls so far" not in ann.see(where, "/tools")
    seats = sorted(set(re.findall(r"s\d-\d", ann.see(where, "/play"))))
    for move in ('{"do":"roll"}', '{"do":"keep","dice":[]}'):
        for seat in seats:  # only one of them may: who begins was drawn by lot
            ann.act(where, "play", move=move, seat=seat)
    page = ann.see(where, "/tools")
    assert "How often each face came up: d6" in page
    assert '<ol class="thrown">' not in page  # nobody has thrown by hand
    counts = [int(count) for count in re.findall(r"×(\d+)", page)]
    assert len(counts) == 6
    assert sum(counts) == 10
    ann.seat = ""
    ann.act(where, "end")
    address = f"/results/{where.rsplit('/', 1)[1]}"
    assert "d6 <small>10 rolls" in ann.client.get(address).get_data(as_text=True)
    german = ann.client.get(address, headers={"Accept-Language": "de"}).get_data(as_text=True)
    assert "<h3>W6 <small>" in german
