"""Takes bytes and names, gives whole files: written beside, then renamed."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from printgen.build.request import Built, Unit

MANIFEST: Final = ".printgen.json"
CONTENTS: Final = "contents"
PART: Final = ".part"


def write_whole(file: Path, data: bytes) -> str:
    """Writes a file so that its name never stands for half of it; gives its hash."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.{os.getpid()}{PART}")
    try:
        part.write_bytes(data)
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return hashlib.sha256(data).hexdigest()


def remove_parts(folder: Path) -> None:
    """Clears away what stopped workers left unfinished."""
    for part in folder.rglob(f"*{PART}"):
        part.unlink(missing_ok=True)


def read_manifest(folder: Path) -> dict[str, Any]:
    """What earlier builds made here; an unreadable manifest only means building anew."""
    try:
        made = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return made if isinstance(made, dict) else {}


def unit_key(unit: Unit, variant: str) -> str:
    return f"{unit.name} {variant} {','.join(unit.formats)}"


def still_good(
    folder: Path, manifest: Mapping[str, Any], unit: Unit, variant: str, inputs: str
) -> Built | None:
    """The unit as it was built, if its inputs and its files are still the same."""
    entry = manifest.get(unit_key(unit, variant))
    if not isinstance(entry, dict) or entry.get("inputs") != inputs:
        return None
    files = entry.get("files")
    if not isinstance(files, dict) or not files:
        return None
    for name, digest in files.items():
        try:
            with (folder / name).open("rb") as stream:
                if hashlib.file_digest(stream, "sha256").hexdigest() != digest:
                    return None
        except OSError:
            return None
    return Built(unit, files, int(entry["pages"]), int(entry["pieces"]), fresh=True)


def update_manifest(
    folder: Path,
    inputs: str,
    variant: str,
    built: Sequence[Built],
    whole_game: Sequence[str] | None,
) -> None:
    """Adds what was built to what is known; other variants stay known. `whole_game` lists the
    game's components, if all of them were looked at."""
    manifest = read_manifest(folder)
    for made in built:
        manifest[unit_key(made.unit, variant)] = {
            "inputs": inputs,
            "files": dict(made.files),
            "pages": made.pages,
            "pieces": made.pieces,
        }
    if whole_game is not None:
        manifest[CONTENTS] = {"inputs": inputs, "components": list(whole_game)}
    text = json.dumps(manifest, indent=1, sort_keys=True) + "\n"
    write_whole(folder / MANIFEST, text.encode())
