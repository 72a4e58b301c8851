"""Results: what ended tables tell, how it is counted, and how it leaves."""

from __future__ import annotations

import csv
import io
import json
from datetime import date, datetime, timedelta
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.results.exports import BG_STATS, COLUMNS, as_data, bg_stats_link, write_csv
from companion.results.history import Finished, Player, Wanted, find_finished, read_history
from companion.results.race import race_of
from companion.results.statistics import points_over_time, sum_games, sum_players
from companion.store import Store
from tests.companion.evenings import NIGHT, Evening

TITLES = {"harbour": "Harbour"}


@pytest.fixture
def evening(store: Store) -> Evening:
    return Evening(store)


def day(number: int) -> date:
    return datetime.fromtimestamp(NIGHT + number * 24 * 3600).date()


def test_only_ended_tables_are_in_the_history(evening: Evening) -> None:
    """This test ensures that a game is told of once it has ended, newest first."""
    first = evening.play({"Ann": 9, "Ben": 4}, minutes=45)
    evening.open("Ann", "Ben")
    second = evening.play({"Ann": 2, "Ben": 4}, day=1)
    newest, oldest = read_history(evening.store)
    assert (newest.code, oldest.code) == (second, first)
    assert oldest.minutes == 45
    assert [(p.name, p.points, p.place) for p in oldest.ranking] == [("Ann", 9, 1), ("Ben", 4, 2)]
    assert newest.ranking[0].name == "Ben"
    assert find_finished(evening.store, first.lower()) == oldest
    assert find_finished(evening.store, "BBBBBB") is None


def test_filters(evening: Evening) -> None:
    """This test ensures that games are found by player, by game and by day, both days included."""
    a = evening.play({"Ann": 1, "Ben": 2}, day=0)
    b = evening.play({"Ann": 1, "Cid": 2}, day=5)
    c = evening.play({"ann": 1, "Cid": 2}, day=9)

    def found(wanted: Wanted) -> set[str]:
        return {finished.code for finished in read_history(evening.store, wanted)}

    assert found(Wanted(player="ANN ")) == {a, b, c}
    assert found(Wanted(player="Ben")) == {a}
    assert found(Wanted(player="An")) == set()
    assert found(Wanted(game="chess")) == set()
    assert found(Wanted(since=day(5))) == {b, c}
    assert found(Wanted(until=day(5))) == {a, b}
    assert found(Wanted(since=day(5), until=day(5), game="harbour")) == {b}
    assert found(Wanted(since=date.min, until=date.max)) == {a, b, c}


def test_a_table_without_a_score(evening: Evening) -> None:
    """This test ensures that a table that nobody scored has players but neither winner nor sums."""
    code, _ = evening.open("Ann", "Ben")
    evening.act(code, "end")
    (finished,) = read_history(evening.store)
    assert [(p.name, p.points, p.place) for p in finished.players] == [
        ("Ann", None, None),
        ("Ben", None, None),
    ]
    ann, _ = sum_players([finished])
    assert (ann.total.plays, ann.total.wins, ann.total.average) == (1, 0, None)


def game(points: dict[str, int | None], *, slug: str = "harbour", minutes: int = 30) -> Finished:
    best = max((p for p in points.values() if p is not None), default=None)
    players = tuple(
        Player(f"s{n}", name, "red", value, None if value is None else 1 + (value != best))
        for n, (name, value) in enumerate(points.items())
    )
    return Finished("BCDFGH", slug, NIGHT - minutes * 60, NIGHT, players)


def test_sums_of_players() -> None:
    """This test ensures that plays, wins, averages and bests are counted by player and by game."""
    games = [
        game({"ann": 10, "Ben": 4}),
        game({"Ann": 20, "Ben": 30}),
        game({"Ann": 1}, slug="chess"),
    ]
    ann, ben = sum_players(games)
    assert ann.name == "ann"
    assert (ann.total.plays, ann.total.wins) == (3, 2)
    assert (ann.by_game["harbour"].average, ann.by_game["harbour"].best) == (15.0, 20)
    assert ann.by_game["chess"].plays == 1
    assert (ben.total.wins, ben.total.best, ben.total.won_of_100) == (1, 30, 50)
    assert points_over_time(games[:2]) == {"ann": [20, 10], "Ben": [30, 4]}
    assert points_over_time(games[:2], "BEN") == {"Ben": [30, 4]}


def test_sums_of_games() -> None:
    """This test ensures that averages, bests and durations are counted by number of players."""
    games = [
        game({"Ann": 10, "Ben": 4}, minutes=20),
        game({"Ann": 7}, minutes=40),
        game({"Ann": None}, slug="chess"),
    ]
    harbour, chess = sum_games(games)
    assert (harbour.plays, harbour.best, harbour.best_by, harbour.minutes) == (2, 10, "Ann", 30.0)
    assert [(row.players, row.average, row.minutes) for row in harbour.by_count] == [
        (1, 7.0, 40.0),
        (2, 7.0, 20.0),
    ]
    assert (chess.average, chess.best) == (None, None)


@given(
    st.lists(
        st.dictionaries(st.sampled_from("abcdef"), st.integers(-9, 99), max_size=6), max_size=9
    )
)
def test_sums_agree(points: list[dict[str, int]]) -> None:
    """This test ensures that players and games count the same plays, and every game is in them."""
    games = [game(dict(one)) for one in points]
    assert sum(s.total.plays for s in sum_players(games)) == sum(len(one) for one in points)
    assert sum(s.plays for s in sum_games(games)) == len(games)
    for sums in sum_players(games):
        own = [one[sums.name] for one in points if sums.name in one]
        assert sums.total.best == max(own)
        assert sums.total.average == pytest.approx(sum(own) / len(own))


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", "\t=1", " =1", "=HYPERLINK('x')"])
def test_spreadsheets_work_nothing_out(name: str) -> None:
    """This test ensures that a name cannot be a formula."""
    rows = list(csv.reader(io.StringIO(write_csv([game({name: -3})], TITLES))))
    assert rows[0] == list(COLUMNS)
    cells = dict(zip(COLUMNS, rows[1], strict=True))
    assert cells["player"] == f"'{name}"
    assert cells["points"] == "-3"


def test_csv_and_json_tell_the_same(evening: Evening) -> None:
    """This test ensures that both files have every player with points, place and winner."""
    evening.play({"Ann": 9, "Ben": 4})
    games = read_history(evening.store)
    rows = list(csv.DictReader(io.StringIO(write_csv(games, TITLES))))
    data = as_data(games[0], TITLES)
    assert [(r["player"], int(r["points"]), r["winner"] == "yes") for r in rows] == [
        (p["name"], p["points"], p["winner"]) for p in data["players"]
    ]
    assert data["title"] == rows[0]["game"] == "Harbour"
    opened, ended = (datetime.fromisoformat(data[key]) for key in ("opened", "ended"))
    assert ended - opened == timedelta(minutes=30)


def test_a_game_without_players_has_a_row() -> None:
    """This test ensures that a table where nobody sat is not lost in the spreadsheet."""
    (row,) = csv.DictReader(io.StringIO(write_csv([game({})], TITLES)))
    assert (row["code"], row["player"], row["players"]) == ("BCDFGH", "", "0")


def test_bg_stats_link() -> None:
    """This test ensures that the link holds the fields that the app asks for."""
    link = bg_stats_link(game({"Ann & Co": 9, "Ben": None}), "Harbour")
    assert link.startswith(BG_STATS)
    play = json.loads(unquote(link.removeprefix(BG_STATS)))
    assert play["sourcePlayId"] == "BCDFGH"
    assert play["durationMin"] == 30
    assert datetime.strptime(play["playDate"], "%Y-%m-%d %H:%M:%S").timestamp() == NIGHT - 1800
    assert play["game"]["name"] == "Harbour"
    ann, ben = play["players"]
    assert (ann["name"], ann["score"], ann["rank"], ann["winner"]) == ("Ann & Co", 9, 1, True)
    assert "score" not in ben


def test_the_race_leaves_out_what_was_undone(evening: Evening) -> None:
    """This test ensures that points are told after every entry that still counts, dice likewise."""
    code, (ann, ben) = evening.open("Ann", "Ben")
    evening.act(code, "score", ann, {"sheet": {"coins": 5}})
    evening.act(code, "score", ann, {"sheet": {"coins": 50}})
    evening.act(code, "undo", None, {"number": 4})
    evening.act(code, "score", ben, {"sheet": {"coins": 8}})
    evening.act(code, "roll", ann, {"die": "d6", "count": 5})
    evening.act(code, "roll", ann, {"die": "d6", "count": 5})
    evening.act(code, "undo", None, {"number": 8})
    room = evening.rooms.room(code)
    assert room is not None
    assert race_of(room.story) == {"Ann": [(3, 5), (6, 5)], "Ben": [(3, 0), (6, 8)]}
    assert sum(room.table.thrown["d6"].values()) == 5
    faces = room.table.rolls[-1].faces
    evening.act(code, "roll", ann, {"die": "d6", "count": 5, "keep": list(faces[:3])})
    room = evening.rooms.room(code)
    assert room is not None
    assert sum(room.table.thrown["d6"].values()) == 7
