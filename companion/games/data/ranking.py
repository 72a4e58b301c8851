"""Rankings by points and tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.data.sheet import amount_in
from companion.games.score import Rank, Sheet, Total
from companion.language.messages import Message, own_text, say
from printgen.catalog.play.model import Play, ScoreLine, TieBreak

Key = tuple[int, ...]
"""Points and tie-breaks, with signs such that the smallest key is first."""


def rank_totals(
    play: Play, lines: Sequence[ScoreLine], totals: Sequence[Total], sheets: Mapping[str, Sheet]
) -> tuple[Rank, ...]:
    known = {line.about.id: line for line in lines}
    ties = [tie for tie in play.ties if tie.line in known]
    keys = {
        total.seat: (
            total.points if play.lowest_wins else -total.points,
            *(
                _sort_value(tie, amount_in(sheets[total.seat], known[tie.line], lines))
                for tie in ties
            ),
        )
        for total in totals
    }
    order = sorted(keys, key=lambda seat: keys[seat])
    begun = any(sheets.values())
    return tuple(
        Rank(
            seat,
            1 + sum(key < keys[seat] for key in keys.values()),
            _why(keys[seat], _rival(place, order, keys), ties, known) if begun else None,
        )
        for place, seat in enumerate(order)
    )


def _sort_value(tie: TieBreak, amount: int) -> int:
    """Convert an amount to a part of a key, or back."""
    return amount if tie.fewest else -amount


def _rival(place: int, order: Sequence[str], keys: Mapping[str, Key]) -> Key | None:
    """The key of the neighbour with equal points that a player is compared with, if any."""
    own = keys[order[place]]
    near = [*order[place + 1 : place + 2], *order[max(0, place - 1) : place]]
    equal = [keys[seat] for seat in near if keys[seat][0] == own[0]]
    same = [key for key in equal if key == own]
    return next(iter(same or equal), None)


def _why(
    own: Key, rival: Key | None, ties: Sequence[TieBreak], lines: Mapping[str, ScoreLine]
) -> Message | None:
    if rival is None:
        return None
    for tie, mine, other in zip(ties, own[1:], rival[1:], strict=True):
        if mine != other:
            return _decided(tie, own_text(lines[tie.line].about.title), mine, other)
    return say("still tied, so they share the place")


def _decided(tie: TieBreak, line: Message, mine: int, other: int) -> Message:
    own, rival = _sort_value(tie, mine), _sort_value(tie, other)
    if mine < other:
        return say("tie won by {line}: {own} to {rival}", line=line, own=own, rival=rival)
    return say("tie lost by {line}: {own} to {rival}", line=line, own=own, rival=rival)
