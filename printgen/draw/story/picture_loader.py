"""Load the pictures of a rules text: printed faces, templates and art."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal

from msgspec.structs import replace

from printgen.catalog.model import Column, Component, Game, Record, Table, Template
from printgen.catalog.rules_text.blocks import Picture
from printgen.draw.context import DrawContext
from printgen.draw.drawing import (
    CompiledTemplate,
    compile_template,
    counts_of_row,
    shared_values,
)
from printgen.draw.elements.faces import without_text
from printgen.draw.face import Face
from printgen.errors import DataError, Findings, Location, did_you_mean
from printgen.frame import Frame, Image, Use

TEXT_CRAFTS: Final = frozenset({"booklet", "parts"})
"""Crafts that show faces of other components. They cannot show each other, to avoid recursion."""

ART_WIDTH: Final = 25.0  # mm: art files have no size


class PictureLoader:
    """Draws the pictures of one game on demand, each once."""

    def __init__(
        self,
        game: Game,
        find_template: Callable[[str], Template | None],
        context: DrawContext,
        findings: Findings,
    ) -> None:
        self._game = game
        self._find_template = find_template
        self._context = context
        self._findings = findings
        self._compiled: dict[tuple[str, str, str], CompiledTemplate] = {}
        self._crafted: dict[str, tuple[Face, ...]] = {}
        self._figure_context = replace(context, find_face=self.face)

    def frame(self, picture: Picture) -> Frame | None:
        """Return the picture's frame, or None after reporting the mistake."""
        if picture.kind == "face":
            return self._face(picture)
        return self._art(picture) if picture.kind == "art" else self._drawn(picture)

    def fan(self) -> tuple[Picture, ...]:
        """Return up to five faces of the first component with enough of them. They are too small to
        be read, so they have no text."""
        several = (c for c in self._pieces() if len(c.table.records) > 1)
        most = max(several, key=lambda c: min(3, len(c.table.records)), default=None)
        if most is None:
            return ()
        records = most.table.records
        last, gaps = len(records) - 1, max(1, min(5, len(records)) - 1)
        picked = dict.fromkeys(round(step * last / gaps) for step in range(gaps + 1))
        return tuple(
            Picture(
                "face", f"{most.id}/{records[i].values.get('id')}", most.place, keeps_text=False
            )
            for i in picked
        )

    def _pieces(self) -> Sequence[Component]:
        return [c for c in self._game.components if c.template is not None and c.layout == "grid"]

    def _error(self, place: Location, message: str) -> None:
        self._findings.error(place, message)

    def _face(self, picture: Picture) -> Frame | None:
        try:
            frame = self.face(picture.name, picture.back)
            return frame if picture.keeps_text else without_text(frame)
        except ValueError as fault:
            self._error(picture.place, str(fault))
            return None

    def face(self, path: str, back: bool) -> Frame:
        """Return the printed face of 'component/row'; raise ValueError if there is none."""
        name, _, row = path.partition("/")
        known = {
            component.id: component
            for component in self._game.components
            if component.craft is None or component.craft.kind not in TEXT_CRAFTS
        }
        component = known.get(name)
        if component is None:
            raise ValueError(f"there is no component '{name}'{did_you_mean(name, known)}")
        if component.craft is not None:
            return self._crafted_face(component, row, back)
        rows = {str(record.values.get("id")): record for record in component.table.records}
        record = rows.get(row)
        if record is None:
            raise ValueError(f"'{name}' has no row '{row}'{did_you_mean(row, rows)}")
        side: Literal["front", "back"] = "back" if back else "front"
        template = component.back_of(record) if back else component.front_of(record)
        if template is None:
            raise ValueError(f"'{name}' has no back")
        return self._draw(component, template, record, side)

    def _draw(
        self,
        component: Component,
        template: Template,
        record: Record,
        side: Literal["front", "back", "picture"],
    ) -> Frame:
        key = (component.id, side, template.name)
        if key not in self._compiled:
            label = component.id if side == "front" else f"{component.id}-{side}"
            context = self._figure_context if side == "picture" else self._context
            self._compiled[key] = compile_template(
                template, component, context, label, self._findings
            )
        shared = shared_values(self._game, component, self._context)
        shared |= {**counts_of_row(component, record), **component.constants}
        return self._compiled[key].draw(record, shared, self._findings)

    def _crafted_face(self, component: Component, row: str, back: bool) -> Frame:
        if component.id not in self._crafted:
            self._crafted[component.id] = self._context.draw_component(
                self._game, component, self._context, self._findings
            )
        faces = {str(face.record.values.get("id")): face for face in self._crafted[component.id]}
        face = faces.get(row)
        if face is None:
            raise ValueError(f"'{component.id}' has no face '{row}'{did_you_mean(row, faces)}")
        frame = face.back if back else face.front
        if frame is None:
            raise ValueError(f"'{component.id}' has no back")
        return frame

    def _drawn(self, picture: Picture) -> Frame | None:
        template = self._find_template(picture.name)
        if template is None:
            self._error(picture.place, f"there is no template '{picture.name}'")
            return None
        table = self._table(picture)
        if table is None:
            return None
        rows = {str(record.values.get("id")): record for record in table.records}
        wanted = picture.id or next(iter(rows), "")
        if wanted not in rows:
            hint = did_you_mean(wanted, rows)
            self._error(picture.place, f"'{picture.rows}' has no row '{wanted}'{hint}")
            return None
        constants = tuple(sorted(picture.constants.items(), key=lambda pair: pair[0]))
        figure = Component(
            f"{picture.name}:{table.name}:{constants}",
            picture.name,
            table,
            template,
            None,
            "grid",
            picture.place,
            constants=picture.constants,
        )
        return self._draw(figure, template, rows[wanted], "picture")

    def _table(self, picture: Picture) -> Table | None:
        if not picture.rows:
            record = Record({"id": picture.name}, picture.place)
            return Table("", "", (Column("id", "text"),), (record,), picture.place)
        table = self._game.tables.get(picture.rows)
        if table is None:
            hint = did_you_mean(picture.rows, self._game.tables)
            self._error(picture.place, f"there is no table '{picture.rows}'{hint}")
        return table

    def _art(self, picture: Picture) -> Frame | None:
        art, name = self._game.art, picture.name
        try:
            if name in art.images:
                image = art.image(name)
                height = ART_WIDTH * image.pixel_height / image.pixel_width
                placed = Image(0.0, 0.0, ART_WIDTH, height, image)
                return Frame(name, ART_WIDTH, height, (placed,))
            symbol = art.symbol(name)
            colour = self._context.colour(picture.colour or "ink")
        except DataError as fault:
            for finding in fault.findings:
                self._error(picture.place, finding.message)
            return None
        except ValueError as fault:
            self._error(picture.place, str(fault))
            return None
        factor = ART_WIDTH / symbol.width
        used = Use(symbol, (factor, 0.0, 0.0, factor, 0.0, 0.0), colour)
        return Frame(name, ART_WIDTH, symbol.height * factor, (used,))
