"""Read font families from fonts.yaml."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Final

from printgen.catalog.fault import Fault
from printgen.catalog.files import read_bytes, resolve_inside
from printgen.catalog.model import Family
from printgen.catalog.schema_types import Fields
from printgen.catalog.source import Source
from printgen.catalog.yaml_schemas import FONTS
from printgen.errors import CallError
from printgen.limits import FONT_BYTES
from printgen.typeface import Typeface

_STYLES: Final = (
    ("regular", False, False),
    ("bold", True, False),
    ("italic", False, True),
    ("bold_italic", True, True),
)
_TRUETYPE: Final = (b"\x00\x01\x00\x00", b"true")


class Fonts:
    """All families a game may name; a family's files are opened when it is first used."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._entries: dict[str, Fields] = {}
        self._read(source.templates / "fonts.yaml")
        own = source.folder / "fonts.yaml"
        if own.exists():
            self._read(own)

    def _read(self, file: Path) -> None:
        node = self._source.yaml(file, FONTS)
        if node is None:
            return
        taken = {name: family for family in self._entries for name in self._files(family)}
        for name, entry in Fields(node).mapping("families").items():
            self._entries[name] = Fields(entry)
            for font in self._files(name):
                other = taken.setdefault(font, name)
                if other != name:
                    self._source.findings.error(
                        entry.place, f"the file '{font}' already belongs to the family '{other}'"
                    )

    def _files(self, family: str) -> tuple[str, ...]:
        fields = self._entries[family]
        return tuple(dict.fromkeys(fields.text(s) for s, _, _ in _STYLES if s in fields))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._entries)

    def family(self, name: str) -> Family | None:
        """Return a known family, or None after reporting the file that cannot be used."""
        entry = self._entries[name]
        faces: dict[str, Typeface] = {}
        by_file: dict[Path, Typeface] = {}
        for style, bold, italic in _STYLES:
            if style not in entry:
                continue
            try:
                file = self._file(entry, entry.text(style))
            except Fault as fault:
                self._source.findings.error(entry.place_of(style), str(fault))
                continue
            faces[style] = by_file.setdefault(file, _typeface(file, name, bold, italic))
        regular = faces.get("regular")
        if regular is None:
            return None
        bold_face = faces.get("bold", regular)
        italic_face = faces.get("italic", regular)
        both = faces.get("bold_italic", bold_face if "bold" in faces else italic_face)
        return Family(regular, bold_face, italic_face, both)

    def _file(self, entry: Fields, name: str) -> Path:
        package = entry.text("package")
        folder = package_folder(package) if package else self._source.folder / "fonts"
        if folder is None:
            raise Fault(f"the font package '{package}' is not installed; install it with pip")
        file = resolve_inside(folder, name)
        _check_truetype(file)
        return file


def package_folder(package: str) -> Path | None:
    """Return the folder of an installed font package, without importing it."""
    from importlib.util import find_spec

    if not package.isidentifier():
        return None
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(next(iter(spec.submodule_search_locations)))
    return folder / "files" if (folder / "files").is_dir() else folder


def default_typeface() -> Typeface:
    """Return the typeface for sheets that do not belong to a game."""
    folder = package_folder("font_source_sans_pro")
    if folder is None:
        raise CallError("the font package font-source-sans-pro is not installed")
    return _typeface(folder / "SourceSansPro-Regular.ttf", "Source Sans Pro", False, False)


def _check_truetype(file: Path) -> None:
    try:
        with file.open("rb") as stream:
            start = stream.read(4)
    except OSError:
        read_bytes(file, FONT_BYTES)  # raises Fault with the reason
        return
    if start == b"OTTO":
        raise Fault(f"'{file.name}' is an OpenType font with PostScript curves; use a TrueType one")
    if start not in _TRUETYPE:
        raise Fault(f"'{file.name}' is not a TrueType font; use a .ttf file")


@functools.cache
def _typeface(file: Path, family: str, bold: bool, italic: bool) -> Typeface:
    return Typeface(file.stem, file, family, bold=bold, italic=italic)
