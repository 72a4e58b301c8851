"""Read templates: a game's own ones and the shared ones."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, NamedTuple, cast

from printgen.catalog.elements import merge_elements
from printgen.catalog.fault import Fault
from printgen.catalog.model import Node, Template
from printgen.catalog.piece_sizes import PieceSize, load_sizes
from printgen.catalog.schema_types import Fields
from printgen.catalog.source import Source
from printgen.catalog.yaml_schemas import MAX_MM, TEMPLATE
from printgen.errors import Findings, Location, did_you_mean
from printgen.lengths import parse_length
from printgen.limits import EXTENDS

HEX_RATIO: Final = math.sqrt(3) / 2
TOLERANCE: Final = 0.01
_NOT_TEMPLATES: Final = ("fonts", "papers", "sizes")

TemplateShape = Literal["rectangle", "circle", "hex", "path"]


class _Draft(NamedTuple):
    """A template with everything it inherits, before its settings are checked."""

    settings: Mapping[str, Node]
    elements: tuple[Node, ...]


class Templates:
    """A game's templates by name; its own take precedence over shared ones. Each is read once."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._own = _stems(source.folder / "templates")
        self._shared = {
            name: file
            for name, file in source.shared_files("*.yaml").items()
            if name not in _NOT_TEMPLATES
        }
        self._folders = tuple(reversed(source.template_folders))
        self._drafts: dict[Path, _Draft | None] = {}
        self._made: dict[str, Template | None] = {}
        self._is_too_long = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted({*self._own, *self._shared}))

    def check_own(self) -> None:
        """Read all of the game's own templates, so that unused ones are checked as well."""
        for name, file in self._own.items():
            draft = self._draft(file, ())
            if draft is not None and "size" in draft.settings:  # without: only extended
                self.get(name)

    def get(self, name: str) -> Template | None:
        """Return a known template, or None after reporting its mistakes."""
        if name not in self._made:
            file = self._own.get(name) or self._shared[name]
            draft = self._draft(file, ())
            place = Location(self._source.display_name(file))
            self._made[name] = None if draft is None else _finish(name, place, draft, self._source)
        return self._made[name]

    def find(self, name: str) -> Template:
        """Return a template; raise ValueError if there is none without mistakes."""
        if name not in self._own and name not in self._shared:
            raise ValueError(f"there is no template '{name}'{did_you_mean(name, self.names)}")
        template = self.get(name)
        if template is None:
            raise ValueError(f"the template '{name}' has mistakes, or no size")
        return template

    def _draft(self, file: Path, below: tuple[Path, ...]) -> _Draft | None:
        if file not in self._drafts:
            self._drafts[file] = self._read(file, below)
        return self._drafts[file]

    def _read(self, file: Path, below: tuple[Path, ...]) -> _Draft | None:
        node = self._source.yaml(file, TEMPLATE)
        if node is None:
            return None
        fields = Fields(node)
        settings = node.value if isinstance(node.value, Mapping) else {}
        parent: _Draft | None = _Draft({}, ())
        if fields.text("extends"):
            parent = self._parent(fields, file, (*below, file))
        if parent is None:
            return None
        elements = merge_elements(parent.elements, fields.items("elements"), self._source.findings)
        return _Draft({**parent.settings, **settings}, elements)

    def _parent(self, fields: Fields, file: Path, chain: tuple[Path, ...]) -> _Draft | None:
        """Return the template that `extends` names; it may be the shared one of the same name."""
        name, place = fields.text("extends"), fields.place_of("extends")
        known = [
            folder / f"{name}.yaml"
            for folder in (self._source.folder / "templates", *self._folders)
            if name not in _NOT_TEMPLATES and (folder / f"{name}.yaml").is_file()
        ]
        later = known[known.index(file) + 1 :] if file in known else known
        parent = next(iter(later or known), None)
        if parent is None:
            hint = did_you_mean(name, self.names)
            self._source.findings.error(place, f"unknown template '{name}'{hint}")
            return None
        if parent in chain:
            loop = " → ".join(step.stem for step in (*chain[chain.index(parent) :], parent))
            self._source.findings.error(place, f"templates extend in a loop: {loop}")
            return None
        if len(chain) > EXTENDS:
            if not self._is_too_long:
                self._source.findings.error(
                    place, f"more than {EXTENDS} templates extend one another; merge some of them"
                )
            self._is_too_long = True
            return None
        return self._draft(parent, chain)


def _stems(folder: Path) -> dict[str, Path]:
    return {file.stem: file for file in sorted(folder.glob("*.yaml"))}


def _finish(name: str, place: Location, draft: _Draft, source: Source) -> Template | None:
    findings = source.findings
    fields = Fields(Node(draft.settings, place))
    if "size" not in fields:
        findings.error(
            place, "the template needs a size: [width, height] in mm, or a name such as poker"
        )
    size = _size(fields, source)
    if size is None:
        return None
    template = Template(
        name,
        size.width,
        size.height,
        draft.elements,
        place,
        bleed=_mm(fields.node("bleed")),
        safe=_mm(fields.node("safe")),
        corner=_mm(fields.node("corner")),
        shape=cast(TemplateShape, fields.text("shape", size.shape)),
        pointy=fields.flag("pointy", default=True),
        outline=fields.text("outline") or None,
        mirrored=fields.flag("mirrored"),
    )
    _check_form(template, fields, findings)
    return template


def _size(fields: Fields, source: Source) -> PieceSize | None:
    """Return the size that a template gives or names; None if it is missing or wrong."""
    named = fields.text("size")
    if named:
        sizes = load_sizes(source)
        if named.lower() not in sizes:
            hint = did_you_mean(named, sizes)
            source.findings.error(fields.place_of("size"), f"there is no size '{named}'{hint}")
        return sizes.get(named.lower())
    sides = [_mm(side) for side in fields.items("size")]
    if len(sides) != 2:
        return None
    if not all(0 < side <= MAX_MM for side in sides):
        source.findings.error(
            fields.place_of("size"), f"width and height must be more than 0, up to {MAX_MM} mm"
        )
        return None
    return PieceSize(sides[0], sides[1], "rectangle")


def _mm(node: Node | None) -> float:
    """Return a length in mm; 0 without one."""
    value = None if node is None else node.value
    if isinstance(value, str):
        return parse_length(value) or 0.0
    return float(value) if isinstance(value, int | float) else 0.0


def _check_form(template: Template, fields: Fields, findings: Findings) -> None:
    width, height, half = template.width, template.height, min(template.width, template.height) / 2
    if template.safe >= half:
        findings.error(
            fields.place_of("safe"), "the safe zone covers the whole piece; make it smaller"
        )
    if template.corner > half:
        findings.error(
            fields.place_of("corner"), f"the corner is too large; the limit is {half:g} mm"
        )
    if template.shape == "circle" and width != height:
        findings.error(
            fields.place_of("size"),
            f"a circle must be as wide as it is high, not {width:g} × {height:g}",
        )
    if template.shape == "hex":
        _check_hex(template, fields, findings)
    _check_outline(template, fields, findings)


def _check_hex(template: Template, fields: Fields, findings: Findings) -> None:
    across, wide = template.width, template.height
    if not template.pointy:
        across, wide = wide, across
    if abs(across / wide / HEX_RATIO - 1) <= TOLERANCE:
        return
    right = wide * HEX_RATIO
    size = (right, wide) if template.pointy else (wide, right)
    findings.error(
        fields.place_of("size"),
        f"this is not a regular hex with {'a corner' if template.pointy else 'an edge'} at the top;"
        f" use the size [{size[0]:.2f}, {size[1]:.2f}]",
    )


def _check_outline(template: Template, fields: Fields, findings: Findings) -> None:
    place = fields.place_of("outline")
    if template.shape != "path":
        if template.outline is not None:
            findings.error(place, "an outline needs 'shape: path'")
        return
    if template.outline is None:
        if "outline" not in fields:
            findings.error(place, "the shape 'path' needs an outline")
        return
    from printgen.catalog.svg.paths import parse_path

    try:
        segments = parse_path(template.outline)
    except Fault as fault:
        findings.error(place, str(fault))
        return
    if len(segments) < 3:
        findings.error(place, "the outline does not enclose an area; add points")
