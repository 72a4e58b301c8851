"""Write files atomically, and keep the manifest of what was built."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path, PurePath
from typing import Final

import msgspec
from msgspec import Struct

from printgen.build.request import Built, Unit
from printgen.limits import MANIFEST_BYTES

MANIFEST: Final = ".printgen.json"
PARTIAL: Final = ".part"


def write_atomically(file: Path, data: bytes) -> str:
    """Write a temporary file, then rename it, so that no file is incomplete; return its hash."""
    part = file.with_name(f"{file.name}.{os.getpid()}{PARTIAL}")
    if not part.parent.is_dir():
        part.parent.mkdir(parents=True, exist_ok=True)
    try:
        part.write_bytes(data)
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return hashlib.sha256(data).hexdigest()


def remove_partial_files(folder: Path, writers: Iterable[int]) -> None:
    """Remove the files that these processes left unfinished."""
    for writer in writers:
        for part in folder.rglob(f"*.{writer}{PARTIAL}"):
            part.unlink(missing_ok=True)


class Entry(Struct, frozen=True):
    """The manifest's record of a unit."""

    inputs: str
    files: dict[str, str]
    pages: int
    pieces: int


class Contents(Struct, frozen=True):
    """The components of a game when it was last built, and a hash of them and its inputs: a damaged
    list would build other components, or none."""

    inputs: str
    components: tuple[str, ...]

    @classmethod
    def of(cls, inputs: str, components: tuple[str, ...]) -> Contents:
        whole = "\n".join((inputs, *components))
        return cls(hashlib.sha256(whole.encode()).hexdigest(), components)


class Manifest(Struct):
    """What earlier builds wrote to a folder, by unit and variant."""

    units: dict[str, Entry] = {}
    contents: Contents | None = None


def read_manifest(folder: Path) -> Manifest:
    """Return the folder's manifest. It is only a cache: a damaged one counts as empty."""
    file = folder / MANIFEST
    try:
        about = file.stat()
        if not stat.S_ISREG(about.st_mode) or about.st_size > MANIFEST_BYTES:
            return Manifest()
        return msgspec.json.decode(file.read_bytes(), type=Manifest)
    except (OSError, ValueError, RecursionError, msgspec.MsgspecError):
        return Manifest()


def unit_key(unit: Unit, variant: str) -> str:
    return f"{unit.name} {variant} {','.join(unit.formats)}"


def find_unchanged(
    folder: Path, manifest: Manifest, unit: Unit, variant: str, inputs: str
) -> Built | None:
    """Return the unit as it was built, if its inputs and files are unchanged."""
    entry = manifest.units.get(unit_key(unit, variant))
    if entry is None or entry.inputs != inputs or not entry.files:
        return None
    if not all(_is_same(folder, name, digest) for name, digest in entry.files.items()):
        return None
    return Built(unit, entry.files, entry.pages, entry.pieces, unchanged=True)


def _is_same(folder: Path, name: str, digest: str) -> bool:
    """Return whether a regular file in the folder still has this hash."""
    if PurePath(name).is_absolute() or ".." in PurePath(name).parts:
        return False
    try:
        if not stat.S_ISREG((folder / name).lstat().st_mode):
            return False
        with (folder / name).open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest() == digest
    except (OSError, ValueError):
        return False


def update_manifest(
    folder: Path,
    inputs: str,
    variant: str,
    built: Sequence[Built],
    whole_game: Sequence[str] | None,
) -> None:
    """Add what was built to the manifest; other variants stay in it. `whole_game` lists the game's
    components, if all of them were requested. A file that an earlier build of the same unit wrote
    under another name is removed."""
    manifest = read_manifest(folder)
    earlier: list[Entry] = []
    for made in built:
        entry = Entry(inputs, dict(made.files), made.pages, made.pieces)
        key = unit_key(made.unit, variant)
        if key in manifest.units:
            earlier.append(manifest.units[key])
        manifest.units[key] = entry
    kept = {name for entry in manifest.units.values() for name in entry.files}
    remove_unchanged(folder, earlier, kept)
    if whole_game is not None:
        manifest.contents = Contents.of(inputs, tuple(whole_game))
    _write_manifest(folder, manifest)


def remove_other_units(folder: Path, units: Collection[str]) -> None:
    """Remove what earlier builds wrote for components that the game no longer has. A file that was
    changed since is kept."""
    manifest = read_manifest(folder)
    gone = {key: entry for key, entry in manifest.units.items() if key.split()[0] not in units}
    if not gone:
        return
    for key in gone:
        del manifest.units[key]
    kept = {name for entry in manifest.units.values() for name in entry.files}
    remove_unchanged(folder, gone.values(), kept)
    _write_manifest(folder, manifest)


def remove_unchanged(folder: Path, entries: Iterable[Entry], kept: Collection[str]) -> None:
    """Remove the files of these entries, other than the kept ones and those that were changed
    since."""
    for entry in entries:
        for name, digest in entry.files.items():
            if name not in kept and _is_same(folder, name, digest):
                (folder / name).unlink(missing_ok=True)
                _remove_empty_folders((folder / name).parent, folder)


def _remove_empty_folders(inner: Path, folder: Path) -> None:
    while inner != folder:
        try:
            inner.rmdir()
        except OSError:  # something else is in it
            return
        inner = inner.parent


def _write_manifest(folder: Path, manifest: Manifest) -> None:
    data = msgspec.json.encode(manifest, order="sorted")
    write_atomically(folder / MANIFEST, msgspec.json.format(data, indent=1) + b"\n")
