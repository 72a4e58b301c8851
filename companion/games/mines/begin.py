"""Takes seats and a setup, gives the state a game begins with: tiles mixed, hands dealt."""

from __future__ import annotations

from collections.abc import Sequence

from companion.chance import Chance
from companion.games.base import Options, Say, Setup, Turn
from companion.games.mines import wording
from companion.games.mines.facts import MinesFacts, in_order
from companion.games.mines.setup import FIRST_HAND, check_players, tiles_in_game
from companion.games.mines.state import Laid, Player, State
from companion.table.model import Seat
from companion.words import say


def begin(
    facts: MinesFacts, seats: Sequence[Seat], options: Options, setup: Setup, chance: Chance
) -> Turn:
    check_players(facts, len(seats))
    centre = setup.part("centre").values["tile"]
    first = setup.part("start").values["first"]
    in_game = tiles_in_game(facts, len(seats), options) - 1
    tiles = chance.shuffle([tile for tile in sorted(facts.tiles) if tile != centre])[:in_game]
    kinds = _kinds(facts, seats)
    players = tuple(
        Player(
            seat,
            kinds[seat.id],
            facts.usable,
            in_order(facts, tiles[FIRST_HAND * place : FIRST_HAND * (place + 1)]),
        )
        for place, seat in enumerate((*seats[first:], *seats[:first]))
    )
    pile = tiles[FIRST_HAND * len(seats) :]
    state = State(dict(options), players, (Laid(centre, (0, 0), 0),), pile)
    names = {kind.id: wording.kind(kind.id, kind.name) for kind in facts.tokens}
    says = [
        say("{who} plays {kind}", who=player.name, kind=names[player.kind]) for player in players
    ]
    says.append(say("tile {number} is the first", number=facts.tiles[centre].number))
    says.append(say("{who} starts", who=players[0].name))
    return Turn(state, tuple(map(Say, says)))


def _kinds(facts: MinesFacts, seats: Sequence[Seat]) -> dict[str, str]:
    """Tokens of the seat's own colour where there are any; the others take what is left."""
    known = [kind.id for kind in facts.tokens]
    given = {seat.id: seat.colour for seat in seats if seat.colour in known}
    left = (kind for kind in known if kind not in given.values())
    return {seat.id: given.get(seat.id) or next(left) for seat in seats}
