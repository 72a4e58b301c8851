"""Find the texts that a game prints, and replace them: in tables, templates, settings, rules and
how to play."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import Any, Final

from msgspec import Struct, structs
from msgspec.structs import replace

from printgen.catalog.headings import without_keywords
from printgen.catalog.howto import LABELS
from printgen.catalog.model import (
    Column,
    Component,
    Craft,
    Game,
    HowToStep,
    Node,
    Record,
    Table,
    Template,
    Value,
)
from printgen.catalog.rules_text.blocks import Constant, Picture, RichText, RulesText
from printgen.catalog.translations.codes import ENGLISH, languages_of
from printgen.catalog.translations.pairs import both, pair

Change = Callable[[str], str]
"""Returns what is printed instead of a text."""

FIELD: Final = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
SYMBOL: Final = re.compile(r"\[[^\]]*\]")
WORDS: Final = re.compile(r"[^\W\d_]|\d\.\d")
TEXT_KEYS: Final = frozenset({"text", "rich", "badge", "table", "header"})
"""The settings of elements that are printed as words."""
CRAFT_KEYS: Final = frozenset({"title", "label", "tagline", "intro", "tools", "steps", "minutes"})
"""The settings of crafts that are printed as words."""
VALUES: Final = "values"
"""The setting of an included template that gives it values by name."""
LOOKUPS: Final = frozenset({"rows", "find"})
NAME_KEYS: Final = frozenset(
    {"icon", "image", "face", "include", "layout", "qr", "style"}
    | {"colour", "ground", "fill", "stroke", "outline", "shadow", "tint"}
)
"""The settings of elements that name something."""
NOT_PRINTED: Final = frozenset({*LOOKUPS, "len", "range"})
"""Functions whose values are names of tables and rows, or numbers."""


def has_words(text: str) -> bool:
    """Return whether a text has letters or a number with a decimal point, apart from symbols and
    what its expressions read."""
    outside = SYMBOL.sub("", FIELD.sub("", text))
    inside = (literal for found in FIELD.finditer(text) for literal in _printed(found[1])[1])
    return bool(WORDS.search(" ".join((outside, *inside))))


def printed_texts(game: Game, language: str = "") -> tuple[str, ...]:
    """Return each printed text once. Those that a column such as `title_de` translates are left
    out if the language is given."""
    found: dict[str, None] = {}

    def note(text: str) -> str:
        if has_words(text) and text != game.title:
            found[text] = None
        return text

    with_changed_texts(game, note, language)
    return tuple(found)


def with_changed_texts(game: Game, change: Change, language: str) -> Game:
    """Return the game with every text that it prints changed, other than its title and notices.

    Cells of a column such as `title_de` are taken instead of those of `title`; for two languages
    such as `de+fr`, in each of them.
    """
    return _Changer(game, change, language).game()


class _Changer:
    def __init__(self, game: Game, change: Change, language: str) -> None:
        self._game = game
        self._change = change
        self._suffixes = tuple(
            "" if code in ("", ENGLISH) else f"_{code}" for code in languages_of(language)
        )
        self._templates: dict[int, Template] = {}
        self._records: dict[int, Record] = {}
        self._columns = {name: table.columns for name, table in game.tables.items()}
        self._reachable = _reachable_templates(game)
        self._shown = printed_names(self._reachable) | {LABELS}

    def game(self) -> Game:
        game = self._game
        find = game.find_template
        made = replace(
            game,
            tables={name: self._table(table) for name, table in game.tables.items()},
            components=tuple(map(self._component, game.components)),
            howto=tuple(map(self._step, game.howto)),
            credit=self._change(game.credit),
            find_template=None if find is None else cache(lambda name: self._template(find(name))),
        )
        for template in self._reachable:  # crafts look for theirs when they are drawn
            self._template(template)
        return made

    def _table(self, table: Table) -> Table:
        records = tuple(self._record(record, table.columns) for record in table.records)
        return replace(table, records=records)

    def _record(self, record: Record, columns: tuple[Column, ...]) -> Record:
        known = self._records.get(id(record))
        if known is None:
            values = dict(record.values)
            for column in columns:
                if column.name in values:
                    values[column.name] = self._value(record, column)
            known = self._records[id(record)] = replace(record, values=values)
        return known

    def _value(self, record: Record, column: Column) -> Value:
        """Return a row's value, or that of the language's own column."""
        own = [record.values.get(column.name + end) if end else None for end in self._suffixes]
        if len(own) == 1 and own[0]:
            return own[0]
        cell = self._cell(record.values[column.name], column, column.name)
        if not any(own) or not isinstance(cell, str):
            return cell
        first, second = (str(o or text) for o, text in zip(own, both(cell), strict=True))
        return pair(first, second)

    def _cell(self, value: Value, column: Column, name: str) -> Value:
        if isinstance(value, Record):
            return self._record(value, self._columns.get(column.table or "", ()))
        if isinstance(value, tuple) and column.of is not None:
            inner = column.of
            return tuple(self._cell(item, inner, name) for item in value)
        is_text = column.kind == "text" and name in self._shown and name != "id"
        return self._change(value) if is_text and isinstance(value, str) else value

    def _component(self, component: Component) -> Component:
        return replace(
            component,
            table=self._table(component.table),
            template=self._optional(component.template),
            back=self._optional(component.back),
            fronts={name: self._template(one) for name, one in component.fronts.items()},
            backs={name: self._optional(one) for name, one in component.backs.items()},
            title=self._change(component.title),
            stock=self._change(component.stock),
            how=self._change(component.how),
            craft=None if component.craft is None else self._craft(component.craft),
            constants={
                name: self._constant(name, value) for name, value in component.constants.items()
            },
        )

    def _constant(self, name: str, value: Any) -> Any:
        """Return a value that templates read by its name, or an item of a list as `name[2]`."""
        if isinstance(value, tuple):
            if name in self._shown:
                return tuple(self._constant(name, item) for item in value)
            return tuple(
                self._constant(
                    f"{name}[{place}]" if f"{name}[{place}]" in self._shown else every, item
                )
                for place, item in enumerate(value)
                for every in [f"{name}[*]"]
            )
        is_text = isinstance(value, str) and name in self._shown
        return self._change(value) if is_text else value

    def _craft(self, craft: Craft) -> Craft:
        find = craft.template
        return replace(
            craft,
            settings={
                key: self._node(node, is_text=key in CRAFT_KEYS)
                for key, node in craft.settings.items()
            },
            template=cache(lambda name: self._optional(find(name))),
            rules_text=None if craft.rules_text is None else self._rules_text(craft.rules_text),
        )

    def _rules_text(self, text: RulesText) -> RulesText:
        made = self._part(text)
        return made if isinstance(made, RulesText) else text

    def _part(self, part: object) -> object:
        """Return a part of a rules text, with all rich text in it changed."""
        if isinstance(part, RichText):
            return replace(part, text=self._change(part.text))
        if isinstance(part, tuple):
            return tuple(map(self._part, part))
        if isinstance(part, Picture):
            part = replace(part, constants=self._picture_constants(part.constants))
        if isinstance(part, Struct) and type(part).__module__ == RichText.__module__:
            names = [field.name for field in structs.fields(part) if field.name != "constants"]
            return replace(part, **{name: self._part(getattr(part, name)) for name in names})
        return part

    def _picture_constants(self, constants: Mapping[str, Constant]) -> dict[str, Constant]:
        return {name: self._constant(name, value) for name, value in constants.items()}

    def _step(self, step: HowToStep) -> HowToStep:
        return replace(
            step,
            title=self._change(step.title),
            text=self._change(step.text),
            picture=replace(
                step.picture, constants=self._picture_constants(step.picture.constants)
            ),
            template=self._optional(step.template),
        )

    def _optional(self, template: Template | None) -> Template | None:
        return None if template is None else self._template(template)

    def _template(self, template: Template) -> Template:
        known = self._templates.get(id(template))
        if known is None:
            elements = tuple(self._node(node) for node in template.elements)
            known = self._templates[id(template)] = replace(template, elements=elements)
        return known

    def _node(self, node: Node, key: str = "", *, is_text: bool = False) -> Node:
        value = node.value
        if isinstance(value, str):
            return replace(node, value=self._change(value)) if is_text else node
        if isinstance(value, tuple):
            return replace(node, value=tuple(self._node(child, is_text=is_text) for child in value))
        if isinstance(value, Mapping):
            changed = {
                name: self._node(
                    child, name, is_text=is_text or _is_printed(key, name, child, self._shown)
                )
                for name, child in value.items()
            }
            return replace(node, value=_with_loop(value, changed, self._shown, self._change))
        return node


def _is_printed(parent: str, key: str, node: Node, shown: Collection[str]) -> bool:
    """Return whether a setting of an element is printed: a text, or one of the values for an
    included template that prints it."""
    if parent == VALUES:
        return key in shown
    return key in TEXT_KEYS and not isinstance(node.value, bool | Mapping)


def _with_loop(
    value: Mapping[str, Node], changed: dict[str, Node], shown: frozenset[str], change: Change
) -> dict[str, Node]:
    """Change the words that a repetition goes through, if its elements print them."""
    over, variable = value.get("over"), value.get("as")
    if over is not None and isinstance(over.value, str):
        named = str(variable.value) if variable is not None else "item"
        literals = _shown_literals(over.value, named, shown)
        if literals:
            changed["over"] = replace(over, value=_changed_literals(over.value, literals, change))
    return changed


def _shown_literals(over: str, variable: str, shown: frozenset[str]) -> tuple[str, ...]:
    """Return the words in a list that are printed: all, or those at some places of its items."""
    if variable in shown:
        return _printed(over)[1]
    places = [name for name in shown if re.fullmatch(rf"{re.escape(variable)}\[\d+\]", name)]
    numbers = sorted(int(name[len(variable) + 1 : -1]) for name in places)
    try:
        items = ast.parse(over.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return ()
    literals: list[str] = []
    for item in items.elts if isinstance(items, ast.List | ast.Tuple) else ():
        for number in numbers:
            if isinstance(item, ast.List | ast.Tuple) and number < len(item.elts):
                _collect(item.elts[number], [], literals)
    return tuple(literals)


def _changed_literals(expression: str, literals: tuple[str, ...], change: Change) -> str:
    """Return an expression with some of its words changed, each by itself."""
    for literal in sorted(dict.fromkeys(literals), key=len, reverse=True):
        new = change(literal)
        for quote in ("'", '"'):
            expression = expression.replace(f"{quote}{literal}{quote}", _quoted(new))
    return expression


def _quoted(text: str) -> str:
    for sign, escaped in (("\\", "\\\\"), ("'", "\\'"), ("\n", "\\n")):
        text = text.replace(sign, escaped)
    return f"'{text}'"


def printed_names(templates: tuple[Template, ...]) -> frozenset[str]:
    """Return the names of columns and constants that templates print as words, and only that."""
    shown: set[str] = set()
    while True:
        before = len(shown)
        for template in templates:
            for node in template.elements:
                shown.update(_names_in(node, shown))
        if len(shown) == before:
            break
    nodes = [node for template in templates for node in template.elements]
    decide = set[str]().union(*(_names_that_decide(node) for node in nodes))
    loops = [loop for node in nodes for loop in _loops(node)]
    before = -1
    while len(decide) != before:
        before = len(decide)
        for variable, over in loops:
            decide.update(_gone_through(variable, over, tuple(decide)))
    return frozenset(shown - decide)


def _gone_through(variable: str, over: str, shown: Collection[str]) -> Iterator[str]:
    """Yield the names of what a repetition goes through, if its variable is among those shown.
    `cases[*][2]` is the third value of each case."""
    for name in tuple(shown):
        if name == variable:
            yield from _printed(over)[0]
        elif name.startswith(f"{variable}["):
            yield from (f"{found}[*]{name[len(variable) :]}" for found in _printed(over)[0])


def _loops(node: Node) -> Iterator[tuple[str, str]]:
    """Yield the variable of each repetition, and what it goes through."""
    if isinstance(node.value, tuple):
        for child in node.value:
            yield from _loops(child)
    elif isinstance(node.value, Mapping):
        over, variable = node.value.get("over"), node.value.get("as")
        if over is not None and isinstance(over.value, str):
            yield "item" if variable is None else str(variable.value), over.value
        for child in node.value.values():
            yield from _loops(child)


def _names_that_decide(node: Node, key: str = "") -> set[str]:
    """Return the names that are compared with a word, or name a row, an icon, a colour or the
    like. A translation would change what is drawn."""
    value = node.value
    if isinstance(value, str):
        found: set[str] = set()
        for field in FIELD.finditer(value):
            found.update(_compared(field[1]))
            found.update(_printed(field[1])[0] if key in NAME_KEYS else ())
        return found
    if isinstance(value, tuple):
        return set().union(*(_names_that_decide(child, key) for child in value))
    if isinstance(value, Mapping):
        decide: set[str] = set()
        for name, child in value.items():
            if name in ("when", "over") and isinstance(child.value, str):
                decide.update(_compared(child.value))
            else:
                decide |= _names_that_decide(child, name)
        return decide
    return set()


@cache
def _compared(expression: str | None) -> frozenset[str]:
    """Return the names that an expression compares with words, or looks up."""
    try:
        tree = ast.parse(without_keywords(expression or ""), mode="eval")
    except (SyntaxError, ValueError):
        return frozenset()
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = (node.left, *node.comparators)
            literals: list[str] = []
            found: list[str] = []
            for side in sides:
                _collect(side, found, literals)
            names += found if literals else ()
        elif isinstance(node, ast.Call) and _is_lookup(node):
            for value in node.args:
                _collect(value, names, [])
    return frozenset(name.removesuffix("_") for name in names)


def _names_in(
    node: Node, shown: set[str], parent: str = "", *, is_text: bool = False
) -> Iterator[str]:
    value = node.value
    if isinstance(value, str) and is_text:
        for found in FIELD.finditer(value):
            yield from _printed(found[1])[0]
    elif isinstance(value, tuple):
        for child in value:
            yield from _names_in(child, shown, is_text=is_text)
    elif isinstance(value, Mapping):
        over, variable = value.get("over"), value.get("as")
        named = variable.value if variable is not None else "item"
        if over is not None and isinstance(over.value, str):
            yield from _gone_through(str(named), over.value, shown)
        for key, child in value.items():
            inside = is_text or _is_printed(parent, key, child, shown)
            yield from _names_in(child, shown, key, is_text=inside)


@cache
def _printed(expression: str | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names and the literal texts that an expression may have as its value."""
    try:
        tree = ast.parse(without_keywords(expression or ""), mode="eval")
    except (SyntaxError, ValueError):
        return (), ()
    names: list[str] = []
    literals: list[str] = []
    _collect(tree.body, names, literals)
    return tuple(name.removesuffix("_") for name in names), tuple(literals)


def _is_lookup(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id in LOOKUPS


def _collect(node: ast.expr, names: list[str], literals: list[str]) -> None:
    match node:
        case ast.Constant(value=str(text)):
            literals.append(text)
        case ast.Name(id=name):
            names.append(name)
        case ast.Attribute(attr=name):
            names.append(name)
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int(index))):
            names.append(f"{name}[{index}]")
        case ast.Subscript(value=value):
            _collect(value, names, literals)
        case ast.IfExp(body=body, orelse=orelse):
            _collect(body, names, literals)
            _collect(orelse, names, literals)
        case ast.Call(func=ast.Name(id=function), args=values) if function not in NOT_PRINTED:
            for value in values:
                _collect(value, names, literals)
        case ast.BinOp(left=left, right=right):
            _collect(left, names, literals)
            _collect(right, names, literals)
        case ast.BoolOp(values=values) | ast.Tuple(elts=values) | ast.List(elts=values):
            for value in values:
                _collect(value, names, literals)


def _reachable_templates(game: Game) -> tuple[Template, ...]:
    """Return the templates that the game's parts use, and those that they include."""
    found: dict[int, Template] = {}

    def add(template: Template | None) -> None:
        if template is not None and id(template) not in found:
            found[id(template)] = template
            for node in template.elements:
                for name in _included(node):
                    add(_found(game.find_template, name))

    for component in game.components:
        several = (*component.fronts.values(), *component.backs.values())
        for template in (component.template, component.back, *several):
            add(template)
        if component.craft is not None:
            for name in _template_names(component.craft):
                add(component.craft.template(name))
    for step in game.howto:
        add(step.template)
    return tuple(found.values())


def _found(find: Callable[[str], Template] | None, name: str) -> Template | None:
    try:
        return None if find is None else find(name)
    except ValueError:  # reported when it is drawn
        return None


def _included(node: Node) -> Iterator[str]:
    if isinstance(node.value, tuple):
        for child in node.value:
            yield from _included(child)
    elif isinstance(node.value, Mapping):
        for key, child in node.value.items():
            if key == "include" and isinstance(child.value, str):
                yield child.value
            yield from _included(child)


def _template_names(craft: Craft) -> Iterator[str]:
    """Yield every text that may name a template: settings, and pictures of the rules."""
    for node in craft.settings.values():
        if isinstance(node.value, str):
            yield node.value
    yield from _picture_names(craft.rules_text)


def _picture_names(part: object) -> Iterator[str]:
    if isinstance(part, Picture) and part.kind == "picture":
        yield part.name
    elif isinstance(part, tuple):
        for item in part:
            yield from _picture_names(item)
    elif isinstance(part, Struct) and type(part).__module__ == RichText.__module__:
        for field in structs.fields(part):
            yield from _picture_names(getattr(part, field.name))
