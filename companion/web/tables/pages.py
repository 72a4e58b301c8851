"""The template context of each table page, as one phone may see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from flask import request, url_for
from msgspec.structs import replace

from companion.games import is_playable, rules_at
from companion.games.scene import Scene
from companion.games.seats import Seat
from companion.games.taps import focus_of, next_taps
from companion.language.messages import Message, own_text, say
from companion.language.reference import entries_about
from companion.pictures.library import Library
from companion.pictures.printed_copy import outdated_copy
from companion.rooms.room import Room
from companion.rooms.rooms import Rooms
from companion.rooms.start import face_of
from companion.table.acts.base import LogEntry
from companion.table.acts.corrections import Correct
from companion.table.acts.decks import Discard, Peek
from companion.table.acts.game import Begin, setup_fits
from companion.table.acts.seats import TakeSeat
from companion.table.changed_options import changed_options
from companion.table.decide import MAX_EVENTS
from companion.table.decks import size_of
from companion.table.game_rules import options_of, rules_of
from companion.table.in_play import offers_of, scene_of
from companion.table.model import Table
from companion.table.named_setup import named_setup
from companion.table.score_progress import by_name
from companion.table.score_sheets import result_of
from companion.table.seating import free_colours, has_begun, most_seats
from companion.table.sentences import describe
from companion.table.undo import PLAY, REDO, REPLACE, UNDO
from companion.table.view import log_view
from companion.web.access import Visitor
from companion.web.charts import ProgressChart, dice_charts, progress_chart
from companion.web.games.printing import paper_choices
from companion.web.games.setup_query import setup_args
from companion.web.piece_names import piece_name
from companion.web.query import parse_count
from companion.web.scoring.sheets import score_context
from companion.web.tables.corrections import number_choices, replace_context, undoable_moves
from companion.web.tables.free_points import point_data
from companion.web.tables.seat_menu import away_to_act, seat_menus
from companion.web.tables.winner import ranking_context, winner_context
from companion.web.translation import current_language
from printgen.catalog.model import ReferenceEntry

HISTORY_EVENTS: Final = 200
RECENT_EVENTS: Final = 5
SCREEN_EVENTS: Final = 8
RECENT: Final = frozenset({Begin.kind(), PLAY, REPLACE, Correct.kind()})


class PageContext:
    """Builds what the template of one page needs, except the values that all pages share."""

    def __init__(self, library: Library, rooms: Rooms) -> None:
        self._library = library
        self._rooms = rooms

    def build(self, page: str, visitor: Visitor) -> dict[str, Any]:
        builders = {
            "seats": self._seats,
            "setup": self._setup,
            "play": self._play,
            "tools": self._tools,
            "score": self._score,
            "history": self._history,
            "replace": self._replace,
            "screen": self._screen,
            "winner": self._winner,
        }
        return builders[page](visitor)

    def _seats(self, visitor: Visitor) -> dict[str, Any]:
        table = visitor.room.table
        colours = free_colours(table)
        begun = has_begun(table)
        refused = request.form if request.form.get("kind") == TakeSeat.kind() else {}
        return {
            "colours": colours,
            "typed_name": refused.get("name", ""),
            "has_begun": begun,
            "copy": None if begun else outdated_copy(self._library, table.game),
            "is_full": len(table.seats) >= most_seats(table),
            "may_pick_first": not is_playable(table.game) and not starting_lines(table),
            "seat_menus": seat_menus(visitor, colours),
            "may_claim_host": bool(visitor.seats)
            and not visitor.host
            and self._rooms.is_host_away(visitor.code),
            "join_url": url_for("tables.table", code=visitor.code, _external=True),
        }

    def _setup(self, visitor: Visitor) -> dict[str, Any]:
        table = visitor.room.table
        game, options = self._library.game(table.game), rules_at(table.game, table.facts).options
        return {
            "setup": named_setup(table),
            "request": table.setup,
            "options": options,
            "chosen": options_of(table),
            "changed_options": changed_options(options, table.setup.options) if table.setup else (),
            "players": game.players or (1, 12),
            "playing": table.play is not None,
            "setup_fits": setup_fits(table),
            "papers": paper_choices(),
            "share": url_for(
                "setups.setup", slug=table.game, table=visitor.code, **setup_args(table.setup)
            )
            if table.setup
            else "",
        }

    def _play(self, visitor: Visitor) -> dict[str, Any]:
        table = visitor.room.table
        path = taps_of(table)
        scene = scene_of(table, visitor.seat)
        stands_in = visitor.stands_in_for
        taps = next_taps(offers_of(table, stands_in or visitor.seat), path)
        zoom = request.args.get("zoom")
        return {
            "scene": scene,
            "answers": self._answers(table, scene),
            "setup_fits": setup_fits(table),
            "taps": taps,
            "focus": focus_of(scene, taps),
            "path": path,
            "point_data": point_data,
            "recent_moves": recent_moves(visitor),
            "undoable_moves": undoable_moves(visitor),
            "has_ppn": rules_of(table).has_ppn,
            "others_to_act": others_to_act(visitor),
            "stands_in": stands_in,
            "away_to_act": away_to_act(visitor, scene),
            "zoom": zoom if zoom in ("1", "2", "3") else "1",
        }

    def _answers(self, table: Table, scene: Scene | None) -> tuple[ReferenceEntry, ...]:
        """The questions that may come up in this phase, with their answers."""
        translation = self._library.translations(table.game, current_language())
        topics = scene.topics if scene else ()
        return entries_about(self._library.game(table.game), topics, translation)

    def _tools(self, visitor: Visitor) -> dict[str, Any]:
        table = visitor.room.table
        return {
            "decks": {name: size_of(table, name) for name in table.pieces},
            "dice": dict.fromkeys([*table.dice, *(roll.die for roll in table.rolls)]),
            "face_of": face_of,
            "charts": dice_charts(table),
            "peeked": peeked_cards(visitor),
            "starting": starting_lines(table),
            "has_market": rules_of(table).market is not None,
        }

    def _score(self, visitor: Visitor) -> dict[str, Any]:
        scene = scene_of(visitor.room.table, None)
        return {
            **score_context(visitor),
            "is_over": scene is not None and scene.over,
            "progress": progress_of_table(visitor) if "race" in request.args else None,
            "progress_requested": "race" in request.args,
        }

    def _history(self, visitor: Visitor) -> dict[str, Any]:
        table = visitor.room.table
        history = last_entries(visitor.room, HISTORY_EVENTS, visitor.seat)
        numbers = number_choices(table) if visitor.host and not table.ended else []
        return {"history": self._named(table, history), "numbers": numbers}

    def _replace(self, visitor: Visitor) -> dict[str, Any]:
        return {
            **replace_context(visitor, taps_of(visitor.room.table)),
            "point_data": point_data,
        }

    def _named(self, table: Table, history: list[LogEntry]) -> list[LogEntry]:
        return [named_as_printed(event, self._library, table.game) for event in history]

    def _winner(self, visitor: Visitor) -> dict[str, Any]:
        return winner_context(visitor, self._rooms)

    def _screen(self, visitor: Visitor) -> dict[str, Any]:
        """For a television: only what everybody may see, whichever phone shows it."""
        table = visitor.room.table
        return {
            **ranking_context(visitor.room),
            "scene": scene_of(table, None),
            "history": self._named(table, last_entries(visitor.room, SCREEN_EVENTS, None)),
            "start_url": url_for("games.start", _external=True).split("//")[1].rstrip("/"),
        }


def starting_lines(table: Table) -> tuple[Message, ...]:
    """What the game itself says about the starting player; empty if it leaves that to the table."""
    setup = named_setup(table)
    if setup is None:
        return (say("The setup says who starts."),) if is_playable(table.game) else ()
    return tuple(line for part in setup.parts if part.starts for line in part.lines)


def last_entries(room: Room, count: int, seat: str | None) -> list[LogEntry]:
    """The newest entries of a table's history as one seat may see them."""
    return log_view(room.history, seat, max(0, len(room.log) - count))


def named_as_printed(event: LogEntry, library: Library, game: str) -> LogEntry:
    """A log entry with the printed names of its deck and cards."""
    deck = event.data.get("deck")
    if deck is None:
        return event

    def name(card: Any) -> str:
        return piece_name(library, game, f"{deck}/{face_of(str(card))}")

    title = library.printed(game).title_of(deck)
    data = {**event.data, "deck": own_text(title)}
    if "card" in data:
        data["card"] = name(data["card"])
    result = dict(event.result)
    if isinstance(result.get("cards"), list):
        result["cards"] = [name(card) for card in result["cards"]]
    return replace(event, data=data, result=result)


def others_to_act(visitor: Visitor) -> list[str]:
    """Other seats of this phone that may act while the shown one may not."""
    scene = scene_of(visitor.room.table, visitor.seat)
    if scene is None or visitor.seat in scene.turn:
        return []
    return [seat for seat in visitor.seats if seat in scene.turn]


def is_covered(visitor: Visitor) -> bool:
    """Whether to hide the page until a shared phone has been passed to the next player."""
    if "passed" not in request.args or len(visitor.seats) < 2:
        return False
    table, seat = visitor.room.table, visitor.seat
    scene = scene_of(table, seat)
    holds_cards = seat is not None and any(pile.hands.get(seat) for pile in table.piles.values())
    has_secrets = scene is not None and any(panel.secret for panel in scene.panels)
    return holds_cards or has_secrets or bool(peeked_cards(visitor))


def recent_moves(visitor: Visitor) -> list[list[Message]]:
    """Descriptions of the last moves as this phone may see them, newest first."""
    table = visitor.room.table
    names = table.names
    events = last_entries(visitor.room, RECENT_EVENTS, visitor.seat)
    moves = [describe(e, names) for e in events if e.kind in RECENT and not e.undone]
    return [sentences for sentences in reversed(moves) if sentences]


def peeked_cards(visitor: Visitor) -> dict[str, list[str]]:
    """The cards this seat peeked at in each deck that nobody has touched since."""
    seen: dict[str, list[str]] = {}
    for event in visitor.room.log:
        deck = event.data.get("deck")
        if event.kind == Peek.kind() and event.seat == visitor.seat:
            seen[str(deck)] = list(event.result["cards"])
        elif deck in seen and event.kind != Discard.kind():
            del seen[str(deck)]
        elif event.kind in (UNDO, REDO):
            seen.clear()
    return seen


def progress_of_table(visitor: Visitor) -> ProgressChart | None:
    table = visitor.room.table
    in_play = seats_in_play(scene_of(table, None), table.seats)
    colours = {seat.name: seat.colour for seat in in_play}
    ranking_only = result_of(table).ranking_only
    names = table.names
    points = by_name(visitor.room.history.score_progress(), names)
    return progress_chart(points, colours, ranking_only=ranking_only)


def page_url(
    code: str,
    page: str,
    seat: str | None = None,
    whose: str | None = None,
    *,
    passed: bool = False,
) -> str:
    """`whose` is the seat whose score sheet is shown; `passed` means the phone changes hands."""
    args: dict[str, Any] = {"seat": seat, "passed": "yes" if passed else None}
    args["for"] = whose
    if page == "seats":
        return url_for("tables.table", code=code, **args)
    return url_for("tables.page", code=code, page=page, **args)


def taps_of(table: Table) -> list[int]:
    """The taps made so far; none if the table has changed since, which gives them another
    meaning."""
    if request.args.get("at") != str(table.revision):
        return []
    taps = (parse_count(part, MAX_EVENTS) for part in request.args.getlist("tap"))
    return [tap for tap in taps if tap is not None]


def seats_in_play(scene: Scene | None, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Seats in the colours of their pieces."""
    colours = scene.colours if scene else {}
    return tuple(replace(seat, colour=colours.get(seat.id, seat.colour)) for seat in seats)
