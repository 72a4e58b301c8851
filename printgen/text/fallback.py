"""Choose for each part of a text the first typeface that has its characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from printgen.text.breaking import clusters
from printgen.text.typeface import PLAIN, Shaping, Typeface


class MissingGlyph(ValueError):
    """No typeface of the chain has these characters."""

    def __init__(self, faces: Sequence[Typeface], characters: str) -> None:
        shown = ", ".join(f"'{c}' (U+{ord(c):04X})" for c in dict.fromkeys(characters))
        super().__init__(
            f"{fonts_have(faces)} no {shown}; add a font that has it to the theme's fonts"
        )


def fonts_have(faces: Sequence[Typeface]) -> str:
    """Return the beginning of a sentence: `the fonts A, B and C have`."""
    *names, last = (face.name for face in faces)
    return f"the fonts {', '.join(names)} and {last} have" if names else f"the font {last} has"


def split_by_face(
    text: str, faces: Sequence[Typeface], shaping: Shaping = PLAIN
) -> tuple[tuple[str, Typeface], ...]:
    """Return the parts of a text with their typefaces; raises MissingGlyph."""
    first = faces[0]
    missing = "".join(first.word(word, shaping).missing for word in text.split(" "))
    if not missing:
        return ((text, first),)
    if len(faces) == 1:
        raise MissingGlyph(faces, missing)
    found = [text[start:end] for start, end in clusters(text)]
    chosen = [next((f for f in faces if not f.word(c, shaping).missing), None) for c in found]
    lacking = "".join(c for c, face in zip(found, chosen, strict=True) if face is None)
    if lacking:
        raise MissingGlyph(faces, lacking)
    parts: list[tuple[str, Typeface]] = []
    for cluster, face in zip(found, _with_neighbours(found, chosen, shaping), strict=True):
        if parts and parts[-1][1] is face:
            parts[-1] = (parts[-1][0] + cluster, face)
        else:
            parts.append((cluster, face))
    return tuple(parts)


def _with_neighbours(
    found: Sequence[str], chosen: Sequence[Typeface | None], shaping: Shaping
) -> list[Typeface]:
    """Return the typefaces with punctuation in that of the letters beside it, if that has it."""
    faces = [face for face in chosen if face is not None]
    order = range(len(found))
    for step, indexes in ((-1, order), (1, reversed(order))):
        for index in indexes:
            beside = index + step
            if _is_punctuation(found[index]) and 0 <= beside < len(found):
                face = faces[beside]
                if not face.word(found[index], shaping).missing:
                    faces[index] = face
    return faces


def _is_punctuation(cluster: str) -> bool:
    return all(unicodedata.category(character)[0] in "PZ" for character in cluster)
