"""Takes a phone at a table, gives what each of the table's pages shows to it."""

from __future__ import annotations

from typing import Any, Final

from flask import request, url_for
from msgspec.structs import replace

from companion.gallery import Library, Shelf
from companion.games import has_colours, notates, referees, rules_at, rules_for
from companion.games.base import Offers, Scene, Sheet
from companion.pieces import face_of
from companion.results.race import race_of
from companion.stage import focus_of, set_stage
from companion.table.agreed import agreed
from companion.table.entries import fields_of, result_of, sheets_of
from companion.table.fold import MOST_EVENTS
from companion.table.model import COLOURS, Event, Refused, Seat, Table
from companion.table.piles import untouched
from companion.table.plays import options_of
from companion.table.seated import seated_setup
from companion.table.telling import tell
from companion.table.undo import REDO, UNDO
from companion.table.view import log_view
from companion.web.acts import read_sheet
from companion.web.asking import read_number
from companion.web.pictures import RacePicture, dice_pictures, race_picture
from companion.web.printing import address_of, wished_papers
from companion.web.visitor import Visitor
from companion.words import Message, own_text

UNDOABLE_SHOWN: Final = 200
RECENT: Final = 5
SCREEN_TELLS: Final = 8


class PageContents:
    """What the template of each page is given besides what all of them get."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def fill(self, page: str, visitor: Visitor) -> dict[str, Any]:
        fillers = {
            "seats": self._seats,
            "setup": self._setup,
            "play": self._play,
            "tools": self._tools,
            "score": self._score,
            "history": self._history,
            "screen": self._screen,
        }
        return fillers[page](visitor)

    def _seats(self, visitor: Visitor) -> dict[str, Any]:
        table = visitor.room.table
        taken = {seat.colour for seat in table.seats}
        return {
            "colours": [colour for colour in _colours(table) if colour not in taken],
            "join_url": url_for("tables.table", code=visitor.code, _external=True),
        }

    def _setup(self, visitor: Visitor) -> dict[str, Any]:
        table = visitor.room.table
        game, options = self._library.game(table.game), rules_at(table.game, table.facts).options
        return {
            "setup": seated_setup(table),
            "request": table.setup,
            "options": options,
            "chosen": options_of(table),
            "agreed": agreed(options, table.setup.options) if table.setup else (),
            "players": game.players or (1, 12),
            "playing": table.play is not None,
            "papers": wished_papers(),
            "share": url_for("setups.setup", slug=table.game, **address_of(table.setup))
            if table.setup
            else "",
        }

    def _play(self, visitor: Visitor) -> dict[str, Any]:
        table = visitor.room.table
        path = taps_of(table)
        scene = scene_of(table, visitor.seat)
        stage = set_stage(offers_of(table, visitor.seat), path)
        zoom = request.args.get("zoom")
        return {
            "scene": scene,
            "stage": stage,
            "focus": focus_of(scene, stage),
            "path": path,
            "told": told_of(visitor),
            "takes_back": last_move_of(visitor),
            "has_ppn": notates(rules_for(table.game)),
            "others_to_act": others_to_act(visitor),
            "zoom": zoom if zoom in ("1", "2", "3") else "1",
        }

    def _tools(self, visitor: Visitor) -> dict[str, Any]:
        table = visitor.room.table
        return {
            "decks": {name: untouched(table, name) for name in table.pieces},
            "dice": dict.fromkeys([*table.dice, *(roll.die for roll in table.rolls)]),
            "face_of": face_of,
            "charts": dice_pictures(table),
            "peeked": peeked_of(visitor),
        }

    def _score(self, visitor: Visitor) -> dict[str, Any]:
        table = visitor.room.table
        asked = request.args.get("for") or request.form.get("for") or visitor.seat
        first = table.seats[0].id if table.seats else None
        return {
            "fields": fields_of(table),
            "result": result_of(table),
            "whose": asked if table.seat(asked) else first,
            "entered": typed_over(sheets_of(table), table),
            "held": held_by(table),
            "race": race_chart_of(visitor) if "race" in request.args else None,
            "race_asked": "race" in request.args,
        }

    def _history(self, visitor: Visitor) -> dict[str, Any]:
        table = visitor.room.table
        history = log_view(visitor.room.log[-UNDOABLE_SHOWN:], table, visitor.seat)
        return {"history": self._named(table, history)}

    def _named(self, table: Table, history: list[dict[str, Any]]) -> list[dict[str, Any]]:
        shelf = self._library.shelf(table.game)
        return [named_as_printed(event, shelf) for event in history]

    def _screen(self, visitor: Visitor) -> dict[str, Any]:
        """For a television: what everybody may see, whoever's phone shows it."""
        table = visitor.room.table
        return {
            "scene": scene_of(table, None),
            "result": result_of(table),
            "history": self._named(table, log_view(visitor.room.log[-SCREEN_TELLS:], table, None)),
            "start_url": url_for("shelf.start", _external=True).split("//")[1].rstrip("/"),
        }


def named_as_printed(event: dict[str, Any], shelf: Shelf) -> dict[str, Any]:
    """A log's entry that calls a deck and its cards what stands on them."""
    deck = event["data"].get("deck")
    if deck is None:
        return event

    def name(card: Any) -> str:
        return shelf.name_of(f"{deck}/{face_of(str(card))}")

    data = {**event["data"], "deck": own_text(shelf.title_of(deck))}
    if "card" in data:
        data["card"] = name(data["card"])
    result = dict(event["result"])
    if isinstance(result.get("cards"), list):
        result["cards"] = [name(card) for card in result["cards"]]
    return {**event, "data": data, "result": result}


def others_to_act(visitor: Visitor) -> list[str]:
    """Seats of the same phone that may act while the one shown may not."""
    scene = scene_of(visitor.room.table, visitor.seat)
    if scene is None or visitor.seat in scene.turn:
        return []
    return [seat for seat in visitor.seats if seat in scene.turn]


def is_covered(visitor: Visitor) -> bool:
    """Whether whoever passes a shared phone on would see the next one's secrets."""
    if "passed" not in request.args or len(visitor.seats) < 2:
        return False
    table, seat = visitor.room.table, visitor.seat
    scene = scene_of(table, seat)
    held = seat is not None and any(pile.hands.get(seat) for pile in table.piles.values())
    shown = scene is not None and any(panel.secret for panel in scene.panels)
    return held or shown or bool(peeked_of(visitor))


def told_of(visitor: Visitor) -> list[list[Message]]:
    """What was said of the last moves, as this phone may hear it; the newest move first."""
    table = visitor.room.table
    names = {seat.id: seat.name for seat in table.seats}
    events = log_view(visitor.room.log[-RECENT:], table, visitor.seat)
    told = [tell(e, names) for e in events if e["kind"] in ("begin", "play") and not e["undone"]]
    return [said for said in reversed(told) if said]


def last_move_of(visitor: Visitor) -> Event | None:
    """The game's last move, if this phone may take it back; earlier ones are in the history."""
    table = visitor.room.table
    moves = (e for e in reversed(visitor.room.log) if e.kind == "play")
    last = next((move for move in moves if move.number not in table.undone), None)
    own = last is not None and (visitor.host or last.seat in visitor.seats)
    return last if own and not table.ended else None


def peeked_of(visitor: Visitor) -> dict[str, list[str]]:
    """What this seat saw on top of a deck, as long as nobody has touched the deck since."""
    seen: dict[str, list[str]] = {}
    for event in visitor.room.log:
        deck = event.data.get("deck")
        if event.kind == "peek" and event.seat == visitor.seat:
            seen[str(deck)] = list(event.result["cards"])
        elif deck in seen and event.kind != "discard":
            del seen[str(deck)]
        elif event.kind in (UNDO, REDO):
            seen.clear()
    return seen


def typed_over(entered: dict[str, Sheet], table: Table) -> dict[str, Sheet]:
    """What was just typed stays on the page, also when it was refused."""
    whose = request.form.get("for", "")
    if request.form.get("kind") != "score" or table.seat(whose) is None:
        return entered
    try:
        typed = read_sheet(request.form.to_dict(flat=False), fields_of(table))
    except Refused:
        return entered
    return {**entered, whose: {**entered.get(whose, {}), **typed}}


def held_by(table: Table) -> dict[str, dict[str, str]]:
    """Who has which spaces, for each field that asks for spaces."""
    held: dict[str, dict[str, str]] = {}
    spaces = [field.id for field in fields_of(table) if field.kind == "spaces"]
    for seat, sheet in sheets_of(table).items():
        for name in spaces:
            held.setdefault(name, {}).update(dict.fromkeys(sheet.get(name) or (), seat))
    return held


def race_chart_of(visitor: Visitor) -> RacePicture | None:
    table = visitor.room.table
    colours = {seat.name: seat.colour for seat in table.seats}
    pointless = result_of(table).pointless
    return race_picture(race_of(visitor.room.story), colours, pointless=pointless)


def page_url(
    code: str,
    page: str,
    seat: str | None = None,
    whose: str | None = None,
    *,
    passed: bool = False,
) -> str:
    """`whose` is the seat whose score sheet is shown; `passed`: the phone goes to other hands."""
    named: dict[str, Any] = {"seat": seat, "passed": "yes" if passed else None}
    if page == "seats":
        return url_for("tables.table", code=code, **named)
    named["for"] = whose
    return url_for("tables.page", code=code, page=page, **named)


def taps_of(table: Table) -> list[int]:
    """The taps made so far; none, if the table has moved on since: they would mean others."""
    if request.args.get("at") != str(table.revision):
        return []
    taps = (read_number(part, MOST_EVENTS) for part in request.args.getlist("tap"))
    return [tap for tap in taps if tap is not None]


def scene_of(table: Table, seat: str | None) -> Scene | None:
    rules = rules_for(table.game)
    if table.play is None or not referees(rules):
        return None
    return rules.scene(table.facts, table.play, seat)


def seats_in_play(table: Table) -> tuple[Seat, ...]:
    """The seats in the colours that they play: chips and pieces of one player look alike."""
    scene = scene_of(table, None)
    colours = scene.colours if scene else {}
    return tuple(replace(seat, colour=colours.get(seat.id, seat.colour)) for seat in table.seats)


def offers_of(table: Table, seat: str | None) -> Offers:
    rules = rules_for(table.game)
    if seat is None or table.play is None or table.ended or not referees(rules):
        return Offers()
    return rules.offers(table.facts, table.play, seat)


def _colours(table: Table) -> tuple[str, ...]:
    """What seats can be told by; the colours that the game has pieces of come first."""
    rules = rules_at(table.game, table.facts)
    first = rules.colours(table.facts) if has_colours(rules) else ()
    return tuple(dict.fromkeys((*first, *COLOURS)))
