"""Hash what a face shows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from printgen.frame import Frame, Group, Item, Use


class Digests:
    """Hashes frames, each once. Two frames with one hash print the same, whatever made them."""

    def __init__(self) -> None:
        self._known: dict[Frame, str] = {}

    def of(self, frame: Frame) -> str:
        known = self._known.get(frame)
        if known is None:
            # A dump names the frames that it uses, but does not show them.
            used = "".join(self.of(inner) for inner in _used(frame.items))
            # A face that has another name, because its row has another id, looks the same.
            shown = frame.dump().partition("\n")[2]
            size = f"{frame.width:.3f} {frame.height:.3f} {frame.bleed:.3f}"
            text = f"{size}\n{shown}\n{used}"
            known = self._known[frame] = hashlib.sha256(text.encode()).hexdigest()[:16]
        return known


def _used(items: Iterable[Item]) -> Iterable[Frame]:
    for item in items:
        if isinstance(item, Use):
            yield item.frame
        elif isinstance(item, Group):
            yield from _used(item.items)
            if item.mask is not None:
                yield from _used(item.mask.items)
