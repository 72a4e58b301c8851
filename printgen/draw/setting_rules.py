"""Find settings that would have no effect beside the others of an element."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

PAINTS: Final = ("fill", "ground", "stroke")
SHAPES: Final = frozenset(
    ("rectangle", "circle", "ellipse", "arc", "polygon", "star", "hex", "line", "path")
)
NEEDED: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "group": {"clip_radius": ("clip",)},
    "table": {
        "as": ("over",),
        "header_colour": ("header",),
        "header_ground": ("header",),
        "header_style": ("header",),
    },
    "text": {"lift": ("along",)},
    **{kind: {"stroke_width": ("stroke",), "dash": ("stroke", "ground")} for kind in SHAPES},
}
"""For a setting of an element, the others of which it needs one."""
INSTEAD: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "group": (("clip", "clip_path"),),
    "image": (("greyscale", "tint"), ("mask", "radius")),
}
"""Settings that say the same in two ways."""


def settings_without_effect(kind: str, given: Collection[str]) -> Iterator[tuple[str, str]]:
    """Return each such setting of an element, with a sentence about it."""
    if kind in SHAPES and not any(paint in given for paint in PAINTS):
        yield kind, f"'{kind}' draws nothing: it needs a fill, a ground or a stroke"
        return
    for key, others in NEEDED.get(kind, {}).items():
        if key in given and not any(other in given for other in others):
            wanted = " or ".join(f"'{other}'" for other in others)
            yield key, f"'{key}' has no effect without {wanted}"
    for one, other in INSTEAD.get(kind, ()):
        if one in given and other in given:
            yield other, f"'{one}' and '{other}' exclude each other; leave one out"
