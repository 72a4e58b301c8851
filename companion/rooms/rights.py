"""Who may make which act: phones that hold seats, and the host."""

from __future__ import annotations

import hmac
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from companion.language.messages import Refused
from companion.rooms.tokens import digest
from companion.storage.holders import Holder
from companion.storage.rows import StoredTable
from companion.table.acts import ACTS
from companion.table.acts.score import EnterScore, EnterScores
from companion.table.acts.takeover import DeclineRequest, TakeOverSeat
from companion.table.model import Act

CONSENT: Final = frozenset({TakeOverSeat.kind(), DeclineRequest.kind()})
LINKED: Final = frozenset({"since", "host"})
"""What only a signed link may say of a take-over."""


class NotYours(Refused):
    """An act with a seat, or on a score sheet, that belongs to another phone."""


def seats_held(holders: Iterable[Holder], token: str) -> list[str]:
    """The seats that the phone with that token holds."""
    own = digest(token) if token else ""
    return sorted(holder.seat for holder in holders if holder.token == own)


def opens(stored: StoredTable, token: str) -> bool:
    """Whether a token is the one of the table's host."""
    return hmac.compare_digest(stored.host, digest(token))


def check_right(
    act: Act, seats: Collection[str], *, host: bool, away: Collection[str] = ()
) -> None:
    """Raises NotYours unless a phone that holds these seats may make this act.

    Spectators cannot act; the host can. A score is entered by its owner's phone or by the host.
    `away` are the seats whose phone is away: `stand_in` lets the host play for them.
    """
    if act.seat is None and not host:
        raise NotYours("take a seat first")
    if act.seat is not None and act.seat not in seats and act.by is None:
        raise NotYours("that seat belongs to another phone")
    if act.kind in ACTS and ACTS[act.kind].host_only and not host:
        raise NotYours("only the host can do that")
    if act.kind in CONSENT:
        _check_consent(act, seats, host=host, away=away)
    if not host and any(seat not in seats for seat in _scored_seats(act)):
        raise NotYours("only the host can enter other players’ scores")


def _scored_seats(act: Act) -> Sequence[object]:
    """The seats whose score an act enters, as the act names them: they are not checked yet."""
    if act.kind == EnterScore.kind():
        return [act.data.get("for", act.seat)]
    sheets = act.data.get("sheets") if act.kind == EnterScores.kind() else None
    return list(sheets) if isinstance(sheets, Mapping) else []


def _check_consent(act: Act, seats: Collection[str], *, host: bool, away: Collection[str]) -> None:
    """A seat changes hands if the host or the phone that holds it agrees. The host's own phone
    takes only a seat whose phone is away."""
    who = act.data.get("who")
    if not LINKED.isdisjoint(act.data) or not (host or who in seats):
        raise NotYours("the host or the phone of that seat must agree")
    if "request" not in act.data and not (host and who in away):
        raise NotYours("the phone of that seat is connected: it can show a code")
