"""The drawn state of a game that the pages show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from companion.proof.reuse import Kept, kept_faces
from printgen.catalog.load import load_game
from printgen.catalog.model import Component, Game
from printgen.draw.component import NOTHING, draw_component, make_draw_context
from printgen.draw.context import InkStyle
from printgen.draw.face import Face
from printgen.draw.show import show
from printgen.editions.digest import Digests
from printgen.editions.edition import is_compared
from printgen.errors import Finding, Findings, Location
from printgen.frame import Frame

Side = Literal["front", "back"]
PartKind = Literal["pieces", "board", "net", "reading"]
KINDS: Final[Mapping[PartKind, str]] = {
    "pieces": "cards, tiles and other pieces",
    "board": "boards",
    "net": "nets to fold",
    "reading": "booklets and lists",
}
"""What a designer looks at most comes first."""
NAMES: Final = ("title", "name", "label")
"""The columns that name a piece, the first choice first."""


class GameFiles(Struct, frozen=True):
    """Where a game is."""

    slug: str
    cards: Path
    templates: Path


class ProofFace(Struct, frozen=True):
    """One side of a row, or a back that several rows share. `digest` is the hash of what it
    shows."""

    key: str
    title: str
    side: Side
    row: str
    digest: str
    frame: Frame
    face: Face
    values: Mapping[str, str]
    is_shared: bool

    @property
    def copies(self) -> int:
        return self.face.copies

    @property
    def place(self) -> Location:
        return self.face.record.place


class ProofPart(Struct, frozen=True):
    """A component with its faces; a back that rows share is shown once."""

    id: str
    title: str
    kind: PartKind
    columns: tuple[str, ...]
    faces: tuple[ProofFace, ...]
    drawn: tuple[Face, ...]
    component: Component


class Drawing(Struct, frozen=True):
    """What one look at the files gave. Without a game, `parts` is empty."""

    game: Game | None
    parts: tuple[ProofPart, ...]
    mistakes: tuple[Finding, ...]


def draw_game(
    files: GameFiles, before: Sequence[ProofPart] = (), *, only_tables: bool = False
) -> Iterator[Drawing]:
    """Draw everything, in two steps if the game has crafts, which take longer: first with those of
    the picture `before`. With `only_tables`, rows that are as they were then are used again."""
    findings = Findings()
    game = load_game(files.slug, files.cards, files.templates, findings)
    if game is None:
        yield Drawing(None, (), findings.errors)
        return
    kept: Kept = NOTHING
    if only_tables:
        kept = kept_faces(((part.component, part.drawn) for part in before), game)
    drawer = _Drawer(game, "full", findings, kept, before)
    crafts = [component.id for component in game.components if component.craft is not None]
    earlier = {part.id: part for part in before if part.id in crafts}
    plain = [component for component in game.components if component.craft is None]
    if plain and crafts and len(earlier) == len(crafts):
        drawn = {component.id: drawer.part(component) for component in plain} | earlier
        if not findings.errors:
            yield Drawing(game, tuple(drawn[component.id] for component in game.components), ())
    parts = tuple(map(drawer.part, game.components))
    yield Drawing(game, parts, findings.errors)


def draw_low_ink(game: Game) -> tuple[ProofPart, ...]:
    return tuple(map(_Drawer(game, "low", Findings()).part, game.components))


class _Drawer:
    """Draws the components of a game, each once."""

    def __init__(
        self,
        game: Game,
        ink: InkStyle,
        findings: Findings,
        kept: Kept = NOTHING,
        before: Sequence[ProofPart] = (),
    ) -> None:
        self._game = game
        self._findings = findings
        self._context = make_draw_context(game, ink, None, kept=kept)
        self._digests = Digests()
        self._old = {face.key: face for part in before for face in part.faces}

    def part(self, component: Component) -> ProofPart:
        drawn = draw_component(self._game, component, self._context, self._findings)
        return _part(component, drawn, self._digests, self._old)


def _part(
    component: Component,
    drawn: tuple[Face, ...],
    digests: Digests,
    old: Mapping[str, ProofFace],
) -> ProofPart:
    columns = tuple(column.name for column in component.table.columns)
    return ProofPart(
        component.id,
        component.title,
        _kind(component),
        columns if component.craft is None else (),
        tuple(_faces(component, drawn, columns, digests, old)),
        drawn,
        component,
    )


def _kind(component: Component) -> PartKind:
    if component.layout == "poster":
        return "board"
    if component.craft is None:
        return "pieces"
    return "net" if is_compared(component) else "reading"


def _faces(
    component: Component,
    drawn: Sequence[Face],
    columns: tuple[str, ...],
    digests: Digests,
    old: Mapping[str, ProofFace],
) -> Iterator[ProofFace]:
    shown: set[int] = set()
    uses = Counter(id(face.back) for face in drawn)
    for face in drawn:
        row = show(face.record.values.get("id"))
        sides: tuple[tuple[Side, Frame | None], ...] = (("front", face.front), ("back", face.back))
        for side, frame in sides:
            if frame is None or (side == "back" and id(frame) in shown):
                continue
            shown.add(id(frame))
            key = f"{component.id}/{side}/{row}"
            is_shared = side == "back" and uses[id(frame)] > 1
            known = old.get(key)
            if known is not None and known.face is face and known.is_shared == is_shared:
                yield known
                continue
            values = {name: show(face.record.values.get(name)) for name in columns}
            own = component.title if len(drawn) == 1 else row
            title = next((values[name] for name in NAMES if values.get(name)), own)
            title = component.title if is_shared else title
            yield ProofFace(
                key, title, side, row, digests.of(frame), frame, face, values, is_shared
            )
