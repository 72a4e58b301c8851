"""Read the icon sets that a game names: folders of SVG files, or the JSON files of Iconify."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from printgen.catalog.fault import Fault
from printgen.catalog.files import check_exists, read_bytes, resolve_inside
from printgen.catalog.model import IconSet, Node
from printgen.catalog.source import Source
from printgen.errors import DataError, Finding, Location
from printgen.frame import Frame
from printgen.limits import ICON_SET_BYTES, YAML_BYTES

_INFO: Final = "info.json"
_MAX_CHAIN: Final = 10
"""Names that stand for other names."""


class _Person(Struct):
    name: str
    url: str = ""


class _Licence(Struct):
    title: str
    url: str = ""


class _Info(Struct):
    """Who made a set and how it may be used, as Iconify writes it."""

    name: str = ""
    author: _Person | None = None
    license: _Licence | None = None


class _Icon(Struct, rename="camel"):
    """An icon, or another name for its `parent`. Turns are clockwise, in quarters."""

    body: str = ""
    parent: str = ""
    left: float | None = None
    top: float | None = None
    width: float | None = None
    height: float | None = None
    rotate: int = 0
    h_flip: bool = False
    v_flip: bool = False


class _IconFile(Struct):
    prefix: str
    icons: dict[str, _Icon]
    aliases: dict[str, _Icon] = {}
    left: float = 0
    top: float = 0
    width: float = 16
    height: float = 16
    info: _Info | None = None


def load_icon_sets(source: Source, names: tuple[Node, ...]) -> tuple[IconSet, ...]:
    """Return the sets that can be read; mistakes are reported where game.yaml names them."""
    found: list[IconSet] = []
    for node in names:
        try:
            path = resolve_inside(source.folder, str(node.value))
            check_exists(path, str(node.value))
            found.append(_folder(source, path) if path.is_dir() else _file(source, path))
        except Fault as fault:
            source.findings.error(node.place, str(fault))
    return tuple(found)


def _folder(source: Source, folder: Path) -> IconSet:
    from printgen.catalog.svg.symbols import read_symbol

    files = source.listing(folder, ".svg")
    if not files:
        raise Fault(f"'{folder.name}' has no SVG files")

    def symbol(name: str) -> Frame:
        return read_symbol(files[name], source.display_name(files[name]), name)

    return IconSet(files, _credit(_beside(folder), folder.name), functools.cache(symbol))


def _file(source: Source, file: Path) -> IconSet:
    try:
        data = msgspec.json.decode(read_bytes(file, ICON_SET_BYTES), type=_IconFile)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise Fault(f"'{file.name}' is not an icon set of Iconify: {error}") from None
    names = dict.fromkeys((*data.icons, *data.aliases), file)
    info = data.info or _beside(file.parent)
    credit = _credit(info, data.prefix)
    return IconSet(names, credit, _drawer(data, source.display_name(file)))


def _drawer(data: _IconFile, display_name: str) -> Callable[[str], Frame]:
    @functools.cache
    def symbol(name: str) -> Frame:
        from printgen.catalog.svg.symbols import parse_symbol

        return parse_symbol(_svg(data, name, display_name), f"{display_name}: {name}", name)

    return symbol


def _svg(data: _IconFile, name: str, display_name: str) -> str:
    """Return the icon as a file of its own, turned and mirrored as its names say."""
    icon, turns, h_flip, v_flip = _Icon(parent=name), 0, False, False
    box: dict[str, float | None] = dict.fromkeys(("left", "top", "width", "height"))
    for _ in range(_MAX_CHAIN):
        if not icon.parent:
            break
        icon = data.icons.get(icon.parent) or data.aliases.get(icon.parent) or _Icon()
        turns += icon.rotate
        h_flip, v_flip = h_flip != icon.h_flip, v_flip != icon.v_flip
        for side, known in box.items():
            box[side] = getattr(icon, side) if known is None else known
    if not icon.body:
        place = Location(display_name)
        raise DataError((Finding(place, f"the icon '{name}' has no picture", "symbol"),))
    left, top, width, height = (
        getattr(data, side) if known is None else known for side, known in box.items()
    )
    x, y = left + width / 2, top + height / 2
    moves = f"translate({x} {y}) rotate({90 * (turns % 4)})"
    moves += f" scale({-1 if h_flip else 1} {-1 if v_flip else 1}) translate({-x} {-y})"
    body = icon.body
    if turns % 4 or h_flip or v_flip:
        body = f'<g transform="{moves}">{body}</g>'
    if turns % 2:
        left, top, width, height = x - height / 2, y - width / 2, height, width
    return f'<svg viewBox="{left} {top} {width} {height}">{body}</svg>'


def _beside(folder: Path) -> _Info | None:
    """Return what info.json in the same folder says, as in Iconify's packages."""
    if not (folder / _INFO).is_file():
        return None
    try:
        return msgspec.json.decode(read_bytes(folder / _INFO, YAML_BYTES), type=_Info)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise Fault(f"'{_INFO}' beside the icons cannot be read: {error}") from None


def _credit(info: _Info | None, name: str) -> str:
    if info is None:
        return ""
    text = f"Icons: {info.name or name}"
    if info.author is not None:
        text += f" by {info.author.name}"
    if info.license is not None:
        text += f", {info.license.title}"
        text += f" ({info.license.url})" if info.license.url else ""
    elif info.author is not None and info.author.url:
        text += f" ({info.author.url})"
    return text


def first_of(sets: tuple[IconSet, ...]) -> Mapping[str, IconSet]:
    """Return the set of each icon: the first one that has it."""
    return {name: one for one in reversed(sets) for name in one.files}
