"""Imports point one way, without cycles, and ARCHITECTURE.md shows how.

The graph in ARCHITECTURE.md is generated. To refresh it after a change, run
`python -m tests.test_imports` and commit the result.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ARCHITECTURE = ROOT / "ARCHITECTURE.md"
BEGIN, END = "<!-- imports: begin -->", "<!-- imports: end -->"

PRINTGEN = [
    "errors",
    "signals",
    "terminal",
    "command_options",
    "limits",
    "lengths",
    "geometry",
    "ink",
    "text",
    "frame",
    "regions",
    "colour",
    "gradients",
    "tones",
]
PRINTGEN += ["catalog", "draw", "tabletop", "sheet", "export", "stats", "editions", "check"]
PRINTGEN += ["build", "fetch", "starter", "cli", "start", "__main__"]
COMPANION = ["language", "chance", "games", "table", "storage", "replays", "rooms", "results"]
COMPANION += ["pictures", "tabletop", "web", "app", "server", "proof", "cli", "__main__"]
ORDER = {"printgen": PRINTGEN, "companion": COMPANION}
"""The packages and top-level modules of each program; each imports only those to its left."""

REFEREED = ("dragon_boats", "dragon_river", "mines", "port_flower", "river_dragons")
GAME_MODULES = ["begin", "facts", "help_topics", "move_types", "moves", "names", "offers"]
GAME_MODULES += ["options", "panels", "scene", "score", "setup", "sheet", "state", "table"]
"""The modules that every refereed game has; each may have more for its own things."""

PURE = {"chance", "games", "table"}
"""Packages that know no clock, file, network or page; a few modules beside them are pure too."""
PURE_MODULES = {"companion.language.messages", "companion.pictures.charts"}
IMPURE = {"flask", "flask_babel", "sqlalchemy", "time", "datetime", "random", "secrets", "os"}
IMPURE |= {"threading", "socket", "pathlib", "granian"}

Graph = dict[str, set[str]]


def find_modules(program: str) -> dict[str, Path]:
    """Every module of a program by its dotted name; a package stands for its `__init__`."""
    files = sorted((ROOT / program).rglob("*.py"))
    names = [file.relative_to(ROOT).with_suffix("").parts for file in files]
    dotted = [".".join(parts).removesuffix(".__init__") for parts in names]
    return dict(zip(dotted, files, strict=True))


MODULES = {name: file for program in ORDER for name, file in find_modules(program).items()}


def is_package(name: str) -> bool:
    return MODULES[name].name == "__init__.py"


def imported_names(file: Path) -> Iterator[str]:
    """All imports of a file, those inside functions included."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def module_of(name: str) -> str | None:
    """The module of ours that an imported name is or belongs to."""
    while name and name not in MODULES:
        name = name.rpartition(".")[0]
    return name or None


@cache
def imports() -> Graph:
    """What each module imports of ours. Reading that takes seconds, so it is not done while tests
    are collected, which every process of a run does."""
    return {
        name: {module for each in imported_names(file) if (module := module_of(each)) is not None}
        for name, file in MODULES.items()
    }


def contract(group: Callable[[str], str | None]) -> Graph:
    """The import graph of groups of modules; modules without a group are left out."""
    graph: Graph = {}
    for name, targets in imports().items():
        own = group(name)
        if own is not None:
            found = {other for target in targets if (other := group(target)) is not None}
            graph.setdefault(own, set()).update(found - {own})
    return graph


def top_level(name: str) -> str:
    """The package or top-level module that a module belongs to, as `companion.web`."""
    return ".".join(name.split(".")[:2])


def find_cycles(graph: Mapping[str, Iterable[str]]) -> set[frozenset[str]]:
    """The strongly connected components with more than one member."""
    reachable = {node: _reach(graph, node) for node in graph}
    return {
        cycle
        for node in graph
        if len(cycle := frozenset({n for n in reachable[node] if node in reachable[n]})) > 1
    }


def _reach(graph: Mapping[str, Iterable[str]], start: str) -> set[str]:
    found, todo = set[str](), [start]
    while todo:
        for target in graph.get(todo.pop(), ()):
            if target not in found:
                found.add(target)
                todo.append(target)
    return found


@pytest.mark.parametrize("name", sorted(MODULES))
def test_imports_point_left(name: str) -> None:
    """A package imports only packages to its left, and printgen never imports the companion."""
    program, _, rest = name.partition(".")
    if not rest:
        assert not imports()[name] - {name}
        return
    order = ORDER[program]
    own = rest.split(".")[0]
    for target in imports()[name]:
        other_program, _, other = target.partition(".")
        if other_program != program:
            assert program == "companion", target
        else:
            assert order.index(other.split(".")[0]) <= order.index(own), target


def test_no_module_cycles() -> None:
    """No module imports itself through others, not even lazily."""
    assert find_cycles(imports()) == set()


def test_no_package_cycles() -> None:
    """No two packages beside each other import each other."""
    folders = _packages()
    for folder in sorted(folders):

        def subpackage(name: str, folder: str = folder) -> str | None:
            inside = name.startswith(f"{folder}.")
            child = ".".join(name.split(".")[: folder.count(".") + 2])
            return child if inside and child in folders else None

        cycles = find_cycles(contract(subpackage))
        assert cycles == set()


@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith("companion.")])
def test_the_companion_uses_only_the_lower_layers_of_printgen(name: str) -> None:
    """The companion needs neither printgen's builds nor its command; the proof of a game shows
    what they make and find."""
    if name.startswith("companion.proof"):
        return
    packages = {top_level(target) for target in imports()[name]}
    assert not packages & {"printgen.build", "printgen.check", "printgen.cli"}


@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith("companion.")])
def test_rules_and_tables_are_pure(name: str) -> None:
    """Chance, rules, tables, messages and charts know no clock, file, network or page."""
    if name.split(".")[1] in PURE or name in PURE_MODULES:
        assert not {each.split(".")[0] for each in imported_names(MODULES[name])} & IMPURE
        impure = {
            target
            for target in imports()[name]
            if target.startswith("companion.") and target not in PURE_MODULES
        }
        assert {target.split(".")[1] for target in impure} <= PURE


def test_only_the_command_prints() -> None:
    """Libraries of printgen raise and return; they never print or exit."""
    for name, file in MODULES.items():
        if name.startswith(("printgen.cli", "printgen.terminal", "companion")):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                assert called not in ("print", "sys.exit", "exit", "click.echo"), name


@pytest.mark.parametrize("package", [name for name in MODULES if is_package(name)])
def test_packages_say_what_they_must_not_do(package: str) -> None:
    """A package's docstring says what it is for, and then what it must not do."""
    text = ast.get_docstring(ast.parse(MODULES[package].read_text(encoding="utf-8"))) or ""
    purpose, _, limits = text.partition("\n\n")
    assert purpose
    assert limits.startswith("Must not")


@pytest.mark.parametrize("game", REFEREED)
def test_games_have_the_same_modules(game: str) -> None:
    """A reader of one game finds everything in the others: each duty has one name."""
    assert {f"companion.games.{game}.{module}" for module in GAME_MODULES} <= set(MODULES)


def draw_graph() -> str:
    """The packages of both programs, each with the packages that it imports directly."""
    graph = contract(top_level)
    lines = ["```"]
    for program, order in ORDER.items():
        packages = [one for one in order if f"{program}.{one}" in _packages()]
        width = max(map(len, packages))
        lines.append(program)
        for package in packages:
            targets = graph[f"{program}.{package}"]
            own = [one for one in packages if f"{program}.{one}" in targets]
            if any(target.startswith("printgen.") for target in targets) and program != "printgen":
                own.append("printgen")
            lines.append(f"  {package:{width}}  {'→ ' if own else ''}{', '.join(own)}".rstrip())
    return "\n".join([*lines, "```"])


def _packages() -> set[str]:
    return set(filter(is_package, MODULES))


def with_graph(text: str) -> str:
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n{draw_graph()}\n{END}{after}"


def test_the_graph_in_the_architecture_is_current() -> None:
    """ARCHITECTURE.md shows today's imports; `python -m tests.test_imports` refreshes it."""
    text = ARCHITECTURE.read_text(encoding="utf-8")
    assert with_graph(text) == text, "run python -m tests.test_imports"


if __name__ == "__main__":
    current = ARCHITECTURE.read_text(encoding="utf-8")
    ARCHITECTURE.write_text(with_graph(current), encoding="utf-8")
