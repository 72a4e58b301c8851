"""Read the paper sizes in papers.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from printgen.catalog.builtin import template_folders
from printgen.catalog.model import Node
from printgen.catalog.nodes import read_yaml
from printgen.catalog.schema_types import Fields, SchemaType, checked
from printgen.errors import CallError, Findings, did_you_mean

FILE_NAME: Final = "papers.yaml"
_LENGTH: Final = SchemaType("number", "mm", required=True, at_least=50, at_most=2000)
PAPERS: Final = SchemaType(
    "mapping",
    "every paper by its name",
    of=SchemaType("record", keys={"width": _LENGTH, "height": _LENGTH}),
)


class Paper(Struct, frozen=True):
    """A sheet of paper, always in portrait format: content is rotated, pages never are."""

    name: str
    width: float
    height: float


def load_papers(templates: Path) -> Mapping[str, Paper]:
    """Return every built-in paper and those in the folder's own papers.yaml; raise DataError
    listing all mistakes."""
    findings = Findings()
    papers: dict[str, Paper] = {}
    for folder in template_folders(templates):
        file = folder / FILE_NAME
        if not file.exists() and papers:
            continue
        node = read_yaml(file, f"{folder.name}/{FILE_NAME}", findings)
        node = checked(node, PAPERS, findings) if node is not None else None
        papers |= {} if node is None else _papers(node, findings)
    findings.raise_errors()
    return MappingProxyType(papers)


def choose_paper(name: str, papers: Mapping[str, Paper]) -> Paper:
    """Return the paper of that name, in any case; raise CallError if there is none."""
    paper = papers.get(name.lower())
    if paper is None:
        raise CallError(f"there is no paper '{name}'{did_you_mean(name, papers)}")
    return paper


def _papers(node: Node, findings: Findings) -> dict[str, Paper]:
    papers: dict[str, Paper] = {}
    for name, entry in node.value.items() if isinstance(node.value, Mapping) else ():
        fields = Fields(entry)
        paper = Paper(name, fields.number("width", 0), fields.number("height", 0))
        if not paper.width or not paper.height:
            continue
        if paper.width > paper.height:
            findings.error(
                entry.place, f"'{name}' is wider than it is high; swap its width and height"
            )
        papers[name.lower()] = paper
    return papers
