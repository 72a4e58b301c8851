"""Find and read the profiles of print services and cutting machines in the folders of templates."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from printgen.catalog.builtin import template_folders
from printgen.catalog.nodes import read_yaml
from printgen.catalog.schema_types import Fields, SchemaType, checked
from printgen.errors import CallError, Findings, did_you_mean


def known_profiles(kind: str, templates: Path) -> Mapping[str, Path]:
    """Return the files in the folders of that kind by their names; own ones take precedence."""
    folders = template_folders(templates)
    files = (file for folder in folders for file in sorted(folder.glob(f"{kind}/*.yaml")))
    return {file.stem: file for file in files}


def read_target_profile(
    kind: str, name: str, templates: Path, expected: SchemaType, called: str
) -> tuple[str, Fields]:
    """Return the name of a profile and its fields. Raises CallError if there is none of that name,
    DataError with every mistake in its file; `called` is what users call such a thing."""
    files = known_profiles(kind, templates)
    file = files.get(name.lower())
    if file is None:
        raise CallError(f"unknown {called} '{name}'{did_you_mean(name, files)}")
    findings = Findings()
    place = file.relative_to(file.parents[2]).as_posix()
    node = read_yaml(file, place, findings)
    node = checked(node, expected, findings) if node is not None else None
    findings.raise_errors()
    if node is None:  # an empty file
        raise CallError(f"{place} is empty; describe the {called} in it")
    return file.stem, Fields(node)
