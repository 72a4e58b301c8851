"""Show what changed between two states of a game, side by side."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from html import escape
from typing import Final

from printgen.draw.face import Face
from printgen.editions.edition import Change, Faces
from printgen.export.svg import write_svg
from printgen.frame import Frame

WORDS: Final = {
    "new": "new",
    "changed": "changed",
    "more": "more copies",
    "fewer": "fewer copies",
    "removed": "removed",
}
STYLE: Final = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
ul { list-style: none; padding: 0; display: grid; gap: 2rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); }
.sides { display: flex; gap: 1rem; align-items: start; }
figure { margin: 0; flex: 1 1 0; min-width: 0; }
img { width: 100%; max-height: 26rem; object-fit: contain; background: #fff; border-radius: 4px; }
figcaption, small { opacity: .8; font-size: .85rem; font-weight: 400; }
h1 small { overflow-wrap: anywhere; }
h3 { margin: 0 0 .3rem; font-size: 1rem; }
"""


def diff_page(
    title: str, labels: tuple[str, str], found: Sequence[Change], old: Faces, new: Faces
) -> str:
    """Return a page that needs nothing else, with every change and both of its faces."""
    sections = []
    for name in dict.fromkeys(change.component for change in found):
        component = (new.get(name) or old[name])[0]
        items = "".join(_item(change, old, new) for change in found if change.component == name)
        sections.append(f"<h2>{escape(component.title)}</h2>\n<ul>\n{items}</ul>\n")
    body = "".join(sections) or "<p>All faces are the same.</p>\n"
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n"
        f"<h1>{escape(title)} <small>{escape(labels[0])} → {escape(labels[1])}</small></h1>\n"
        f"{body}</html>\n"
    )


def _item(change: Change, old: Faces, new: Faces) -> str:
    before, after = _face(old, change), _face(new, change)
    pairs = [("before", before), ("after", after)]
    if change.kind in ("more", "fewer"):
        pairs = pairs[1:]  # they look the same
    sides = []
    for label, face in pairs:
        if face is None:
            continue
        sides.append(_figure(face.front, f"{label}: {face.copies} ×"))
        is_changed = before is None or after is None or _backs_differ(before, after)
        if face.back is not None and is_changed and change.kind == "changed":
            sides.append(_figure(face.back, f"{label}, back"))
    return (
        f"<li><h3>{escape(change.id)} <small>{WORDS[change.kind]}{_amount(change)}</small></h3>"
        f'<div class="sides">{"".join(sides)}</div>\n'
    )


def _amount(change: Change) -> str:
    if change.kind == "more":
        return f": {change.into} more"
    return f": {change.out} fewer" if change.kind == "fewer" else ""


def _backs_differ(before: Face, after: Face) -> bool:
    if before.back is None or after.back is None:
        return before.back is not after.back
    return before.back.dump() != after.back.dump()


def _face(faces: Faces, change: Change) -> Face | None:
    found = faces.get(change.component)
    return None if found is None else found[1].get(change.id)


def _figure(frame: Frame, caption: str) -> str:
    stream = io.StringIO()
    write_svg(frame, stream)
    data = base64.b64encode(stream.getvalue().encode()).decode()
    return (
        f'<figure><img alt="{escape(caption)}" src="data:image/svg+xml;base64,{data}">'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
    )
