"""Who sits at a table, who may sit down, and which seats the game needs."""

from __future__ import annotations

from typing import Final

from companion.games.rules import PlayableRules
from companion.games.seats import COLOURS, Seat
from companion.language.messages import Refused
from companion.table.game_rules import rules_of
from companion.table.model import Table
from companion.table.names import is_readable, looks_like

MAX_SEATS: Final = 12
SEATS: Final = "seats"
"""The fact that says how many can play; tables of earlier versions do not have it."""


def most_seats(table: Table) -> int:
    """How many seats the table has: as many as can play the game, if its facts say so."""
    seats = table.facts.get(SEATS)
    return min(seats, MAX_SEATS) if isinstance(seats, int) and seats > 0 else MAX_SEATS


def free_colours(table: Table) -> tuple[str, ...]:
    """The colours of the seats that are left: those that the game has pieces of come first, and the
    others only where these are too few."""
    own, taken = rules_of(table).colours, {seat.colour for seat in table.seats}
    offered = own if len(own) >= most_seats(table) else tuple(dict.fromkeys((*own, *COLOURS)))
    return tuple(colour for colour in offered if colour not in taken)


def has_begun(table: Table) -> bool:
    """Whether the game runs: a refereed one, or one with an entry on a score sheet."""
    return table.play is not None or any(table.sheets.values())


def is_in_play(table: Table, seat: str) -> bool:
    """Whether the seat takes part in a refereed game."""
    return table.play is not None and table.takes_part(seat)


def is_needed(table: Table, seat: str) -> bool:
    """Whether the game needs the seat: it is in play, holds cards, or has a score."""
    holds_cards = any(pile.hands.get(seat) for pile in table.piles.values())
    return is_in_play(table, seat) or holds_cards or bool(table.sheets.get(seat))


def holds_secrets(table: Table, seat: str) -> bool:
    """Whether the seat sees something in the game that others do not."""
    if any(pile.hands.get(seat) for pile in table.piles.values()):
        return True
    rules = rules_of(table)
    if table.play is None or not isinstance(rules, PlayableRules):
        return False
    return any(panel.secret for panel in rules.scene(table.play, seat).panels)


def find_seat(table: Table, seat: str) -> Seat:
    """The seat with this id. Raises Refused if there is none."""
    found = table.seat(seat)
    if found is None:
        raise Refused("that seat doesn’t exist")
    return found


def check_name(table: Table, name: str, own: str = "") -> None:
    """Raises Refused for a name that cannot be read, or that another seat has."""
    if not is_readable(name):
        raise Refused("a name has 1 to 24 readable characters")
    if any(looks_like(seat.name, name) for seat in table.seats if seat.id != own):
        raise Refused("that name is taken")


def check_colour(table: Table, colour: str, own: str = "") -> None:
    """Raises Refused for an unknown colour, or one that another seat has."""
    if colour not in COLOURS:
        raise Refused("there is no colour '{colour}'", colour=colour)
    if any(seat.colour == colour for seat in table.seats if seat.id != own):
        raise Refused("{colour} is taken", colour=COLOURS[colour])
