"""Replays: opened, described, stored with limits, and safe with hostile files."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select

from companion.app import create_app
from companion.language.messages import Refused, in_english
from companion.replays import stored
from companion.replays.reading import MAX_BYTES, MAX_MOVES, MAX_PIECES, Replay, read_replay
from companion.replays.sentences import describe_step
from companion.storage.schema import replays
from companion.storage.store import Store
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.catalog.test_ppn_games import NAMES, SAMPLES, WORDS

GAME = """---
Event: A walk
Round: 2
...
t@(1.5,1.5) tSa@(3.5,1.5) pS@a1 cS@b2 dM4@c1
1. a1-a2 {north}
2. *b2 3. +a2 4. c1~5 5. d1@>90 6. b1@>90 c1-c2 7. .
---
SetUp: Tablut
...
1. e5-e6
"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('replays')}/tables.sqlite")
    yield store
    store.close()


@pytest.fixture(scope="module")
def app(kept: Store) -> Flask:
    return create_app(builtin_cards(), builtin_templates(), kept)


def words(replay: Replay, number: int) -> list[str]:
    game = replay.games[0]
    before = game.steps[number - 1] if number else None
    return [str(each) for each in describe_step(before, game.steps[number], game.scale)]


def test_steps_in_words() -> None:
    """Each step says what became of every piece, and the first what lies on the table."""
    replay = read_replay(GAME.replace("d1@>90", "?tSa@>90").replace("b1@>90 ", ""))
    assert [game.title for game in replay.games] == ["A walk", "Tablut"]
    assert replay.games[0].details == {"Round": "2"}
    assert [words(replay, number) for number in range(7)] == [
        ["5 pieces are on the table."],
        ["Pawn (Suns) moves from a1 to a2."],
        ["Coin (Suns) at b2 is removed."],
        ["Pawn (Suns) at a2 is now Pawn (Suns)."],
        ["Die (Moons) shows 5."],
        ["Tile (Suns ace) at (3.5, 1.5) is turned."],
        ["Die (Moons 5) moves from c1 to c2."],
    ]


def test_a_mistake_ends_the_replay_before_it() -> None:
    """The moves before a mistake can be seen; a file without any is refused with the mistake."""
    replay = read_replay("t@a1\n1. a1-a2\n2. b7-b8\n3. a2-a3")
    assert len(replay.games[0].steps) == 2
    assert replay.mistakes == ("row 3, column 4: there is no piece at b7",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (" \n", "choose a PPN file, or paste its text"),
        ("---\nEvent: x\n...\n", "the file has no moves"),
        ("q@a1", "The file has a mistake: row 1, column 1: 'q' in the piece 'q' has no meaning"),
        (
            "---\nMovetextParser: PGN\n...\n1. e4 e5\n2. Nf3",
            "The file has a mistake: row 2, column 1, field 'MovetextParser': the movetext is for"
            " another program's parser 'PGN', so it cannot be read",
        ),
        (f"t@a{{1..{MAX_PIECES + 1}}}", f"a table has more than {MAX_PIECES} pieces"),
        ("t@(900,1)", "a piece lies more than 500 inches away"),
        ("t@a1 " + ". " * (MAX_MOVES + 1), f"a game has more than {MAX_MOVES} moves"),
        ("---\n...\nt@a1\n" * 51, "the file has more than 50 games"),
        ("x" * (MAX_BYTES + 1), "the file is too large: the limit is 60 KB"),
    ],
)
def test_files_that_are_refused(text: str, message: str) -> None:
    """A file that cannot be shown gets one sentence."""
    with pytest.raises(Refused) as caught:
        read_replay(text)
    assert message in in_english(caught.value.message)


@given(st.lists(st.sampled_from(WORDS), max_size=25))
def test_any_file_is_described_or_refused(parts: list[str]) -> None:
    """Whatever a file says, every step has words, or the file is refused."""
    try:
        replay = read_replay("S@a1 M@a1 tSa@b2 " + "".join(parts))
    except Refused:
        return
    for game in replay.games:
        for number, step in enumerate(game.steps):
            before = game.steps[number - 1] if number else None
            assert all(map(str, describe_step(before, step, game.scale)))


@pytest.mark.parametrize("name", NAMES)
def test_sample_games_are_replays(name: str) -> None:
    """Every sample game can be stepped through."""
    replay = read_replay((SAMPLES / f"{name}.ppn").read_text(encoding="utf-8"))
    assert replay.mistakes == ()


def opened(client: FlaskClient, text: str) -> str:
    answer = client.post("/replay", data={"text": text})
    assert answer.status_code == 303, answer.get_data(as_text=True)
    return answer.headers["Location"]


def test_a_file_is_opened_and_shared(app: Flask) -> None:
    """An uploaded file and the same text have the same link, which works for everybody, and each
    move has a picture, a code and a page for the television."""
    client = app.test_client()
    link = opened(client, GAME)
    file = {"file": (io.BytesIO(b"\xef\xbb\xbf" + GAME.encode()), "walk.ppn")}
    assert client.post("/replay", data=file).headers["Location"] == link
    other = app.test_client()
    page = other.get(f"{link}/1/1").get_data(as_text=True)
    assert "Pawn (Suns) moves from a1 to a2." in page
    assert "north" in page
    assert "Spielfigur" not in page
    picture = other.get(f"{link}/1/1.svg")
    assert picture.headers["Cache-Control"] == "max-age=86400"
    assert ElementTree.fromstring(picture.get_data()).tag.endswith("svg")
    assert other.get(f"{link}/2/1/screen").status_code == 200
    assert other.get(f"{link}/1/1/qr.svg").status_code == 200
    assert other.get(f"{link}.ppn").get_data(as_text=True) == GAME


def test_addresses_that_do_not_exist(app: Flask) -> None:
    """A game, a move, a replay or a table that does not exist is a page that says so."""
    client = app.test_client()
    link = opened(client, GAME)
    for path in ("/3/0", "/1/99", "/0/0"):
        assert client.get(link + path).status_code == 404
    assert client.get("/replay/aaaa").status_code == 404
    assert client.get("/replay/table-QQQQ").status_code == 404


def test_hostile_texts_are_shown_as_text(app: Flask) -> None:
    """Titles, comments and moves cannot become markup."""
    text = "---\nEvent: <script>x</script>\n<b>: <i>\n...\nt@a1 { <img src=x> } 1. a1-a2"
    client = app.test_client()
    page = client.get(f"{opened(client, text)}/1/0").get_data(as_text=True)
    assert "<script>x" not in page
    assert "<img src=x>" not in page
    assert "&lt;script&gt;" in page


def test_mistakes_are_shown_in_both_languages(app: Flask) -> None:
    """A refused file comes back with its text and the reason."""
    answer = app.test_client().post(
        "/replay", data={"text": "q@a1"}, headers={"Accept-Language": "de"}
    )
    page = answer.get_data(as_text=True)
    assert answer.status_code == 400
    assert "Die Datei hat einen Fehler: row 1, column 1" in page
    assert re.search(r"<textarea[^>]*>q@a1</textarea>", page)


def test_other_sites_cannot_store_replays(app: Flask) -> None:
    """A form of another site is rejected."""
    answer = app.test_client().post(
        "/replay", data={"text": GAME}, headers={"Origin": "https://elsewhere.example"}
    )
    assert answer.status_code == 403


def test_the_oldest_replays_are_deleted(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than a fixed number of texts is kept; opening one again keeps it."""
    monkeypatch.setattr(stored, "MAX_REPLAYS", 3)
    clock = iter(range(10**10, 10**10 + 100))
    monkeypatch.setattr("companion.replays.stored.time.time", lambda: next(clock))
    ids = [stored.save_replay(kept, f"t@a{number}") for number in range(4)]
    again = stored.save_replay(kept, "t@a1")
    assert again == ids[1]
    stored.save_replay(kept, "t@a9")
    found = [stored.find_replay(kept, one) is not None for one in ids]
    assert found == [False, True, False, True]
    with kept.reading() as connection:
        assert connection.execute(select(func.count()).select_from(replays)).scalar_one() == 3
