"""Read font families from fonts.yaml."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Final

from printgen.catalog.fault import Fault
from printgen.catalog.files import check_exists, resolve_inside
from printgen.catalog.font_files import Axes, check_axes, check_font, find_system_font
from printgen.catalog.model import Family
from printgen.catalog.schema_types import Fields
from printgen.catalog.source import Source
from printgen.catalog.yaml_schemas import FONTS
from printgen.errors import CallError
from printgen.text.typeface import Typeface

_STYLES: Final = (
    ("regular", False, False),
    ("bold", True, False),
    ("italic", False, True),
    ("bold_italic", True, True),
)


class Fonts:
    """All families a game may name; a family's files are opened when it is first used."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._entries: dict[str, Fields] = {}
        builtin, *others = (*source.template_folders, source.folder)
        self._read(builtin / "fonts.yaml")
        for folder in others:
            if (folder / "fonts.yaml").exists():
                self._read(folder / "fonts.yaml")

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
        return tuple(
            dict.fromkeys(fields.text(s).partition("#")[0] for s, _, _ in _STYLES if s in fields)
        )

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._entries)

    def family(self, name: str) -> Family | None:
        """Return a known family, or None after reporting the file that cannot be used."""
        entry = self._entries[name]
        faces: dict[str, Typeface] = {}
        by_file: dict[tuple[str, Axes], Typeface] = {}
        for style, bold, italic in _STYLES:
            if style not in entry:
                continue
            written = entry.text(style)
            axes = self._axes(entry, "bold_axes" if bold and "bold_axes" in entry else "axes")
            try:
                typeface = by_file.get((written, axes))
                if typeface is None:
                    file, index = self._file(entry, written)
                    check_axes(file, index, axes)
                    typeface = by_file[(written, axes)] = _typeface(
                        file, index, axes, name, bold, italic
                    )
            except Fault as fault:
                self._source.findings.error(entry.place_of(style), str(fault))
                continue
            faces[style] = typeface
        regular = faces.get("regular")
        if regular is None:
            return None
        bold_face = faces.get("bold", regular)
        italic_face = faces.get("italic", regular)
        both = faces.get("bold_italic", bold_face if "bold" in faces else italic_face)
        return Family(regular, bold_face, italic_face, both)

    def _axes(self, entry: Fields, key: str) -> Axes:
        return tuple(
            (tag, float(node.value))
            for tag, node in sorted(entry.mapping(key).items())
            if isinstance(node.value, int | float)
        )

    def _file(self, entry: Fields, written: str) -> tuple[Path, int]:
        """Return a font file and the number of the face in it, as in `Noto.ttc#2`."""
        name, _, number = written.partition("#")
        if number and not number.isdigit():
            raise Fault(f"'{written}' names no face; write a number after '#', such as {name}#2")
        package = entry.text("package")
        if entry.flag("system"):
            if package:
                raise Fault("a font is in a package or among the system's fonts, not both")
            file = find_system_font(name)
        else:
            folder = package_folder(package) if package else self._source.folder / "fonts"
            if folder is None:
                raise Fault(f"the font package '{package}' is not installed; install it with pip")
            file = resolve_inside(folder, name)
            check_exists(file, name)
        index = max(0, int(number or 1) - 1)
        check_font(file, index)
        return file, index


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
    file = folder / "SourceSansPro-Regular.ttf"
    return _typeface(file, 0, (), "Source Sans Pro", False, False)


@functools.cache
def _typeface(
    file: Path, index: int, axes: Axes, family: str, bold: bool, italic: bool
) -> Typeface:
    name = file.stem + (f"-{index + 1}" if index else "")
    name += "".join(f"-{tag}{value:g}" for tag, value in axes)
    return Typeface(name, file, family, bold=bold, italic=italic, index=index, axes=axes)
