"""Takes totals and tie-breaks, gives who came where and what decided between equals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.base import Rank, Sheet, Total
from companion.games.data.sheet import amount_in
from companion.words import Message, own_text, say
from printgen.catalog.play.model import Play, ScoreLine, TieBreak

Key = tuple[int, ...]
"""Points and then each tie-break, turned so that the smallest key comes first."""


def ranking_of(
    play: Play, lines: Sequence[ScoreLine], totals: Sequence[Total], sheets: Mapping[str, Sheet]
) -> tuple[Rank, ...]:
    known = {line.about.id: line for line in lines}
    ties = [tie for tie in play.ties if tie.line in known]
    keys = {
        total.seat: (
            total.points if play.lowest_wins else -total.points,
            *(_turned(tie, amount_in(sheets[total.seat], known[tie.line], lines)) for tie in ties),
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


def _turned(tie: TieBreak, amount: int) -> int:
    """An amount as part of a key, or the other way round."""
    return amount if tie.fewest else -amount


def _rival(place: int, order: Sequence[str], keys: Mapping[str, Key]) -> Key | None:
    """Whom a player of equal points is measured against: the next one, else the one before."""
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
    return say("equal in everything, so the place is shared")


def _decided(tie: TieBreak, line: Message, mine: int, other: int) -> Message:
    own, rival = _turned(tie, mine), _turned(tie, other)
    if mine < other:
        return say(
            "ahead in the tie by {line}: {own} against {rival}", line=line, own=own, rival=rival
        )
    return say(
        "behind in the tie by {line}: {own} against {rival}", line=line, own=own, rival=rival
    )
