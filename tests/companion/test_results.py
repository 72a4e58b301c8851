"""Results: history, statistics and exports of finished tables."""

from __future__ import annotations

import csv
import io
import json
from datetime import date, datetime, timedelta
from pathlib import Path
from urllib.parse import unquote

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update

from companion.results.exports import BG_STATS, COLUMNS, bg_stats_link, finished_entry, write_csv
from companion.results.finished_games import (
    FinishedGame,
    Player,
    ResultFilter,
    find_finished,
    read_finished_games,
)
from companion.results.imports import import_record
from companion.results.statistics import points_over_time, sum_games, sum_players
from companion.rooms.examine import examine
from companion.rooms.records import write_record
from companion.storage.schema import events as event_rows
from companion.storage.store import Store
from tests.catalog.game_folder import GameFolder
from tests.companion.evenings import NIGHT, Evening
from tests.companion.harbour import set_section

TITLES = {"harbour": "Harbour"}
BGG = {"harbour": 12345}


@pytest.fixture
def evening(store: Store) -> Evening:
    return Evening(store)


def day(number: int) -> date:
    return datetime.fromtimestamp(NIGHT + number * 24 * 3600).date()


def test_only_ended_tables_are_in_the_history(evening: Evening) -> None:
    """The history lists ended games, newest first."""
    first = evening.play({"Ann": 9, "Ben": 4}, minutes=45)
    evening.open("Ann", "Ben")
    second = evening.play({"Ann": 2, "Ben": 4}, day=1)
    newest, oldest = read_finished_games(evening.store)
    assert (newest.code, oldest.code) == (second, first)
    assert oldest.minutes == 45
    assert [(p.name, p.points, p.place) for p in oldest.ranking] == [("Ann", 9, 1), ("Ben", 4, 2)]
    assert newest.ranking[0].name == "Ben"
    assert find_finished(evening.store, first.lower()) == oldest
    assert find_finished(evening.store, "BBBBBB") is None


def test_filters(evening: Evening) -> None:
    """Games are filtered by player, game and day, both days included."""
    a = evening.play({"Ann": 1, "Ben": 2}, day=0)
    b = evening.play({"Ann": 1, "Cid": 2}, day=5)
    c = evening.play({"ann": 1, "Cid": 2}, day=9)

    def found(wanted: ResultFilter) -> set[str]:
        return {finished.code for finished in read_finished_games(evening.store, wanted)}

    assert found(ResultFilter(player="ANN ")) == {a, b, c}
    assert found(ResultFilter(player="Ben")) == {a}
    assert found(ResultFilter(player="An")) == set()
    assert found(ResultFilter(game="chess")) == set()
    assert found(ResultFilter(since=day(5))) == {b, c}
    assert found(ResultFilter(until=day(5))) == {a, b}
    assert found(ResultFilter(since=day(5), until=day(5), game="harbour")) == {b}
    assert found(ResultFilter(since=date.min, until=date.max)) == {a, b, c}


def test_a_table_without_a_score(evening: Evening) -> None:
    """A table without a score has players, but neither winner nor sums."""
    code, _ = evening.open("Ann", "Ben")
    evening.act(code, "end")
    (finished,) = read_finished_games(evening.store)
    assert [(p.name, p.points, p.place) for p in finished.players] == [
        ("Ann", None, None),
        ("Ben", None, None),
    ]
    ann, _ = sum_players([finished])
    assert (ann.total.plays, ann.total.wins, ann.total.average) == (1, 0, None)


def game(
    points: dict[str, int | None], *, slug: str = "harbour", minutes: int = 30
) -> FinishedGame:
    best = max((p for p in points.values() if p is not None), default=None)
    players = tuple(
        Player(f"s{n}", name, "red", value, None if value is None else 1 + (value != best))
        for n, (name, value) in enumerate(points.items())
    )
    return FinishedGame("BCDFGH", slug, NIGHT - minutes * 60, NIGHT, players)


GOLF = """
score:
  lowest wins: true
  lines:
    - {id: coins, title: Strokes, number: 99}
"""


@pytest.fixture
def golf(store: Store, tmp_path: Path) -> Evening:
    """A game in which the fewest points win, played twice."""
    game_folder = GameFolder(tmp_path)
    set_section(game_folder, "score", GOLF)
    evening = Evening(store, game_folder.cards)
    evening.play({"Ann": 9, "Ben": 4})
    evening.play({"Ann": 7, "Ben": 12}, day=1)
    return evening


def forget_lowest_wins(store: Store) -> None:
    """Change the stored results to those that versions before this field wrote."""
    with store.writing() as connection:
        for row in connection.execute(select(event_rows).where(event_rows.c.kind == "end")).all():
            result = msgspec.json.decode(row.result)
            assert result["outcome"].pop("lowest_wins") is True
            here = (event_rows.c.code == row.code) & (event_rows.c.number == row.number)
            encoded = msgspec.json.encode(result).decode()
            connection.execute(update(event_rows).where(here).values(result=encoded))


@pytest.mark.parametrize("old", [False, True])
def test_the_lowest_score_is_the_best_where_it_wins(golf: Evening, old: bool) -> None:
    """A game won by the fewest points stays one in statistics and every export."""
    if old:
        forget_lowest_wins(golf.store)
    games = read_finished_games(golf.store)
    assert [finished.lowest_wins for finished in games] == [True, True]
    found = find_finished(golf.store, games[0].code)
    assert found == games[0]
    ann, ben = sum_players(games)
    assert (ann.total.best, ann.by_game["harbour"].best) == (7, 7)
    assert (ben.total.best, ben.by_game["harbour"].best) == (4, 4)
    (sums,) = sum_games(games)
    assert (sums.best, sums.best_by, sums.lowest_wins) == (4, "Ben", True)
    play = json.loads(unquote(bg_stats_link(games[0], "Golf", None).removeprefix(BG_STATS)))
    assert play["game"]["highestWins"] is False
    assert finished_entry(games[0], TITLES, BGG).lowest_wins is True
    rows = csv.DictReader(io.StringIO(write_csv(games, TITLES, BGG)))
    assert {row["lowest_wins"] for row in rows} == {"yes"}


@pytest.mark.parametrize("old", [False, True])
def test_a_record_keeps_that_the_lowest_wins(golf: Evening, tmp_path: Path, old: bool) -> None:
    """A record of such a game, new or from an earlier version, verifies and is imported as one."""
    if old:
        forget_lowest_wins(golf.store)
        golf = Evening(golf.store, golf.cards)
    code = next(iter(read_finished_games(golf.store))).code
    room = golf.rooms.room(code)
    assert room is not None
    examined = examine(write_record(room))
    assert examined.wrong == ()
    elsewhere = Store(f"sqlite:///{tmp_path}/elsewhere.sqlite")
    import_record(elsewhere, examined, frozenset({"harbour"}))
    assert [finished.lowest_wins for finished in read_finished_games(elsewhere)] == [True]
    elsewhere.close()


def test_a_record_cannot_turn_the_winner_round(golf: Evening) -> None:
    """A record that claims that the most points win is found to be forged."""
    code = next(iter(read_finished_games(golf.store))).code
    room = golf.rooms.room(code)
    assert room is not None
    record = json.loads(write_record(room))
    record["events"][-1]["result"]["outcome"]["lowest_wins"] = False
    assert len(examine(json.dumps(record)).wrong) == 1


def test_bests_of_different_games_are_not_compared() -> None:
    """A player has no best over several games."""
    (ann,) = sum_players([game({"Ann": 10}), game({"Ann": 300}, slug="chess")])
    assert ann.total.best is None
    assert (ann.by_game["harbour"].best, ann.by_game["chess"].best) == (10, 300)


def test_sums_of_players() -> None:
    """Plays, wins, averages and bests are counted by player and by game."""
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
    assert (ben.total.wins, ben.total.best, ben.total.win_rate) == (1, 30, 0.5)
    assert points_over_time(games[:2]) == {"ann": [20, 10], "Ben": [30, 4]}
    assert points_over_time(games[:2], "BEN") == {"Ben": [30, 4]}


def test_sums_of_games() -> None:
    """Averages, bests and durations are counted by number of players."""
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
def test_sums_of_players_and_games_agree(points: list[dict[str, int]]) -> None:
    """Statistics of players and of games count the same plays."""
    games = [game(dict(one)) for one in points]
    assert sum(s.total.plays for s in sum_players(games)) == sum(len(one) for one in points)
    assert sum(s.plays for s in sum_games(games)) == len(games)
    for sums in sum_players(games):
        own = [one[sums.name] for one in points if sums.name in one]
        assert sums.total.best == max(own)
        assert sums.total.average == pytest.approx(sum(own) / len(own))


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", "\t=1", " =1", "=HYPERLINK('x')"])
def test_cells_are_never_formulas(name: str) -> None:
    """A name in a CSV export cannot be a formula."""
    rows = list(csv.reader(io.StringIO(write_csv([game({name: -3})], TITLES, BGG))))
    assert rows[0] == list(COLUMNS)
    cells = dict(zip(COLUMNS, rows[1], strict=True))
    assert cells["player"] == f"'{name}"
    assert cells["points"] == "-3"


def test_csv_and_json_agree(evening: Evening) -> None:
    """CSV and JSON have every player with points, place and winner."""
    evening.play({"Ann": 9, "Ben": 4})
    games = read_finished_games(evening.store)
    rows = list(csv.DictReader(io.StringIO(write_csv(games, TITLES, BGG))))
    entry = finished_entry(games[0], TITLES, BGG)
    assert [(r["player"], int(r["points"]), r["winner"] == "yes") for r in rows] == [
        (p.name, p.points, p.winner) for p in entry.players
    ]
    assert entry.title == rows[0]["game"] == "Harbour"
    assert str(entry.bgg) == rows[0]["bgg"] == "12345"
    opened, ended = (datetime.fromisoformat(time) for time in (entry.opened, entry.ended))
    assert ended - opened == timedelta(minutes=30)


def test_a_game_without_players_has_a_row() -> None:
    """A table without players has a row in the CSV."""
    (row,) = csv.DictReader(io.StringIO(write_csv([game({})], TITLES, BGG)))
    assert (row["code"], row["player"], row["players"]) == ("BCDFGH", "", "0")


def test_bg_stats_link() -> None:
    """The link has the fields that the app BG Stats needs."""
    link = bg_stats_link(game({"Ann & Co": 9, "Ben": None}), "Harbour", 12345)
    assert link.startswith(BG_STATS)
    play = json.loads(unquote(link.removeprefix(BG_STATS)))
    assert play["sourcePlayId"] == "BCDFGH"
    assert play["durationMin"] == 30
    assert datetime.strptime(play["playDate"], "%Y-%m-%d %H:%M:%S").timestamp() == NIGHT - 1800
    assert play["game"]["name"] == "Harbour"
    assert play["game"]["bggId"] == 12345
    ann, ben = play["players"]
    assert (ann["name"], ann["score"], ann["rank"], ann["winner"]) == ("Ann & Co", 9, 1, True)
    assert "score" not in ben


def test_a_game_that_boardgamegeek_does_not_list() -> None:
    """A game without a number at BoardGameGeek leaves it out of the link, the CSV and the JSON."""
    finished = game({"Ann": 9})
    play = json.loads(unquote(bg_stats_link(finished, "Harbour", None).removeprefix(BG_STATS)))
    assert "bggId" not in play["game"]
    (row,) = csv.DictReader(io.StringIO(write_csv([finished], TITLES, {})))
    assert row["bgg"] == ""
    assert finished_entry(finished, TITLES, {}).bgg is None


def test_progress_leaves_out_undone_events(evening: Evening) -> None:
    """The race has the points after every entry that was not undone, and likewise for dice."""
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
    assert room.history.score_progress() == {ann: [(3, 5), (6, 5)], ben: [(3, 0), (6, 8)]}
    assert sum(room.table.face_counts["d6"].values()) == 5
    faces = room.table.rolls[-1].faces
    evening.act(code, "roll", ann, {"die": "d6", "count": 5, "keep": list(faces[:3])})
    room = evening.rooms.room(code)
    assert room is not None
    assert sum(room.table.face_counts["d6"].values()) == 7
