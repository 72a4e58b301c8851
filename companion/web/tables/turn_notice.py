"""Call a phone to the Play page: it is its turn, or the game has just begun."""

from __future__ import annotations

from msgspec import Struct

from companion.games.scene import Scene
from companion.language.messages import Message, say
from companion.rooms.room import Room
from companion.table.acts.game import Begin
from companion.table.in_play import scene_of
from companion.web.access import Visitor
from companion.web.tables.corrections import MOVES


class TurnNotice(Struct, frozen=True):
    """`text` is short enough for a page's title; `prompt` says more.

    `seat` is the seat to play with, and `passed` whether a shared phone changes hands for it.
    `turn` is false if the game has begun and others are to act, or is over. `button` leads there.
    """

    text: Message
    prompt: Message
    seat: str | None = None
    passed: bool = False
    turn: bool = True
    button: Message = say("Play")


def seats_to_act(visitor: Visitor, scene: Scene | None) -> tuple[str, ...]:
    """The seats of this phone whose turn it is."""
    if scene is None or scene.over or visitor.room.table.ended:
        return ()
    return tuple(seat for seat in visitor.seats if seat in scene.turn)


def turn_keys(visitor: Visitor, scene: Scene | None) -> tuple[str, ...]:
    """Values that change when a turn of this phone begins, and when the others wait for it."""
    alone = scene is not None and len(scene.turn) == 1
    return tuple(f"{seat}{'' if alone else '+'}" for seat in seats_to_act(visitor, scene))


def turn_notice(visitor: Visitor, scene: Scene | None) -> TurnNotice | None:
    """None while others act and once the result is saved. The scene is the one that everybody may
    see."""
    table, own = visitor.room.table, seats_to_act(visitor, scene)
    if len(visitor.seats) > 1 and own:
        seat = visitor.seat if visitor.seat in own else own[0]
        text = say("{name}’s turn", name=table.names[seat])
        return TurnNotice(text, text, seat, passed=seat != visitor.seat)
    if own:
        seen = scene_of(table, own[0])
        return TurnNotice(say("Your turn"), seen.headline if seen else say("Your turn"), own[0])
    if scene is None or table.ended:
        return None
    if scene.over:
        seen = scene_of(table, visitor.seat if len(visitor.seats) == 1 else None) or scene
        button = say("See the result")
        return TurnNotice(seen.headline, seen.headline, visitor.seat, turn=False, button=button)
    if not is_new_game(visitor.room):
        return None
    started = say("The game has started")
    return TurnNotice(started, started, visitor.seat, turn=False)


def is_new_game(room: Room) -> bool:
    """Whether nobody has made a move since the game began."""
    acts = (event for event in reversed(room.log) if event.kind in (Begin.kind(), *MOVES))
    last = next((event for event in acts if event.number not in room.table.undone), None)
    return last is not None and last.kind == Begin.kind()
