"""The first state of a game: tiles shuffled and hands dealt."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.chance.provable import Chance
from companion.games.mines.facts import MinesFacts, in_order
from companion.games.mines.move_types import AnyMove, First
from companion.games.mines.names import token_name
from companion.games.mines.setup import FIRST_HAND, check_players, tiles_in_game, tiles_of
from companion.games.mines.state import LaidTile, Player, State
from companion.games.moves import Transition, announce
from companion.games.options import Options
from companion.games.seats import Seat, assign_pieces
from companion.games.setup import Setup
from companion.language.messages import Refused, say


def begin_game(
    facts: MinesFacts, seats: Sequence[Seat], options: Options, setup: Setup, chance: Chance
) -> Transition:
    check_players(facts, len(seats))
    centre = setup.part("centre").values["tile"]
    starter = setup.part("start").values["first"]
    first = starter or 0
    in_game = tiles_in_game(facts, len(seats), options) - 1
    tiles = chance.shuffle([tile for tile in tiles_of(facts, options) if tile != centre])[:in_game]
    tokens = [kind.id for kind in facts.tokens]
    kinds = assign_pieces(seats, tokens, dict(zip(tokens, tokens, strict=True)))
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
    state = State(dict(options), players, (LaidTile(centre, (0, 0), 0),), pile)
    names = {kind.id: token_name(kind.id, kind.name) for kind in facts.tokens}
    messages = [
        say("{who} plays {kind}", who=player.name, kind=names[player.kind]) for player in players
    ]
    messages.append(say("Tile {number} starts the mountain", number=facts.tiles[centre].number))
    if starter is None:
        return announce(replace(state, phase="youngest"), *messages)
    messages.append(say("{who} starts", who=players[0].name))
    return announce(state, *messages)


def name_youngest(state: State, move: AnyMove) -> Transition:
    """The named player starts; the others follow clockwise and keep their tiles."""
    seats = [player.id for player in state.players]
    if not isinstance(move, First) or move.who not in seats:
        raise Refused("first choose the youngest player")
    first = seats.index(move.who)
    players = (*state.players[first:], *state.players[:first])
    message = say("{who} is the youngest and starts", who=players[0].name)
    return announce(replace(state, players=players, phase="opening"), message)
