"""Find the texts that a game prints, and replace them: in tables, templates, settings, rules and
how to play."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from msgspec import Struct, structs
from msgspec.structs import replace

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
from printgen.catalog.translations.printed_names import (
    FIELD,
    is_printed,
    printed_names,
    printed_parts,
    shown_literals,
)
from printgen.catalog.translations.reachable_templates import reachable_templates

Change = Callable[[str], str]
"""Returns what is printed instead of a text."""
SYMBOL: Final = re.compile(r"\[[^\]]*\]")
WORDS: Final = re.compile(r"[^\W\d_]|\d\.\d")
CRAFT_KEYS: Final = frozenset({"title", "label", "tagline", "intro", "tools", "steps", "minutes"})
"""The settings of crafts that are printed as words."""


def has_words(text: str) -> bool:
    """Return whether a text has letters or a number with a decimal point, apart from symbols and
    what its expressions read."""
    outside = SYMBOL.sub("", FIELD.sub("", text))
    inside = (literal for found in FIELD.finditer(text) for literal in printed_parts(found[1])[1])
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
        self._reachable = reachable_templates(game)
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
                    child, name, is_text=is_text or is_printed(key, name, child, self._shown)
                )
                for name, child in value.items()
            }
            return replace(node, value=_with_loop(value, changed, self._shown, self._change))
        return node


def _with_loop(
    value: Mapping[str, Node], changed: dict[str, Node], shown: frozenset[str], change: Change
) -> dict[str, Node]:
    """Change the words that a repetition goes through, if its elements print them."""
    over, variable = value.get("over"), value.get("as")
    if over is not None and isinstance(over.value, str):
        named = str(variable.value) if variable is not None else "item"
        literals = shown_literals(over.value, named, shown)
        if literals:
            changed["over"] = replace(over, value=_changed_literals(over.value, literals, change))
    return changed


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
