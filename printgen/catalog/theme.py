"""Read a theme and the themes it extends."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from printgen.catalog.fonts import Fonts
from printgen.catalog.model import Family, Node, TextStyle, Theme, Tone
from printgen.catalog.schema_types import Fields
from printgen.catalog.source import Source
from printgen.catalog.yaml_schemas import THEME
from printgen.colour import parse_paint
from printgen.errors import Location, about, did_you_mean
from printgen.gradients import DOWNWARDS, GradientStyle, LinearStyle, RadialStyle, read_stops
from printgen.ink import BLACK, AlphaColor, Color
from printgen.limits import EXTENDS
from printgen.text.breaking import is_hyphenated_language

DEFAULT_THEME: Final = "plain"
_NEEDED_COLOURS: Final = ("ink", "paper")


def theme_names(source: Source) -> tuple[str, ...]:
    return tuple(sorted(source.shared_files("themes/*.yaml")))


def load_theme(
    source: Source,
    name: str | None,
    place: Location,
    more: Mapping[str, Tone] = MappingProxyType({}),
) -> Theme | None:
    """Return the game's own theme.yaml if there is one, else the named theme; None if unreadable.

    `place` is where game.yaml names the theme; an unknown name is reported there. Colours in `more`
    replace those of a shared theme, and the game's own theme.yaml replaces them.
    """
    own = source.folder / "theme.yaml"
    if own.exists() or own.is_symlink():
        if name is not None:
            source.findings.error(
                place,
                f"the game has its own theme.yaml; move this key there as 'extends: {name}'",
            )
        file, title = own, source.slug
    else:
        title = name or DEFAULT_THEME
        if title not in theme_names(source):
            hint = did_you_mean(title, theme_names(source))
            source.findings.error(place, f"unknown theme '{title}'{hint}")
            return None
        file = source.shared_files("themes/*.yaml")[title]
    layers = _layers(source, file)
    if not layers:
        return None
    shared = layers[:-1] if file == own else layers
    return _Merger(source, layers, len(shared), more).theme(title, source.display_name(file))


def _layers(source: Source, file: Path) -> list[Fields]:
    """Return the theme and all it extends, the innermost first; empty if one cannot be read."""
    layers: list[Fields] = []
    seen: list[Path] = []
    while True:
        seen.append(file)
        node = source.yaml(file, THEME)
        if node is None:
            return []
        fields = Fields(node)
        layers.insert(0, fields)
        parent = fields.text("extends")
        if not parent:
            break
        if parent not in theme_names(source):
            hint = did_you_mean(parent, theme_names(source))
            source.findings.error(fields.place_of("extends"), f"unknown theme '{parent}'{hint}")
            return []
        file = source.shared_files("themes/*.yaml")[parent]
        if file in seen:
            chain = " → ".join(f.stem for f in [*seen, file])
            source.findings.error(fields.place_of("extends"), f"themes extend in a loop: {chain}")
            return []
        if len(seen) > EXTENDS:
            source.findings.error(
                fields.place_of("extends"),
                f"more than {EXTENDS} themes extend one another; merge some of them",
            )
            return []
    return layers


class _Merger:
    """Merges layers, later ones winning: colours and fonts by name, text styles key by key."""

    def __init__(
        self, source: Source, layers: list[Fields], shared: int, more: Mapping[str, Tone]
    ) -> None:
        self._findings = source.findings
        self._fonts = Fonts(source)
        self._layers = layers
        self._shared = shared
        self._more = more
        self._place = layers[-1].place

    def theme(self, name: str, file: str) -> Theme:
        colours = self._colours()
        for needed in _NEEDED_COLOURS:
            if needed not in colours:
                self._findings.error(Location(file), f"the theme needs the colour '{needed}'")
            elif not isinstance(colours[needed].full, Color):
                self._findings.error(
                    Location(file), f"the colour '{needed}' must be plain: #rrggbb, no gradient"
                )
        roles = self._merged("fonts")
        fonts = self._families(roles)
        text = {
            style: self._style(fields, set(roles), colours)
            for style, fields in self._merged_styles().items()
        }
        outline = 0.4
        for layer in self._layers:
            outline = layer.number("outline", outline)
        styles = {name: style for name, style in text.items() if style is not None}
        return Theme(name, colours, fonts, styles, outline, Location(file))

    def _colours(self) -> dict[str, Tone]:
        colours: dict[str, Tone] = {}
        for number, layer in enumerate(self._layers):
            if number == self._shared:
                colours |= self._more
            colours |= {n: self._tone(node) for n, node in layer.mapping("colours").items()}
        return colours if self._shared < len(self._layers) else colours | dict(self._more)

    def _tone(self, node: Node) -> Tone:
        fields = Fields(node)
        kind = next((kind for kind in ("linear", "radial") if fields.node(kind)), None)
        if kind is None:
            return read_tone(node)
        try:
            stops = read_stops(_values(fields.node(kind)), _read_stop)
        except ValueError as fault:
            self._findings.error(fields.place_of(kind), about(kind, fault))
            return Tone(BLACK, BLACK)
        style: GradientStyle = RadialStyle(stops)
        if kind == "linear":
            style = LinearStyle(stops, fields.number("angle", DOWNWARDS))
        return Tone(style, parse_paint(fields.text("low")) or style)

    def _merged(self, key: str) -> dict[str, Node]:
        merged: dict[str, Node] = {}
        for layer in self._layers:
            merged.update(layer.mapping(key))
        return merged

    def _merged_styles(self) -> dict[str, Fields]:
        merged: dict[str, Node] = {}
        for layer in self._layers:
            for name, node in layer.mapping("text").items():
                older = merged.get(name)
                pairs = {**_pairs(older), **_pairs(node)}
                merged[name] = Node(pairs, node.place)
        return {name: Fields(node) for name, node in merged.items()}

    def _families(self, roles: Mapping[str, Node]) -> dict[str, tuple[Family, ...]]:
        chains: dict[str, tuple[Family, ...]] = {}
        for role, node in roles.items():
            names = node.value if isinstance(node.value, tuple) else (node,)
            chain = tuple(family for name in names if (family := self._family(name)) is not None)
            if not names:
                self._findings.error(node.place, "name at least one font")
            # What is set in a font that cannot be used is not a mistake of its own.
            chains[role] = chain or self._any_family()
        return chains

    def _any_family(self) -> tuple[Family, ...]:
        families = map(self._fonts.family, self._fonts.names)
        return (next(family for family in families if family is not None),)

    def _family(self, node: Node) -> Family | None:
        name = str(node.value)
        if name not in self._fonts.names:
            hint = did_you_mean(name, self._fonts.names)
            self._findings.error(node.place, f"unknown font '{name}'{hint}")
            return None
        return self._fonts.family(name)

    def _style(
        self, fields: Fields, roles: set[str], colours: Mapping[str, Tone]
    ) -> TextStyle | None:
        for key in ("font", "size"):
            if key not in fields:
                self._findings.error(fields.place, f"the key '{key}' is missing")
        font, colour = fields.text("font"), fields.text("colour", "ink")
        if font and font not in roles:
            hint = did_you_mean(font, roles)
            self._findings.error(fields.place_of("font"), f"unknown font role '{font}'{hint}")
        if colour not in colours:
            hint = did_you_mean(colour, colours)
            self._findings.error(fields.place_of("colour"), f"unknown colour '{colour}'{hint}")
        size = fields.number("size", 0)
        smallest = fields.number("smallest", size)
        if size and smallest > size:
            self._findings.error(
                fields.place_of("smallest"),
                f"'smallest' ({smallest:g}) is more than the size ({size:g})",
            )
        hyphenate = fields.text("hyphenate") or None
        if hyphenate is not None and not is_hyphenated_language(hyphenate):
            self._findings.error(
                fields.place_of("hyphenate"),
                f"there are no hyphenation rules for '{hyphenate}'; use a language such as en_GB"
                " or de",
            )
            hyphenate = None
        if not font or not size:
            return None
        return TextStyle(
            font=font,
            size_pt=size,
            smallest_pt=smallest,
            leading=fields.number("leading", 1.2),
            bold=fields.flag("bold"),
            italic=fields.flag("italic"),
            colour=colour,
            capitals=fields.flag("capitals"),
            letter_spacing=fields.number("letter_spacing", 0.0),
            ligatures=fields.flag("ligatures", default=True),
            hyphenate=hyphenate,
        )


def _pairs(node: Node | None) -> Mapping[str, Node]:
    return node.value if node is not None and isinstance(node.value, Mapping) else {}


def _values(node: Node | None) -> Any:
    """Return the values of a node without their places."""
    value = None if node is None else node.value
    return tuple(map(_values, value)) if isinstance(value, tuple) else value


def _read_stop(value: Any) -> Color | AlphaColor:
    paint = parse_paint(value) if isinstance(value, str) else None
    if paint is None:
        raise ValueError(f"has the colour {value!r}; write #rrggbb or #rrggbbaa")
    return paint


def read_tone(node: Node) -> Tone:
    """Return a colour from its checked node; what is wrong becomes black."""
    if isinstance(node.value, str):
        paint = parse_paint(node.value) or BLACK
        return Tone(paint, paint)
    fields = Fields(node)
    full = fields.text("full")
    return Tone(parse_paint(full) or BLACK, parse_paint(fields.text("low", full)) or BLACK)
