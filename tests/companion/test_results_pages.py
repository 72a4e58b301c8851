"""Result pages: what people see and may do, without a browser and without scripts."""

from __future__ import annotations

import io
import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace
from sqlalchemy import event, select, update
from sqlalchemy.exc import OperationalError

from companion.app import create_app
from companion.games.data import DataRules
from companion.games.score import Result
from companion.results.finished_games import find_finished, read_finished_games
from companion.storage.schema import events
from companion.storage.store import Store
from companion.web.uploads import MAX_RECORD_FORM_BYTES, MAX_REQUEST_BYTES
from printgen.catalog.builtin import builtin_templates
from tests.companion.evenings import NIGHT, SAMPLE, Evening

# What a page shows that is not part of the score: the time and ids of acts.
CHANGING = re.compile(rb'data-now="\d+"|name="id" value="[^"]+"')
AWAY = {"REMOTE_ADDR": "192.168.1.7"}


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    yield store
    store.close()


@pytest.fixture
def app(kept: Store) -> Flask:
    return create_app(SAMPLE, builtin_templates(), kept)


@pytest.fixture
def evening(kept: Store) -> Evening:
    return Evening(kept)


def read(client: FlaskClient, path: str, status: int = 200) -> str:
    answer = client.get(path, environ_base=AWAY)
    assert answer.status_code == status, answer.get_data(as_text=True)
    return answer.get_data(as_text=True)


def test_nothing_yet(app: Flask) -> None:
    """An empty history says what will appear there."""
    assert "No finished games yet" in read(app.test_client(), "/results")


def test_the_list_with_filters_and_pages(app: Flask, evening: Evening) -> None:
    """Games are listed, filtered by address, and paged."""
    codes = [evening.play({"Ann": n, "Ben": 4}, day=n) for n in range(12)]
    codes.append(evening.play({"Cid": 1}, day=40))
    client = app.test_client()
    first = read(client, "/results")
    shown = re.findall(r'href="/results/([A-Z]{6})"', first)
    assert shown == codes[:2:-1]
    second = read(client, "/results?page=2")
    assert re.findall(r'href="/results/([A-Z]{6})"', second) == codes[2::-1]
    only = read(client, "/results?player=cid")
    assert re.findall(r'href="/results/([A-Z]{6})"', only) == codes[-1:]
    assert "No finished games match" in read(client, "/results?game=chess")
    assert "should be a date" in read(client, "/results?from=soon", 400)
    assert "Page 2 of 2" in read(client, "/results?page=999")


@pytest.mark.parametrize(("language", "average"), [("en", "5.5"), ("de", "5,5")])
def test_averages_in_a_chart_are_in_the_readers_language(
    app: Flask, evening: Evening, language: str, average: str
) -> None:
    """The numbers beside bars have the decimal mark of the page, as the table below has."""
    for points in (5, 6):
        evening.play({"Ann": points, "Ben": 4}, day=points)
    game = app.test_client().get("/results.json").get_json()[0]["game"]
    client = app.test_client()
    page = client.get(f"/results?game={game}", headers={"Accept-Language": language})
    assert f">{average}</text>" in page.get_data(as_text=True)


def test_a_finished_game_keeps_its_score(
    app: Flask, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages, exports and the picture show the stored score, also when a rule was changed since."""
    code = evening.play({"Ann": 7, "Ben": 4})
    client = app.test_client()
    addresses = [f"/results/{code}", "/results.json", f"/results/{code}.json"]
    addresses += [
        f"/t/{code}/score?race=1",
        f"/api/v1/tables/{code}/score",
        f"/t/{code}/result.png",
    ]

    def shown() -> list[bytes]:
        answers = [client.get(path, environ_base=AWAY).data for path in addresses]
        return [CHANGING.sub(b"", data) for data in answers]

    before = shown()
    score = DataRules.score

    def doubled(*arguments: Any) -> Result:
        result = score(*arguments)
        totals = [replace(t, points=2 * t.points, lines=()) for t in result.totals]
        return replace(result, totals=tuple(totals))

    monkeypatch.setattr(DataRules, "score", doubled)
    for path, old, new in zip(addresses, before, shown(), strict=True):
        assert old == new, path
    (game,) = json.loads(before[1])
    assert [total["points"] for total in game["score"]["totals"]] == [7, 4]
    assert game["score"]["totals"][0]["lines"][0]["title"] == "Coins"
    assert "Coins" in before[0].decode()
    assert b"progress-heading" in before[0]
    assert b"<svg" in before[3].partition(b'<figure class="drawn">')[2]


def test_a_game_stored_without_its_score_is_worked_out(
    app: Flask, kept: Store, evening: Evening
) -> None:
    """A result of an earlier version still says how its points came about."""
    code = evening.play({"Ann": 7, "Ben": 4})
    with kept.writing() as connection:
        here = (events.c.code == code) & (events.c.kind == "end")
        stored = json.loads(connection.execute(select(events.c.result).where(here)).scalar_one())
        for key in ("score", "choices", "progress"):
            del stored["outcome"][key]
        connection.execute(update(events).where(here).values(result=json.dumps(stored)))
    client = app.test_client()
    page = read(client, f"/results/{code}")
    assert "Coins" in page
    assert "progress-heading" in page
    (game,) = json.loads(read(client, "/results.json"))
    assert game["score"] is None


def test_results_without_a_database(app: Flask, kept: Store) -> None:
    """While the database is down, the results page says so."""
    kept.engine.dispose()
    event.listen(kept.engine, "connect", _fail)
    for path in ("/results", "/results.csv", "/results/BBBBBB", "/api/v1/results"):
        assert "is not responding" in read(app.test_client(), path, 503)
    event.remove(kept.engine, "connect", _fail)


def _fail(raw: sqlite3.Connection, record: object) -> None:
    raise OperationalError("", {}, sqlite3.OperationalError("away"))


def test_charts_are_whole_and_obey_the_policy(app: Flask, evening: Evening) -> None:
    """Pages with charts have valid SVG that the content policy allows."""
    for n in range(3):
        code = evening.play({"Ann <b>": n, "Ben": 4}, day=n)
    client = app.test_client()
    for path in ("/results", "/results?game=harbour", f"/results/{code}"):
        page = read(client, path)
        charts = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
        assert charts, path
        for chart in charts:
            ElementTree.fromstring(chart)
        assert not re.search(r"<[^>]+\s(style|on[a-z]+)=", page)
        assert "Ann <b>" not in page
        assert "Ann &lt;b&gt;" in page


def test_options_of_a_finished_game(app: Flask, evening: Evening) -> None:
    """A game's page lists its changed options."""
    code, _ = evening.open("Ann", "Ben")
    evening.act(code, "setup", None, {"players": 2, "options": {"tide": "high"}})
    evening.act(code, "end")
    assert "· Tide: High water" in read(app.test_client(), f"/results/{code}")


def test_one_game(app: Flask, evening: Evening) -> None:
    """A game's page has its ranking, the explanation of its points, and its links."""
    code = evening.play({"Ann": 9, "Ben": 4})
    page = read(app.test_client(), f"/results/{code.lower()}")
    for words in ("Harbour", "Coins", "app.bgstatsapp.com", f"/results/{code}.json", "/verify"):
        assert words in page
    assert page.index("Ann") < page.index("Ben")
    assert "Tide" not in page
    assert f"/results/{code}/delete" not in page
    assert "Not found" in read(app.test_client(), "/results/BBBBBB", 404)


def test_a_running_table_has_no_results_page(app: Flask, evening: Evening) -> None:
    """A running table has no results page."""
    code, _ = evening.open("Ann", "Ben")
    for end in ("", ".json", ".csv", "/delete"):
        read(app.test_client(), f"/results/{code}{end}", 404)


def test_files(app: Flask, evening: Evening) -> None:
    """Exports respect the filters and are offered as downloads."""
    evening.play({"Ann": 9, "Ben": 4})
    code = evening.play({"Cid": 9}, day=2)
    client = app.test_client()
    assert [game["code"] for game in json.loads(read(client, "/results.json?player=Cid"))] == [code]
    assert read(client, "/results.csv?player=Cid").count("\n") == 2
    assert read(client, "/results.csv").count("\n") == 4
    read(client, "/results.csv?to=never", 400)
    answer = client.get(f"/results/{code}.json")
    assert f"harbour-{code}.json" in answer.headers["Content-Disposition"]
    record = answer.get_json()
    assert record["opened"] < record["ended"] == "2025-06-17T15:06:40+00:00"
    assert NIGHT + 2 * 24 * 3600 == 1_750_172_800


def test_verify_page(app: Flask, evening: Evening) -> None:
    """A pasted or uploaded record is verified, and every roll is listed."""
    code = evening.play({"Ann": 9, "Ben": 4})
    client = app.test_client()
    text = read(client, f"/results/{code}.json")
    assert "Everything checks out" in _verify(client, {"text": text})
    page = _verify(client, {"file": (io.BytesIO(text.encode()), "record.json")})
    assert page.count("✓") == 7  # six checks, and one for a phone that took part
    assert page.count(": Roll") == 2
    forged = text.replace('"points": 9', '"points": 90')
    assert forged != text
    page = _verify(client, {"text": forged})
    assert "Something is wrong" in page
    assert "✗" in page
    assert "Something is wrong" in _verify(client, {"text": "<script>"})
    assert "Something is wrong" in _verify(client, {})


def _verify(client: FlaskClient, data: dict[str, object]) -> str:
    answer = client.post("/verify", data=data, content_type="multipart/form-data")
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def test_import_a_game(app: Flask, evening: Evening) -> None:
    """A deleted game can be imported again from its record, and its new host may delete it."""
    code = evening.play({"Ann": 9, "Ben": 4})
    client = app.test_client()
    text = read(client, f"/results/{code}.json")
    evening.rooms.forget(code)
    answer = client.post("/results/import", data=_upload(text), environ_base=AWAY)
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/results/{code}"
    assert f"/results/{code}/delete" in read(client, f"/results/{code}")
    refused = client.post("/results/import", data=_upload("{}"))
    assert refused.status_code == 409
    sentence = "this is not a complete game record: it lacks &#39;format&#39;"
    assert sentence in refused.get_data(as_text=True)


def _upload(text: str) -> dict[str, object]:
    return {"file": (io.BytesIO(text.encode()), "record.json")}


def test_only_records_may_be_large(app: Flask) -> None:
    """Records may have up to 8 MB; other requests keep the small limit."""
    client = app.test_client()
    large = "x" * (MAX_REQUEST_BYTES + 1)
    assert client.post("/results/import", data=_upload(large)).status_code == 409
    assert "Something is wrong" in _verify(client, {"text": large})
    assert (
        client.post("/results/import", data=b"x" * (MAX_RECORD_FORM_BYTES + 1)).status_code == 413
    )
    path = "/results/players/delete"
    assert client.post(path, data={"name": large}).status_code in (403, 413)
    assert client.post("/join", data={"code": large}).status_code == 413


def test_records_cannot_be_sent_at_speed(app: Flask) -> None:
    """Uploads of records are rate-limited, with a page that says when to retry."""
    client = app.test_client()
    answers = [client.post("/verify", data={"text": "x"}) for _ in range(14)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert answers[-1].mimetype == "text/html"


def confirm(client: FlaskClient, path: str, where: dict[str, str], **data: str) -> int:
    """Open the confirmation page and submit its form."""
    page = client.get(path, environ_base=where)
    token = re.search(r'name="confirm" value="([^"]+)"', page.get_data(as_text=True))
    if token is None:
        return page.status_code
    form = {"confirm": token[1], **data}
    return client.post(path.split("?")[0], data=form, environ_base=where).status_code


def test_the_host_deletes(app: Flask, evening: Evening, kept: Store) -> None:
    """Only the host's phone deletes a game, in two steps."""
    code = evening.play({"Ann": 9, "Ben": 4})
    stranger, host = app.test_client(), app.test_client()
    path = f"/results/{code}/delete"
    answer = stranger.get(path, environ_base=AWAY)
    assert answer.status_code == 403
    assert "deleted by its host" in answer.get_data(as_text=True)
    assert stranger.post(path, environ_base=AWAY).status_code == 403
    host.set_cookie(f"paperboat_host_{code}", evening.hosts[code])
    assert host.post(path, environ_base=AWAY).status_code == 403
    assert find_finished(kept, code) is not None
    assert confirm(host, path, AWAY) == 303
    assert find_finished(kept, code) is None
    assert host.get(f"/results/{code}").status_code == 404
    assert host.get(f"/t/{code}").status_code == 404


HERE = {"REMOTE_ADDR": "127.0.0.1"}


@pytest.mark.parametrize(
    ("where", "headers", "status"),
    [
        (HERE, {}, 200),
        ({"REMOTE_ADDR": "::1"}, {"Host": "[::1]:8000"}, 200),
        ({"REMOTE_ADDR": "::ffff:127.0.0.1"}, {"Host": "127.0.0.1:8000"}, 200),
        (AWAY, {}, 403),
        (HERE, {"X-Forwarded-For": "192.168.1.7"}, 403),
        (HERE, {"Host": "rebound.example"}, 403),
        (AWAY, {"Host": "localhost"}, 403),
        ({"REMOTE_ADDR": "fe80::1"}, {}, 403),
    ],
)
def test_requests_from_the_own_machine(
    app: Flask, where: dict[str, str], headers: dict[str, str], status: int
) -> None:
    """Only direct local requests count as local: no proxy and no name of another site."""
    path = "/results/players/delete?name=Ann"
    answer = app.test_client().get(path, environ_base=where, headers=headers)
    assert answer.status_code == status


def test_a_player_is_deleted_at_the_machine(app: Flask, evening: Evening, kept: Store) -> None:
    """Deleting a player takes two steps, and another site cannot confirm."""
    evening.play({"Ann": 9, "Ben": 4})
    client = app.test_client()
    path = "/results/players/delete"
    assert client.post(path, data={"name": "Ann"}, environ_base=HERE).status_code == 403
    forged = {"name": "Ann", "confirm": "guess"}
    assert client.post(path, data=forged, environ_base=HERE).status_code == 403
    other = {"Origin": "http://evil.example"}
    assert client.post(path, data=forged, headers=other, environ_base=HERE).status_code == 403
    assert confirm(client, f"{path}?name=Ann", HERE, name="Ann") == 303
    (finished,) = read_finished_games(kept)
    assert [player.name for player in finished.ranking] == ["Guest 1", "Ben"]
    assert confirm(client, f"{path}?name=Ann", HERE, name="Ann") == 404


@pytest.mark.parametrize("language", ["en", "de"])
def test_pages_in_every_language(app: Flask, evening: Evening, language: str) -> None:
    """No page fails in any language."""
    code = evening.play({"Ann": 9, "Ben": 4})
    client = app.test_client()
    for path in ("/results", "/results?player=Ann", f"/results/{code}", "/verify", "/none"):
        answer = client.get(path, headers={"Accept-Language": language})
        assert answer.status_code == (404 if path == "/none" else 200)
        assert f'lang="{language}"' in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    ("path", "accept", "kind"),
    [
        ("/none", "text/html", "text/html"),
        ("/none", "*/*", "text/html"),
        ("/none", "application/json", "application/problem+json"),
        ("/api/none", "text/html", "application/problem+json"),
    ],
)
def test_errors_for_people_and_programs(app: Flask, path: str, accept: str, kind: str) -> None:
    """Browsers get an error page, and API clients get JSON."""
    answer = app.test_client().get(path, headers={"Accept": accept})
    assert (answer.status_code, answer.mimetype) == (404, kind)


def test_internal_errors_leak_nothing(app: Flask) -> None:
    """An internal error gives a plain page without internal details, and a button to try again."""

    @app.get("/broken")
    def broken() -> str:
        raise RuntimeError("the inside")

    answer = app.test_client().get("/broken?for=all")
    assert answer.status_code == 500
    page = answer.get_data(as_text=True)
    assert "Something went wrong" in page
    assert "inside" not in page
    assert "Traceback" not in page
    assert '<a class="button" href="/broken?for=all">Try again</a>' in page
    assert "Try again" not in app.test_client().get("/none").text
