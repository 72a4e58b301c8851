"""Sort a frame's items by layer, however deeply they are nested.

Cutters and drawing programs need all cut lines of a page in one layer, including those inside a
placed face. A group or use on another layer than art puts all its contents on that layer.
"""

from __future__ import annotations

from msgspec.structs import replace

from printgen.frame import LAYERS, Frame, Group, Image, Item, Layer, Path, Text, Use


class LayerSplitter:
    """Splits items by layer. Frames are cached, since one frame is often used many times."""

    def __init__(self) -> None:
        self._layers: dict[Frame, frozenset[Layer]] = {}
        self._parts: dict[tuple[Frame, Layer], Frame] = {}

    def split(self, items: tuple[Item, ...]) -> dict[Layer, list[Item]]:
        """Return the layers that are present, in order, each with its items in paint order."""
        found: dict[Layer, list[Item]] = {layer: [] for layer in LAYERS}
        for item in items:
            layers = self._layers_of(item)
            if len(layers) == 1:
                found[next(iter(layers))].append(item)
            else:
                for layer in layers:
                    found[layer].append(self._part(item, layer))
        return {layer: kept for layer, kept in found.items() if kept}

    def _layers_of(self, item: Item) -> frozenset[Layer]:
        if isinstance(item, Path | Text | Image):
            return frozenset((item.layer,))
        if not isinstance(item, Group | Use):
            raise TypeError(f"no layer can hold a {type(item).__name__}")
        if item.layer != "art":
            return frozenset((item.layer,))
        if isinstance(item, Group):
            return self._union(item.items)
        known = self._layers.get(item.frame)
        if known is None:
            known = self._layers[item.frame] = self._union(item.frame.items)
        return known

    def _union(self, items: tuple[Item, ...]) -> frozenset[Layer]:
        return frozenset[Layer]().union(*map(self._layers_of, items))

    def _part(self, item: Item, layer: Layer) -> Item:
        """Return the part of a group or use that belongs to one of its layers."""
        if isinstance(item, Group):
            return replace(item, items=self._only(item.items, layer))
        if isinstance(item, Use):
            key = (item.frame, layer)
            if key not in self._parts:
                kept = self._only(item.frame.items, layer)
                self._parts[key] = replace(item.frame, items=kept)
            return replace(item, frame=self._parts[key])
        return item

    def _only(self, items: tuple[Item, ...], layer: Layer) -> tuple[Item, ...]:
        kept = []
        for item in items:
            layers = self._layers_of(item)
            if layer in layers:
                kept.append(item if len(layers) == 1 else self._part(item, layer))
        return tuple(kept)
