"""Bring a game's tables up to date with their addresses on the web."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from printgen.build.files import write_atomically
from printgen.catalog.fault import Fault
from printgen.catalog.files import resolve_inside
from printgen.catalog.model import Node
from printgen.catalog.nodes import read_yaml
from printgen.catalog.schema_types import checked
from printgen.catalog.yaml_schemas import FETCH
from printgen.errors import Findings, Location
from printgen.fetch.addresses import download_address
from printgen.fetch.download import FetchFault

SUFFIXES: Final = (".csv", ".tsv", ".json", ".xlsx")
Download = Callable[[str], tuple[bytes, str]]
"""Returns the content and the media type at an address; raises FetchFault."""


class RemoteTable(Struct, frozen=True):
    """A file of a game, and the address that game.yaml gives for it."""

    file: Path
    name: str
    address: str
    place: Location


class Fetched(Struct, frozen=True):
    name: str
    size: int
    is_new: bool
    """Whether the file differs from the one that was there before."""


def remote_tables(cards: Path, slug: str, findings: Findings) -> tuple[RemoteTable, ...]:
    """Return what `fetch` in game.yaml names; mistakes are in `findings`."""
    folder = cards.resolve() / slug
    place = f"{folder.parent.name}/{slug}/game.yaml"
    node = read_yaml(folder / "game.yaml", place, findings)
    if node is None or not isinstance(node.value, Mapping) or "fetch" not in node.value:
        return ()
    given = checked(node.value["fetch"], FETCH, findings)
    wanted = given.value if given is not None and isinstance(given.value, Mapping) else {}
    return tuple(_tables(folder, wanted, findings))


def _tables(folder: Path, wanted: Mapping[str, Node], findings: Findings) -> Iterator[RemoteTable]:
    for name, node in wanted.items():
        try:
            file = resolve_inside(folder, name)
        except Fault as fault:
            findings.error(node.place, str(fault))
            continue
        if file.suffix.lower() not in SUFFIXES:
            endings = ", ".join(SUFFIXES)
            findings.error(node.place, f"'{name}' is not a table; its name must end in {endings}")
        elif isinstance(node.value, str):
            yield RemoteTable(file, name, node.value, node.place)


def fetch_table(table: RemoteTable, download: Download, findings: Findings) -> Fetched | None:
    """Download a table into the game's folder. A file that cannot be had, or is not what its name
    says, is reported, and the old one stays."""
    suffix = table.file.suffix.lower()
    try:
        data, media_type = download(download_address(table.address, suffix))
        _check_content(data, media_type, suffix)
    except FetchFault as fault:
        findings.error(table.place, f"{table.address} {fault}; {table.name} stays as it was")
        return None
    old = table.file.read_bytes() if table.file.is_file() else None
    if old != data:
        write_atomically(table.file, data)
    return Fetched(table.name, len(data), old != data)


def _check_content(data: bytes, media_type: str, suffix: str) -> None:
    if media_type == "text/html" or data.lstrip()[:15].lower().startswith((b"<!doctype", b"<html")):
        raise FetchFault(
            "is a web page, not a table; in Google Sheets choose Share, “Anyone with the link”"
        )
    if not data.strip():
        raise FetchFault("is empty")
    if suffix == ".xlsx":
        if not zipfile.is_zipfile(io.BytesIO(data)):
            raise FetchFault("is not an .xlsx workbook")
        return
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FetchFault("is not text in UTF-8") from None
