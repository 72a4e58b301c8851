"""The winner screen: a ranking revealed from last place to first, and the way to the next game."""

from __future__ import annotations

import re
import secrets
import time
from typing import Any, Final

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.pictures.library import Library
from companion.rooms.play_again import play_again
from companion.rooms.rights import NotYours
from companion.rooms.room import Room
from companion.rooms.rooms import Rooms
from companion.rooms.start import start_of
from companion.table.in_play import was_ended_early
from companion.table.model import END, Table
from companion.table.next_game import next_players, next_starter
from companion.table.score_sheets import result_of
from companion.web.access import Access, Visitor, reject_cross_site, remember_phone

ENTROPY: Final = re.compile("[0-9a-f]{0,128}")
REVEAL_MS: Final = 20_000
"""Phones that come later show the whole ranking at once."""


def make_winner(access: Access, library: Library) -> Blueprint:
    pages = Blueprint("winner", __name__)
    pages.before_request(reject_cross_site)

    @pages.post("/t/<code>/again")
    def again(code: str) -> AnyResponse:
        visitor = access.visitor(code)
        if not may_play_again(visitor, access.rooms):
            raise NotYours("only the host can do that")
        access.count_opening()
        start = start_of(library.game(visitor.room.stored.game))
        sent = request.form.get("entropy", "")
        entropy = sent if ENTROPY.fullmatch(sent) else ""
        opened = play_again(access.rooms, visitor.room, start, visitor.phone, entropy)
        response = redirect(url_for("tables.table", code=opened), 303)
        remember_phone(response, visitor.phone)
        return response

    return pages


def winner_context(visitor: Visitor, rooms: Rooms) -> dict[str, Any]:
    table = visitor.room.table
    held = {holder.seat for holder in rooms.holders(visitor.code)}
    return {
        **ranking_context(visitor.room),
        "starts_next": next_starter(table, next_players(table, held)),
        "may_play_again": may_play_again(visitor, rooms),
        "again_id": secrets.token_urlsafe(12),
    }


def ranking_context(room: Room) -> dict[str, Any]:
    """`revealed_ms` is how long ago the reveal began on all phones; None once it is over."""
    elapsed = round((time.time() - _ended_at(room)) * 1000)
    return {
        "result": result_of(room.table),
        "is_scored": is_scored(room.table),
        "ended_early": was_ended_early(room.table),
        "revealed_ms": max(elapsed, 0) if elapsed < REVEAL_MS else None,
    }


def is_scored(table: Table) -> bool:
    return bool(table.sheets) or table.play is not None


def may_play_again(visitor: Visitor, rooms: Rooms) -> bool:
    """The host opens the next table, or any player while the host's phone is away."""
    if not visitor.room.table.ended:
        return False
    return visitor.host or (bool(visitor.seats) and rooms.is_host_away(visitor.code))


def _ended_at(room: Room) -> float:
    end = room.log[-1] if room.log and room.log[-1].kind == END else None
    return (end.at if end else None) or 0.0
