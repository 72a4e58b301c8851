"""Seasons: standings by two rules, their storage, pages, exports and deletion."""

from __future__ import annotations

import csv
import io
import re
from datetime import date

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from companion.app import create_app
from companion.language.messages import Refused
from companion.results.erase import delete_player
from companion.results.finished_games import FinishedGame, Player
from companion.results.season_store import (
    delete_season,
    find_season,
    read_seasons,
    rewrite_season,
    save_season,
)
from companion.results.seasons import Rule, Season, standings
from companion.storage.store import Store
from companion.web.template_filters import NO_BREAK_SPACE
from printgen.catalog.builtin import builtin_templates
from tests.companion.evenings import NIGHT, SAMPLE, Evening

RULES: tuple[Rule, ...] = ("place", "beaten")
Places = dict[str, int]


def played(places: Places, number: int = 0, game: str = "harbour") -> FinishedGame:
    players = tuple(Player(f"s{n}", name, place=p) for n, (name, p) in enumerate(places.items()))
    return FinishedGame(f"G{number}", game, NIGHT, NIGHT + number, players)


def table(season: Season, *games: Places) -> list[tuple[int | None, str, float, str]]:
    finished = [played(places, number) for number, places in enumerate(games)]
    return [(s.place, s.name, s.value, str(s.why)) for s in standings(season, finished)]


def test_average_place_by_hand() -> None:
    """Ann is 1, 2 and 1; Ben is 2 and 1; Cid is 3: averages of 4/3, 3/2 and 3."""
    games = ({"Ann": 1, "Ben": 2, "Cid": 3}, {"Ben": 1, "Ann": 2}, {"ann": 1, "Dot": 2})
    assert table(Season("s"), *games) == [
        (1, "ann", 1.33, "2 × place 1 and 1 × place 2"),
        (2, "Ben", 1.5, "1 × place 1 and 1 × place 2"),
        (3, "Dot", 2.0, "1 × place 2"),
        (4, "Cid", 3.0, "1 × place 3"),
    ]


def test_percentage_by_hand() -> None:
    """Ann beats 2 and 1½ of her 5 opponents, Ben 1 and 1½ of 5, Cid 0 of 2, Dot 0 of 3: a shared
    place beats half."""
    games = ({"Ann": 1, "Ben": 2, "Cid": 3}, {"Ann": 2, "Ben": 2, "Dot": 4, "Eve": 1})
    assert table(Season("s", rule="beaten"), *games) == [
        (1, "Eve", 100.0, "3 of 3 opponents beaten"),
        (2, "Ann", 70.0, "3½ of 5 opponents beaten"),
        (3, "Ben", 50.0, "2½ of 5 opponents beaten"),
        (4, "Cid", 0.0, "0 of 2 opponents beaten"),
        (4, "Dot", 0.0, "0 of 3 opponents beaten"),
    ]


def test_too_few_games_are_listed_apart() -> None:
    """Players below the minimum have no place and do not move the others; ties share a place."""
    games = ({"Ann": 1, "Ben": 1, "Cid": 3}, {"Ann": 1, "Ben": 1}, {"Eve": 1, "Cid": 2})
    assert table(Season("s", minimum=2), *games) == [
        (1, "Ann", 1.0, "2 × place 1"),
        (1, "Ben", 1.0, "2 × place 1"),
        (3, "Cid", 2.5, "1 × place 2 and 1 × place 3"),
        (None, "Eve", 1.0, "needs 1 more game"),
    ]
    apart = standings(Season("s", minimum=4), [played(places) for places in games])
    assert {(one.name, one.missing) for one in apart} == {
        ("Ann", 2),
        ("Ben", 2),
        ("Cid", 2),
        ("Eve", 3),
    }
    assert str(apart[0].why) == "needs 2 more games"


def test_only_the_games_of_the_season_count() -> None:
    """Other games, games played alone and players without a place do not count."""
    games = [
        played({"Ann": 1, "Ben": 2}, 1),
        played({"Ann": 2, "Ben": 1}, 2, game="tea-garden"),
        played({"Ben": 1}, 3),
        FinishedGame("G4", "harbour", NIGHT, NIGHT, (Player("s1", "Ann"), Player("s2", "Ben"))),
    ]
    found = standings(Season("s", games=("harbour",)), games)
    assert [(one.name, one.games, one.wins) for one in found] == [("Ann", 1, 1), ("Ben", 1, 0)]


NAMES = st.sampled_from(["Ann", "Ben", "Cid", "Dot", "Eve"])
PLACES = st.dictionaries(NAMES, st.integers(1, 5), min_size=2, max_size=5)
GAMES = st.lists(PLACES, max_size=8)


def order(season: Season, games: list[FinishedGame], one: str, other: str) -> int:
    """-1, 0 or 1: how two players are ranked."""
    places = {standing.name: standing.place or 99 for standing in standings(season, games)}
    first, second = places.get(one, 99), places.get(other, 99)
    return (first > second) - (first < second)


@given(GAMES, PLACES, st.sampled_from(RULES), st.integers(1, 3))
def test_games_of_others_change_nothing_between_two(
    games: list[Places], more: Places, rule: Rule, minimum: int
) -> None:
    """A game that neither of two players played never changes their order."""
    season = Season("s", rule=rule, minimum=minimum)
    before = [played(places, number) for number, places in enumerate(games)]
    after = [*before, played(more, len(games))]
    absent = sorted({"Ann", "Ben", "Cid", "Dot", "Eve"} - more.keys())
    for one in absent:
        for other in absent:
            assert order(season, before, one, other) == order(season, after, one, other)


@given(st.data(), GAMES, st.sampled_from(RULES))
def test_the_order_of_games_does_not_matter(
    data: st.DataObject, games: list[Places], rule: Rule
) -> None:
    """The same games in another order give the same standings."""
    season = Season("s", rule=rule, minimum=2)
    finished = [played(places, number) for number, places in enumerate(games)]
    assert standings(season, data.draw(st.permutations(finished))) == standings(season, finished)


@given(GAMES, st.sampled_from(RULES))
def test_places_are_shared_by_equals(games: list[Places], rule: Rule) -> None:
    """A place is one more than the number of players with a better value."""
    finished = [played(places, number) for number, places in enumerate(games)]
    found = standings(Season("s", rule=rule), finished)
    sign = 1 if rule == "place" else -1
    for one in found:
        better = sum(sign * other.value < sign * one.value for other in found)
        assert one.place is not None
        assert one.place >= 1 + better
        assert 1 <= one.value <= 5 if rule == "place" else 0 <= one.value <= 100


SEASON = Season(
    "Family", ("harbour",), date(2025, 6, 1), date(2025, 6, 30), rule="beaten", minimum=2
)


def test_seasons_are_stored(store: Store) -> None:
    """A season is found again as it was made, can be renamed and deleted; a damaged one hides no
    other."""
    made = save_season(store, SEASON)
    found = find_season(store, made)
    assert found is not None
    assert found.season == SEASON
    other = save_season(store, Season("Club"))
    assert {stored.id for stored in read_seasons(store)} == {made, other}
    rewrite_season(store, other, Season("Chess club"))
    assert {stored.season.name for stored in read_seasons(store)} == {"Family", "Chess club"}
    delete_season(store, made)
    assert find_season(store, made) is None
    assert find_season(store, "nothing") is None


def test_too_many_seasons_are_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of seasons has an end."""
    monkeypatch.setattr("companion.results.season_store.MAX_SEASONS", 1)
    save_season(store, SEASON)
    with pytest.raises(Refused, match="1 seasons"):
        save_season(store, SEASON)


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(SAMPLE, builtin_templates(), store)


FORM = {"name": " Family  games ", "rule": "place", "minimum": "2", "from": "2025-06-01"}


def test_a_season_is_made_shown_and_exported(app: Flask, store: Store) -> None:
    """The page, the CSV, the JSON and the API give the same standings."""
    evening = Evening(store)
    evening.play({"Ann": 9, "Ben": 4})
    evening.play({"Ann": 3, "Ben": 8, "Cid": 1}, day=1)
    evening.play({"Ann": 7, "Ben": 2}, day=2)
    client = app.test_client()
    where = client.post("/results/seasons", data={**FORM, "game": ["harbour"]}).headers["Location"]
    page = client.get(where).get_data(as_text=True)
    assert "Family games" in page
    assert "2~×~place~1 and 1~×~place~2".replace("~", NO_BREAK_SPACE) in page
    assert "needs 1 more game" in page
    assert where in client.get("/results/seasons").get_data(as_text=True)
    rows = list(csv.DictReader(io.StringIO(client.get(f"{where}.csv").get_data(as_text=True))))
    data = client.get(f"{where}.json").get_json()
    api = client.get(f"/api/v1/seasons/{where.split('/')[-1]}").get_json()
    assert api == data
    assert [entry["id"] for entry in client.get("/api/v1/seasons").get_json()["seasons"]] == [
        data["id"]
    ]
    assert [(r["place"], r["player"], r["value"], r["missing"]) for r in rows] == [
        ("1", "Ann", "1.33", "0"),
        ("2", "Ben", "1.67", "0"),
        ("", "Cid", "3.0", "1"),
    ]
    assert [(s["place"], s["player"]) for s in data["standings"]] == [
        (1, "Ann"),
        (2, "Ben"),
        (None, "Cid"),
    ]
    assert client.get("/api/v1/seasons/0123456789ab").status_code == 404


@pytest.mark.parametrize(
    ("rule", "values"), [("place", ("1.33", "2.00")), ("beaten", ("75.0%", "0.0%"))]
)
def test_values_have_the_same_number_of_decimals(
    app: Flask, store: Store, rule: Rule, values: tuple[str, str]
) -> None:
    """Standings are read as a column, so a whole number has decimals too."""
    evening = Evening(store)
    evening.play({"Ann": 9, "Ben": 4})
    evening.play({"Ann": 9, "Ben": 4}, day=1)
    evening.play({"Ann": 3, "Cid": 8, "Dot": 1}, day=2)
    client = app.test_client()
    form = {**FORM, "rule": rule, "minimum": "2"}
    address = client.post("/results/seasons", data=form).headers["Location"]
    english, german = (
        client.get(address, headers={"Accept-Language": language}).get_data(as_text=True)
        for language in ("en", "de")
    )
    for value in values:
        assert value in english
        assert value.replace(".", ",").replace("%", "\N{NO-BREAK SPACE}%") in german


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"name": " "}, "give the season a name"),
        ({"from": "2025-07-01", "to": "2025-06-01"}, "the last day is before the first"),
        ({"from": "June"}, "June"),
        ({"rule": "luck"}, "the season has invalid values"),
    ],
)
def test_wrong_seasons_are_explained(
    app: Flask, store: Store, wrong: dict[str, str], reason: str
) -> None:
    """A mistake in the form is explained, what was typed stays, and nothing is stored."""
    answer = app.test_client().post("/results/seasons", data={**FORM, **wrong})
    assert answer.status_code == 409
    page = answer.get_data(as_text=True)
    assert reason in page
    assert 'name="minimum" min="1" max="100" value="2"' in page
    assert read_seasons(store) == []


def test_only_the_servers_machine_deletes_a_season(app: Flask, store: Store) -> None:
    """Other machines see no way to delete a season and are refused; here it needs a
    confirmation."""
    made = save_season(store, SEASON)
    where = f"/results/seasons/{made}"
    client = app.test_client()
    elsewhere = {"REMOTE_ADDR": "192.168.1.7"}
    assert "/delete" not in client.get(where, environ_base=elsewhere).get_data(as_text=True)
    for method in (client.get, client.post):
        assert method(f"{where}/delete", environ_base=elsewhere).status_code == 403
    assert client.post(f"{where}/delete").status_code == 403
    page = client.get(f"{where}/delete").get_data(as_text=True)
    confirm = re.search(r'name="confirm" value="([^"]+)"', page)
    assert confirm
    answer = client.post(f"{where}/delete", data={"confirm": confirm[1]})
    assert answer.headers["Location"] == "/results/seasons"
    assert client.get(where).status_code == 404


def test_a_deleted_player_leaves_the_names_of_seasons(store: Store) -> None:
    """Deleting a player also takes the name out of the seasons."""
    evening = Evening(store)
    evening.play({"Ann": 9, "Ben": 4})
    made = save_season(store, Season("Ann's birthday"))
    delete_player(evening.rooms, store, "Ann")
    found = find_season(store, made)
    assert found is not None
    assert found.season.name == "Guest 1's birthday"
