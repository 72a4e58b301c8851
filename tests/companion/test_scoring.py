"""Score a finished game: names, sheets of all players, totals only, and the stored result."""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

import msgspec
import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from companion.app import create_app
from companion.games.score import Rank, Result, Subtotal, Total
from companion.games.seats import COLOURS, Seat
from companion.language.messages import Refused, say
from companion.results.finished_games import find_finished
from companion.rooms.examine import examine
from companion.storage.store import Store
from companion.table.entered_totals import TOTAL, with_entered_totals
from companion.web.scoring.players import parse_players
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.companion.test_pages import Phone

NAMES = ["Ann", "Ben", "Cid", "Dot"]
SEATS = [Seat(f"s{number}", name, "red") for number, name in enumerate(NAMES)]


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(builtin_cards(), builtin_templates(), store)


class Scorer(Phone):
    """A phone that scores for everybody."""

    def start(self, game: str, names: list[str], button: str = "sheet") -> str:
        """Returns the path of the table."""
        page = f"/games/{game}/score"
        self.client.get(page)
        answer = self.client.post(page, data={"player": names, button: "yes"})
        assert answer.status_code == 303, answer.get_data(as_text=True)
        where = urlsplit(answer.headers["Location"])
        assert where.query == ("for=totals" if button == "totals" else "for=all")
        table = where.path.removesuffix("/score")
        sheet = self.client.get(f"{table}/score?for=all").get_data(as_text=True)
        self.seats = list(dict.fromkeys(re.findall(r'id="fault\.(s[\d-]+)\.', sheet)))
        self.seat = self.seats[0]
        return table


def test_one_form_opens_the_sheet(app: Flask) -> None:
    """The names are enough: this phone holds all seats, is the host, and can fill in every
    column."""
    ann = Scorer(app)
    table = ann.start("dragon-boats", NAMES)
    assert len(ann.seats) == 4
    sheet = {f"entry.{seat}.farm-rice": str(n) for n, seat in enumerate(ann.seats)}
    assert ann.act(table, "scores", page="score", **{"for": "all"}, **sheet).status_code == 303
    page = ann.client.get(f"{table}/score").get_data(as_text=True)
    ranking = re.findall(r'<span class="seat \w+">(\w+)</span>\s*<strong>(\d+)</strong>', page)
    assert ranking == [("Dot", "9"), ("Cid", "4"), ("Ben", "1"), ("Ann", "0")]


@pytest.mark.parametrize(
    "names",
    [
        {"names": ["Ann, Ben;Cid\nDot", "", ""]},
        {"names": ["Ann", "Ben", "Cid, Dot", ""]},
        {"player": ["Ann", "Ben"], "names": ["Cid ,  Dot,,", "ann"]},
    ],
)
def test_names_are_typed_in_one_field_or_more(app: Flask, names: dict[str, list[str]]) -> None:
    """Commas separate names, with or without scripts."""
    phone = app.test_client()
    phone.get("/games/dragon-boats/score")
    answer = phone.post("/games/dragon-boats/score", data={**names, "sheet": "yes"})
    assert answer.status_code == 303
    page = phone.get(answer.headers["Location"]).get_data(as_text=True)
    seats = re.findall(r'<a class="chip seat \w+"[^>]*>(\w+)</a>', page)
    assert seats == NAMES


def test_a_suggested_name_may_contain_a_comma(app: Flask) -> None:
    """It is chosen as a whole."""
    ann = Scorer(app)
    ann.start("dragon-boats", ["Ann, the first", "Ben"])
    assert len(ann.seats) == 2


def test_names_are_remembered_and_suggested(app: Flask, store: Store) -> None:
    """The same browser finds its players chosen; another finds names from finished games."""
    ann, other = Scorer(app), Scorer(app)
    table = ann.start("mines", ["Ann", "Ben"], "totals")
    totals = {f"entry.{seat}.{TOTAL}": "5" for seat in ann.seats}
    ann.act(table, "scores", finish="yes", **totals)
    again = ann.client.get("/games/dragon-boats/score").get_data(as_text=True)
    assert re.findall(r'value="(\w+)" checked', again) == ["Ann", "Ben"]
    elsewhere = other.client.get("/games/dragon-boats/score").get_data(as_text=True)
    assert re.findall(r'<option value="(\w+)">', elsewhere) == ["Ann", "Ben"]
    assert "checked" not in elsewhere
    assert find_finished(store, table[-6:]) is not None


def test_totals_are_stored_without_reasons(app: Flask, store: Store) -> None:
    """One post enters the totals and ends the table. The result has the totals as entered, shared
    places for equal ones, and a record that proves itself."""
    ann = Scorer(app)
    table = ann.start("dragon-boats", NAMES, "totals")
    values = zip(ann.seats, (40, 52, 40, -3), strict=True)
    totals = {f"entry.{seat}.{TOTAL}": str(points) for seat, points in values}
    answer = ann.act(table, "scores", page="score", finish="yes", **{"for": "totals"}, **totals)
    code = table[-6:]
    assert answer.headers["Location"] == f"/t/{code}/winner"
    finished = find_finished(store, code)
    assert finished is not None
    assert [(p.name, p.points, p.place) for p in finished.ranking] == [
        ("Ben", 52, 1),
        ("Ann", 40, 2),
        ("Cid", 40, 2),
        ("Dot", -3, 4),
    ]
    assert finished.score is not None
    for total in finished.score.totals:
        assert total.lines == (Subtotal(say("Total as entered"), total.points),)
    page = ann.client.get(f"/results/{code}").get_data(as_text=True)
    assert "Total as entered" in page
    assert "money" not in page
    record = ann.client.get(f"/results/{code}.json").get_data(as_text=True)
    assert not examine(record).wrong
    changed = json.loads(record)
    entry = next(e for e in changed["events"] if e["kind"] == "scores")
    entry["data"]["sheets"][ann.seats[3]][TOTAL] = 99
    assert examine(json.dumps(changed)).wrong


def test_races_have_no_totals(app: Flask) -> None:
    """A race is scored by its sheet only: totals are not offered, and not kept if they come."""
    page = Scorer(app).client.get("/games/river-dragons/score").get_data(as_text=True)
    assert "Score sheet" in page
    assert "Totals only" not in page
    ann = Scorer(app)
    table = ann.start("river-dragons", ["Ann", "Ben"])
    ann.act(table, "scores", **{f"entry.{ann.seat}.{TOTAL}": "5"})
    log = ann.client.get(f"/api/v1/tables/{table[-6:]}/log").get_data(as_text=True)
    assert '"scores"' in log
    assert TOTAL not in log


def test_others_write_their_own_column_only(app: Flask) -> None:
    """A phone that joined later can fill in its own column and no other."""
    ann, eve = Scorer(app), Phone(app)
    table = ann.start("dragon-boats", ["Ann", "Ben"])
    eve.sit(table, "Eve", "green")
    own = eve.act(table, "scores", **{f"entry.{eve.seat}.{TOTAL}": "7"})
    assert own.status_code == 303
    both = {f"entry.{seat}.{TOTAL}": "7" for seat in (eve.seat, ann.seat)}
    refused = eve.act(table, "scores", **both)
    assert refused.status_code == 409
    assert "only the host" in refused.get_data(as_text=True)


def test_names_that_cannot_be_seated(app: Flask) -> None:
    """Nobody, too many, and unreadable names are explained on the same page, which keeps what was
    typed."""
    ann = Scorer(app)
    ann.client.get("/games/dragon-boats/score")
    for names in ([], [""], [*NAMES, "Eve"], ["x" * 25]):
        answer = ann.client.post("/games/dragon-boats/score", data={"player": names})
        assert answer.status_code == 409
        page = answer.get_data(as_text=True)
        assert 'role="alert"' in page
        assert all(name in page for name in names)
    assert parse_players([" Ann ", "", "ANN", "Ben"], 2) == ["Ann", "Ben"]
    with pytest.raises(Refused, match="at most 2 players"):
        parse_players(NAMES, 2)


def test_the_api_enters_totals(app: Flask) -> None:
    """A program can enter the totals of several seats in one act."""
    ann = Scorer(app)
    table = ann.start("mines", ["Ann", "Ben"])
    sheets = {seat: {TOTAL: 5 + n} for n, seat in enumerate(ann.seats)}
    act = {"id": "program-1", "kind": "scores", "seat": ann.seat, "data": {"sheets": sheets}}
    answer = ann.client.post(f"/api/v1/tables/{table[-6:]}/acts", json=act)
    assert answer.status_code == 200
    score = ann.client.get(f"/api/v1/tables/{table[-6:]}/score").get_json()
    assert [total["points"] for total in score["totals"]] == [5, 6]


POINTS = st.lists(st.integers(-20, 20), min_size=1, max_size=4)


@given(POINTS, st.booleans(), st.data())
def test_totals_rank_the_players(points: list[int], lowest: bool, data: st.DataObject) -> None:
    """Entered totals replace those of the lines; places follow the points, and equal points share
    a place."""
    seats = SEATS[: len(points)]
    lines = Result(tuple(Total(s.id, 0, ()) for s in seats), (), lowest_wins=lowest)
    entered = data.draw(st.sets(st.sampled_from([s.id for s in seats]), min_size=1))
    sheets = {s.id: {TOTAL: p} for s, p in zip(seats, points, strict=True) if s.id in entered}
    result = with_entered_totals(lines, sheets, seats)
    final = {total.seat: total.points for total in result.totals}
    assert final == {s.id: sheets.get(s.id, {TOTAL: 0})[TOTAL] for s in seats}
    for rank in result.ranking:
        own = final[rank.seat]
        better = [p for p in final.values() if (p < own if lowest else p > own)]
        assert rank.place == 1 + len(better)
    assert [rank.place for rank in result.ranking] == sorted(r.place for r in result.ranking)


def test_the_games_tie_break_still_decides_between_sheets() -> None:
    """Among players whose lines are known, the tie-break of the game holds."""
    why = say("money decides")
    totals = (*(Total(seat.id, 9, ()) for seat in SEATS[:2]), Total("s2", 0, ()))
    result = Result(totals, (Rank("s1", 1, why), Rank("s0", 2, why), Rank("s2", 3)))
    after = with_entered_totals(result, {"s2": {TOTAL: 30}}, SEATS[:3])
    assert [(rank.seat, rank.place, rank.why) for rank in after.ranking] == [
        ("s2", 1, None),
        ("s1", 2, why),
        ("s0", 3, why),
    ]
    untouched = with_entered_totals(result, {}, SEATS[:3])
    assert msgspec.json.encode(untouched) == msgspec.json.encode(result)


def test_seats_have_different_colours(app: Flask) -> None:
    """As many players as there are colours can be scored where the game sets no limit below."""
    ann = Scorer(app)
    names = [f"Player {number}" for number in range(6)]
    table = ann.start("river-dragons", names)
    page = ann.client.get(table).get_data(as_text=True)
    found = re.findall(rf'class="seat ({"|".join(COLOURS)})"', page)
    assert len(set(found)) == 6
