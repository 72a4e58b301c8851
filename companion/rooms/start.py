"""The decks, bags and dice of a new table.

They hold exactly what is printed: a row printed three times is three pieces.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from companion.games import facts_of
from companion.table.model import Start
from companion.table.seating import SEATS
from printgen.catalog.model import Component, Game, Record
from printgen.catalog.play.model import ShufflePart

# A row of a folded die names its faces in this column; one that does not is numbered.
FACES: Final = "faces"
DICE: Final = {
    **{f"d{sides}": tuple(map(str, range(1, sides + 1))) for sides in (6, 4, 8, 10, 12, 20, 100)},
    "coin": ("heads", "tails"),
}


def start_of(game: Game) -> Start:
    """What a new table of this game begins with."""
    decks: dict[str, tuple[str, ...]] = {}
    dice: dict[str, tuple[str, ...]] = {}
    mixed = _mixed_by_setup(game)
    for component in game.components:
        if component.craft is not None and component.craft.kind == "die":
            dice.update(_dice_of(component))
        if is_shuffled(component, mixed):
            decks[component.id] = tuple(
                f"{record.values['id']}#{copy}"
                for record in component.table.records
                for copy in range(1, component.copies(record) + 1)
            )
    facts = facts_of(game)
    if game.players is not None:
        facts = {**facts, SEATS: game.players[1]}
    return Start(decks, {**dice, **DICE}, facts)


def _mixed_by_setup(game: Game) -> frozenset[str]:
    """The components that the game's own setup mixes."""
    mixes = [
        part for part in game.play.parts if isinstance(part, ShufflePart) and not part.in_order
    ]
    return frozenset(piece.face.partition("/")[0] for mix in mixes for piece in mix.pieces)


def is_shuffled(component: Component, mixed: Collection[str] = ()) -> bool:
    """Whether a component is drawn by chance: as its data says, else if the setup mixes it or its
    backs hide what differs.

    Boards, aids, pads and pieces that show their face on both sides are not decks.
    """
    if component.craft is not None or component.layout == "poster":
        return False
    if component.shuffled is not None:
        return component.shuffled
    if component.id in mixed:
        return True
    hides = component.back is not None and component.back != component.template
    return hides and len(component.table.records) > 1


def _dice_of(component: Component) -> Iterator[tuple[str, tuple[str, ...]]]:
    for record in component.table.records:
        faces = record.values.get(FACES)
        if isinstance(faces, tuple):
            yield str(record.values["id"]), tuple(_face_name(face) for face in faces)


def _face_name(face: object) -> str:
    return str(face.values["id"]) if isinstance(face, Record) else str(face)


def face_of(piece: str) -> str:
    """The face that a piece shows: its row's id."""
    return piece.rsplit("#", 1)[0]
