"""Tables and pages to look at: every phase of every game, and what surrounds a game."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Final, NoReturn
from urllib.parse import urljoin

from flask import Flask
from msgspec import Struct
from playwright.sync_api import FilePayload, Page
from werkzeug.exceptions import (
    HTTPException,
    InternalServerError,
    ServiceUnavailable,
    TooManyRequests,
)

from companion.app import create_app
from companion.games.rules import PlayableRules
from companion.games.scene import Scene
from companion.language.messages import Message
from companion.table.game_rules import rules_of
from companion.web.uploads import MAX_REQUEST_BYTES
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.browser.prepared import OVER, Prepared
from tests.games.rules.bots import NAMES

SLUGS: Final = ("dragon-boats", "dragon-river", "mines", "port-flower", "river-dragons")
PLAYERS: Final = NAMES[:4]
PHASES_SEEN: Final = 400
"""After so many moves, every phase of every game has come."""
MOST_MOVES: Final = {"river-dragons": 200}
"""Bots that choose at random end every game but this one."""
TOOLS: Final = (
    ("roll", {"die": "d6", "count": 5}),
    ("roll", {"die": "d6", "count": 5}),
    ("roll", {"die": "coin", "count": 1}),
    ("count", {"counter": "Gold", "by": 7}),
    ("track", {"track": "Round", "most": 12}),
    ("note", {"text": "Ben had to leave at nine.\nCid plays for him."}),
)
TIMER_SECONDS: Final = 5400
UNFOLD: Final = 'document.querySelectorAll("details:not(.help)").forEach((d) => { d.open = true; })'
UNLIMITED: Final = 'document.getElementById("code").removeAttribute("maxlength")'
HELP: Final = 'document.querySelectorAll("details.help").forEach((d) => { d.open = true; })'


class View(Struct, frozen=True):
    """A page to look at: its address, whose phone shows it, and what is done there first. A
    `similar` page is much like another one, and is seen in three sizes."""

    name: str
    address: str
    who: str = "Ann"
    before: Callable[[Page], None] | None = None
    television: bool = False
    similar: bool = False


def run(script: str, then: Callable[[Page], None] | None = None) -> Callable[[Page], None]:
    def before(page: Page) -> None:
        page.evaluate(f"() => {{ {script} }}")
        if then:
            then(page)

    return before


def tap(selector: str) -> Callable[[Page], None]:
    """Tap what a selector finds first, if the page has it."""

    def before(page: Page) -> None:
        found = page.locator(selector).locator("visible=true")
        if found.count():
            found.first.click(force=True)
            page.wait_for_timeout(400)
            page.wait_for_load_state()

    return before


def submit(values: dict[str, str], button: str) -> Callable[[Page], None]:
    """Fill in fields and press a button."""

    def before(page: Page) -> None:
        for field, value in values.items():
            page.locator(field).first.fill(value)
        page.locator(button).first.click()
        page.wait_for_load_state()

    return before


def all_views(prepared: Prepared) -> Iterator[View]:
    over = {game: finished(prepared, game) for game in SLUGS}
    waiting = prepared.open("dragon-boats", NAMES[:2], shared=NAMES[2:3])
    prepared.ask(waiting, prepared.table(waiting).seats[1].id)
    yield from start_pages()
    yield from error_pages(prepared, waiting)
    for game in SLUGS:
        yield from game_pages(game)
    yield from seat_pages(prepared, waiting)
    yield from shared_pages(prepared)
    yield from scored_pages(prepared)
    for game in SLUGS:
        yield from phases(prepared, game)
    for game, code in over.items():
        yield from finished_pages(game, code)
    yield from result_pages(over["mines"])
    yield from replay_pages(prepared)


def start_pages() -> Iterator[View]:
    yield View("start-stranger", "/", "")
    yield View("start-own-tables", "/")
    yield View("start-wrong-code", "/", "", submit({"#code": "abc 12"}, ".join button"))
    yield View("offline", "/offline")
    yield View("connection-lost", "/", before=run('document.getElementById("lost").hidden = false'))


def error_pages(prepared: Prepared, code: str) -> Iterator[View]:
    seat = prepared.table(code).seats[0].id
    app = create_app(builtin_cards(), builtin_templates(), prepared.store)
    yield View("error-403", f"/t/{code}/hand-over.svg?seat={seat}", "")
    yield View("error-404", "/nothing")
    yield View("error-table-404", "/t/ZZZZZZ")
    too_long = submit({"#code": "K" * MAX_REQUEST_BYTES}, ".join button")
    yield View("error-413", "/", before=run(UNLIMITED, then=too_long))
    yield View("error-429", "/", before=failing(app, TooManyRequests(retry_after=42)))
    yield View("error-500", "/", before=failing(app, InternalServerError()))
    yield View("error-503", "/", before=failing(app, ServiceUnavailable()))
    yield View("import-failed", "/results", before=upload("no record"))
    yield View("import-of-no-file", "/results", before=upload(""))


def failing(app: Flask, fault: HTTPException) -> Callable[[Page], None]:
    """Show the page that the app has for a fault that a server in order does not have."""

    def fail() -> NoReturn:
        raise fault

    def before(page: Page) -> None:
        app.view_functions["app_shell.offline"] = fail
        wish = {"Accept-Language": page.evaluate("navigator.language")}
        html = app.test_client().get("/offline", headers=wish).text
        page.route("**/offline", lambda route: route.fulfill(body=html, content_type="text/html"))
        page.goto(urljoin(page.url, "/offline"))

    return before


def upload(text: str) -> Callable[[Page], None]:
    """Import a file with this text."""

    def before(page: Page) -> None:
        page.evaluate(f"() => {{ {UNFOLD} }}")
        file: FilePayload = {
            "name": "harbour-KXGBFL.json",
            "mimeType": "application/json",
            "buffer": text.encode(),
        }
        page.locator("form[enctype] input[type=file]").set_input_files(file)
        page.locator("form[enctype] button").click()
        page.wait_for_load_state()

    return before


def game_pages(game: str) -> Iterator[View]:
    yield View(f"{game}-page", f"/games/{game}")
    yield View(f"{game}-page-unfolded", f"/games/{game}", before=tap("details.part summary"))
    yield View(f"{game}-reference", f"/games/{game}/reference", before=tap(".entries summary"))
    yield View(f"{game}-setup", f"/games/{game}/setup?players=4&words=jade-otter-41")
    yield View(f"{game}-setup-unfolded", f"/games/{game}/setup?players=4", before=run(UNFOLD))
    yield View(f"{game}-score-players", f"/games/{game}/score", "")
    if game == "dragon-boats":
        yield View("market", f"/games/{game}/market?I=orange-blue-orange")
        yield View("market-empty", f"/games/{game}/market", before=tap(".discs a"))
        yield View("reference-nothing", f"/games/{game}/reference?q=zzzz")
        yield View("reference-search", f"/games/{game}/reference?q=boat")
        piece = tap(".howto a.piece, .entry a.piece")
        yield View("piece-dialog", f"/games/{game}/reference?q=A", before=piece)


def seat_pages(prepared: Prepared, code: str) -> Iterator[View]:
    seat = prepared.table(code).seats[0].id
    yield View("seats-host", f"/t/{code}")
    yield View("seats-host-unfolded", f"/t/{code}", before=run(UNFOLD))
    yield View("seats-guest", f"/t/{code}", "Ben", run(UNFOLD))
    yield View("seats-stranger", f"/t/{code}", "")
    yield View("seats-asking", f"/t/{code}", "guest", run(UNFOLD))
    yield View("seats-television", f"/t/{code}/screen", "", television=True)
    yield View("hand-over", f"/t/{code}/hand-over?seat={seat}")
    link = tap(".invite a")
    yield View("continue-by-link", f"/t/{code}/hand-over?seat={seat}", before=link)
    yield View("table-setup-empty", f"/t/{code}/setup", before=run(UNFOLD))
    yield View("table-play-empty", f"/t/{code}/play")
    yield View("table-tools-empty", f"/t/{code}/tools")
    yield View("table-score-empty", f"/t/{code}/score")
    yield View("table-history-empty", f"/t/{code}/history")
    name_taken = submit({"input[name=name]": "Ann"}, "button:has-text('seat'), form.stack .big")
    yield View("seats-name-taken", f"/t/{code}", "", name_taken)
    wrong = prepared.open("mines", PLAYERS[:3])
    prepared.act(wrong, "setup", None, {"players": 4, "options": {}})
    yield View("setup-for-other-number", f"/t/{wrong}/play")
    yield View("table-setup-done", f"/t/{wrong}/setup")
    tools = prepared.open("river-dragons", PLAYERS)
    seats = prepared.table(tools).seats
    for kind, data in TOOLS:
        prepared.act(tools, kind, seats[1].id, data)
    soon = round((time.time() + TIMER_SECONDS) * 1000)
    prepared.act(tools, "timer", seats[1].id, {"until": soon})
    prepared.act(tools, "undo", None, {"number": prepared.table(tools).revision - 5})
    prepared.act(tools, "roll", seats[1].id, {"die": "d6", "count": 5})
    deck = next(iter(prepared.table(tools).pieces))
    prepared.act(tools, "shuffle", seats[0].id, {"deck": deck})
    for owner in seats[:2]:
        for _ in range(3):
            prepared.act(tools, "draw", owner.id, {"deck": deck})
    prepared.act(tools, "turn-up", seats[0].id, {"deck": deck})
    yield View("tools", f"/t/{tools}/tools")
    yield View("tools-unfolded", f"/t/{tools}/tools", before=run(UNFOLD))
    yield View("tools-stranger", f"/t/{tools}/tools", "")
    yield View("tools-television", f"/t/{tools}/screen", "", television=True)
    yield View("tools-history", f"/t/{tools}/history", before=run(UNFOLD))


def shared_pages(prepared: Prepared) -> Iterator[View]:
    """One phone for all players, which must be passed on, and a piece looked at."""
    code = prepared.open("mines", PLAYERS[:1], shared=PLAYERS[1:])
    prepared.act(code, "begin")
    seat = prepared.table(code).seats[1].id
    yield View("shared-play", f"/t/{code}/play")
    yield View("shared-covered", f"/t/{code}/play?seat={seat}&passed=yes")
    yield View("enlarged", f"/t/{code}/play", before=tap(".board-pieces summary, a.piece"))


def scored_pages(prepared: Prepared) -> Iterator[View]:
    for game in SLUGS:
        code = prepared.open(game, PLAYERS[:1], shared=PLAYERS[1:])
        yield View(f"{game}-sheet-all", f"/t/{code}/score?for=all", before=_enter_numbers)
        yield View(f"{game}-sheet-totals", f"/t/{code}/score?for=totals", before=_enter_numbers)
        seat = prepared.table(code).seats[1].id
        yield View(f"{game}-sheet-one", f"/t/{code}/score?for={seat}")


def _enter_numbers(page: Page) -> None:
    """Enter possible numbers and one that is too large."""
    for field in page.locator("#sheet input[type=number]:visible").all()[:9]:
        field.fill("3")
    if page.locator("#sheet input[type=number]").count():
        page.locator("#sheet input[type=number]").nth(1).fill("99")
        page.locator("#sheet input[type=number]").nth(1).blur()
        page.wait_for_timeout(1500)


def phases(prepared: Prepared, game: str) -> Iterator[View]:
    """The first moment of every headline of a game, as its actor, the next player and a stranger
    see it, with help and hint, and on the television."""
    code = prepared.begin(game, PLAYERS)
    pick = random.Random(7)
    known: set[str] = set()
    moments: list[tuple[str, int, str, str]] = []
    for _ in range(PHASES_SEEN):
        table = prepared.table(code)
        rules = rules_of(table)
        assert isinstance(rules, PlayableRules)
        scene = rules.scene(table.play, None)
        if scene.over:
            break
        for seat in scene.turn[:1]:
            phase = _phase(rules.scene(table.play, seat))
            if phase not in known:
                known.add(phase)
                names = [one.name for one in table.seats]
                acting = next(one.name for one in table.seats if one.id == seat)
                waiting = next(name for name in names if name != acting)
                moments.append((phase, table.revision, acting, waiting))
        prepared.play_once(code, pick)
    for number, (_, revision, acting, waiting) in enumerate(moments):
        copied = prepared.copy(code, revision)
        name = f"{game}-{number:02}"
        yield View(f"{name}-acting", f"/t/{copied}/play", acting)
        yield View(
            f"{name}-tapped",
            f"/t/{prepared.copy(code, revision)}/play",
            acting,
            tap("a.tap, .taps button.wide"),
            similar=True,
        )
        hint = tap(".advice summary, summary:has-text('Hint'), summary:has-text('Tipp')")
        yield View(f"{name}-hint", f"/t/{copied}/play", acting, hint, similar=True)
        yield View(f"{name}-waiting", f"/t/{copied}/play", waiting, similar=True)
        if number % 3 == 0:
            yield View(f"{name}-help", f"/t/{copied}/play", acting, run(HELP), similar=True)
            yield View(f"{name}-stranger", f"/t/{copied}/play", "", similar=True)
            yield View(f"{name}-television", f"/t/{copied}/screen", "", television=True)
    late = prepared.copy(code, moments[-1][1])
    yield View(f"{game}-setup-running", f"/t/{late}/setup")
    yield View(f"{game}-history", f"/t/{late}/history")
    yield View(f"{game}-corrections", f"/t/{late}/history", before=run(UNFOLD))
    yield View(f"{game}-score-running", f"/t/{late}/score?race=yes", before=run(UNFOLD))
    replaced = prepared.last_replaceable(late)
    if replaced:
        yield View(f"{game}-replace", f"/t/{late}/replace?number={replaced}")


def _phase(scene: Scene) -> str:
    """What a headline says, whoever and however many it is about."""
    message = scene.headline
    inner = [value.text for value in message.values.values() if isinstance(value, Message)]
    return " ".join((message.text, *inner))


def finished(prepared: Prepared, game: str) -> str:
    code = prepared.begin(game, PLAYERS)
    pick = random.Random(3)
    for _ in range(MOST_MOVES.get(game, OVER)):
        if not prepared.play_once(code, pick):
            break
    prepared.act(code, "end")
    return code


def finished_pages(game: str, code: str) -> Iterator[View]:
    yield View(f"{game}-over-winner-start", f"/t/{code}/winner", "Ben")
    yield View(f"{game}-over-winner", f"/t/{code}/winner", "Ann", tap("#skip-reveal"))
    yield View(f"{game}-over-television", f"/t/{code}/screen", "", television=True)
    yield View(f"{game}-over-play", f"/t/{code}/play")
    yield View(f"{game}-over-score", f"/t/{code}/score", before=run(UNFOLD))
    yield View(f"{game}-over-table", f"/t/{code}", before=run(UNFOLD))
    yield View(f"{game}-over-result", f"/results/{code}")
    yield View(f"{game}-over-result-unfolded", f"/results/{code}", before=run(UNFOLD))


def result_pages(code: str) -> Iterator[View]:
    yield View("results", "/results")
    yield View("results-unfolded", "/results", before=run(UNFOLD))
    yield View("results-delete", f"/results/{code}/delete")
    yield View("results-delete-player", "/results/players/delete?name=Ann")
    yield View("seasons-empty", "/results/seasons", before=run(UNFOLD))
    yield View("verify", "/verify")
    yield View("verify-table", f"/verify?table={code}")
    yield View(
        "verify-wrong", "/verify", before=submit({"textarea": '{"code": 1}'}, "main form button")
    )
    named = submit({"input[name=name]": "Family"}, "main button.big")
    yield View("season", "/results/seasons", before=named)


def replay_pages(prepared: Prepared) -> Iterator[View]:
    race = prepared.begin("port-flower", PLAYERS, 30)
    yield View("replay-form", "/replay")
    yield View("replay-step", f"/replay/table-{race}/1/3", before=run(UNFOLD))
    yield View("replay-television", f"/replay/table-{race}/1/3/screen", television=True)
    yield View("layouts", "/layouts")
    yield View("layout", "/layouts/fujisan?words=jade-otter-41")
