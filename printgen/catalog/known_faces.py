"""Check the printed faces that texts beside the components name."""

from __future__ import annotations

from collections.abc import Mapping

from printgen.catalog.model import Component
from printgen.errors import Findings, Location, did_you_mean


class KnownFaces:
    """The faces of a game's components, as 'component/row'.

    A component that is None was named in game.yaml but could not be read: its faces are not
    reported as unknown.
    """

    def __init__(self, components: Mapping[str, Component | None]) -> None:
        self._faces = {
            f"{component.id}/{record.values.get('id')}"
            for component in components.values()
            if component is not None
            for record in component.table.records
        }
        self._unread = {name for name, component in components.items() if component is None}

    def check(self, face: str, place: Location, findings: Findings) -> None:
        """Report a face that does not exist."""
        if face not in self._faces and face.partition("/")[0] not in self._unread:
            hint = did_you_mean(face, self._faces)
            findings.error(place, f"there is no face '{face}'{hint}")
