"""Takes the pictures that a text asks for, gives their frames; each piece is drawn once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from printgen.catalog.model import Column, Component, Game, Record, Table, Template
from printgen.draw.component import Drawing, Face, draw_component, prepare, shared_values
from printgen.draw.story.blocks import Picture
from printgen.draw.studio import Studio
from printgen.errors import DataError, Findings, Place, did_you_mean
from printgen.frame import Frame, Image, Use

TEXT_CRAFTS: Final = frozenset({"booklet", "parts"})
"""Crafts that show others' faces: they show none of each other's, so nothing goes in circles."""

ART_WIDTH: Final = 25.0  # mm: art has no size of its own


class Gallery:
    """The pieces of one game, drawn when they are asked for."""

    def __init__(
        self, game: Game, component: Component, studio: Studio, findings: Findings
    ) -> None:
        self._game = game
        self._own = component
        self._studio = studio
        self._findings = findings
        self._drawings: dict[tuple[str, str], Drawing] = {}
        self._crafted: dict[str, tuple[Face, ...]] = {}

    def frame(self, picture: Picture) -> Frame | None:
        """None after saying why there is no such picture."""
        if picture.kind == "face":
            return self._face(picture)
        return self._art(picture) if picture.kind == "art" else self._drawn(picture)

    def fan(self) -> tuple[Picture, ...]:
        """Some faces of the first component with enough of them, from its first to its last."""
        most = max(self._pieces(), key=lambda c: min(3, len(c.table.records)), default=None)
        if most is None:
            return ()
        records = most.table.records
        last, gaps = len(records) - 1, max(1, min(5, len(records)) - 1)
        picked = dict.fromkeys(round(step * last / gaps) for step in range(gaps + 1))
        return tuple(
            Picture("face", f"{most.id}/{records[i].values.get('id')}", most.place) for i in picked
        )

    def _pieces(self) -> Sequence[Component]:
        return [c for c in self._game.components if c.template is not None and c.layout == "grid"]

    def _error(self, place: Place, message: str) -> None:
        self._findings.error(place, message)

    def _face(self, picture: Picture) -> Frame | None:
        name, _, row = picture.name.partition("/")
        known = {
            component.id: component
            for component in self._game.components
            if component.craft is None or component.craft.kind not in TEXT_CRAFTS
        }
        component = known.get(name)
        if component is None:
            self._error(picture.place, f"there is no component '{name}'{did_you_mean(name, known)}")
            return None
        if component.craft is not None:
            return self._crafted_face(component, row, picture)
        rows = {str(record.values.get("id")): record for record in component.table.records}
        record = rows.get(row)
        if record is None:
            hint = did_you_mean(row, rows)
            self._error(picture.place, f"'{name}' has no row '{row}'{hint}")
            return None
        side: Literal["front", "back"] = "back" if picture.back else "front"
        template = component.back if picture.back else component.template
        if template is None:
            self._error(picture.place, f"'{name}' has no back")
            return None
        return self._draw(component, template, record, side)

    def _draw(
        self,
        component: Component,
        template: Template,
        record: Record,
        side: Literal["front", "back", "picture"],
    ) -> Frame:
        key = (component.id, side)
        if key not in self._drawings:
            label = component.id if side == "front" else f"{component.id}-{side}"
            self._drawings[key] = prepare(template, component, self._studio, label, self._findings)
        shared = shared_values(self._game, component, self._studio)
        return self._drawings[key].draw(record, shared, self._findings)

    def _crafted_face(self, component: Component, row: str, picture: Picture) -> Frame | None:
        if component.id not in self._crafted:
            self._crafted[component.id] = draw_component(
                self._game, component, self._studio, self._findings
            )
        faces = {str(face.record.values.get("id")): face for face in self._crafted[component.id]}
        face = faces.get(row)
        if face is None:
            hint = did_you_mean(row, faces)
            self._error(picture.place, f"'{component.id}' has no face '{row}'{hint}")
            return None
        return face.back if picture.back else face.front

    def _drawn(self, picture: Picture) -> Frame | None:
        craft = self._own.craft
        template = craft.template(picture.name) if craft is not None else None
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
        shown = Component(
            f"{picture.name}:{table.name}:{constants}",
            picture.name,
            table,
            template,
            None,
            "grid",
            picture.place,
            constants=picture.constants,
        )
        return self._draw(shown, template, rows[wanted], "picture")

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
            colour = self._studio.colour(picture.colour or "ink")
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
