"""Plan the print files of a whole game: one for each stock and number of printed sides."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from printgen.build.stocks import Stock, narrowed, other_stocks, parse_stock, shared_stocks
from printgen.catalog.cutters import Cutter
from printgen.catalog.model import Component
from printgen.catalog.papers import Paper
from printgen.catalog.printers import Duplex, Profile
from printgen.catalog.translations.codes import ENGLISH, first_language
from printgen.catalog.translations.own import own_words, paired_words
from printgen.errors import DataError
from printgen.frame import Frame
from printgen.sheet.arrange import arrange
from printgen.sheet.model import Label, Piece, Plan, Run
from printgen.sheet.registration import margin_choices

if TYPE_CHECKING:
    from printgen.sheet.packing.plan import Packed

PAPER: Final = "paper"
LEAFLET: Final = (180.0, 250.0)


class Part(Struct, frozen=True):
    """Pages of a print file under one title."""

    title: str
    plan: Plan


class PrintFile(Struct, frozen=True):
    """Pages for one stock, all printed on both sides or all on one."""

    stock: Stock
    two_sided: bool
    parts: tuple[Part, ...]

    @property
    def sheets(self) -> int:
        return _all_sheets(self.parts)

    @property
    def pages(self) -> int:
        return sum(len(part.plan.sides) for part in self.parts)

    @property
    def pieces(self) -> int:
        """The number of fronts, and of a booklet's pages and a poster's tiles."""
        return sum(
            slot.face == "front"
            for part in self.parts
            for side in part.plan.sides
            for slot in side.slots
        )


class WholeGame(Struct, frozen=True):
    """Everything to print. `where` says for each component where it is printed, `least` how many
    sheets would do if pieces could be cut up to fill them."""

    files: tuple[PrintFile, ...]
    where: Mapping[str, str]
    least: int

    @property
    def sheets(self) -> int:
        return sum(file.sheets for file in self.files)


class Setup(Struct, frozen=True):
    """The paper and how it is printed, and the writer of labels."""

    paper: Paper
    duplex: Duplex
    profile: Profile
    label: Label
    cutter: Cutter | None = None

    @property
    def piece_profiles(self) -> tuple[Profile, ...]:
        """The printer profile, or one with each choice of margins for a cutting machine."""
        if self.cutter is None:
            return (self.profile,)
        choices = margin_choices(self.cutter, self.paper, self.profile.margins)
        return tuple(replace(self.profile, margins=margins) for margins in choices)

    def arranged(self, run: Run) -> Plan:
        """Return the plan of a run. Booklets, boards and pieces that are too large for the machine
        are cut by hand."""
        if self.cutter is not None and run.layout not in ("booklet", "poster"):
            plans = [plan for profile in self.piece_profiles if (plan := self._plan(run, profile))]
            if plans:
                return replace(min(plans, key=lambda plan: len(plan.sides)), cutter=self.cutter)
        return arrange(run, self.paper, self.duplex, self.profile)

    def _plan(self, run: Run, profile: Profile) -> Plan | None:
        """Return the plan of a run, or None if its pieces are too large."""
        try:
            return arrange(run, self.paper, self.duplex, profile)
        except DataError:
            return None

    def packs(self, run: Run) -> bool:
        """Return whether pieces may share a sheet with others: neither pages of booklets and boards
        nor pieces that are too large for the machine."""
        if run.layout in ("booklet", "poster"):
            return False
        return self.cutter is None or self._plan(run, self.piece_profiles[0]) is not None

    def packed(self, runs: Sequence[Run], title: str, fillers: Sequence[Run] = ()) -> Packed:
        from printgen.sheet.packing.plan import arrange_packed  # not needed for one component

        usual, *others = self.piece_profiles
        packed = arrange_packed(runs, title, self.paper, self.duplex, usual, fillers)
        for profile in others:
            with suppress(DataError):  # a piece is too large for these margins
                other = arrange_packed(runs, title, self.paper, self.duplex, profile, fillers)
                packed = min(packed, other, key=lambda made: made.sheets)
        plans = tuple(replace(plan, cutter=self.cutter) for plan in packed.plans)
        return replace(packed, plans=plans)


def plan_whole_game(
    runs: Sequence[tuple[Component, Run]],
    pages: Sequence[Frame],
    setup: Setup,
    reading: Run | None = None,
) -> WholeGame:
    """Return the print files of all runs; `pages` are those of the parts list, or of another run
    to read. They are printed on any paper, with the maps of boards."""
    return _Planner(runs, pages, setup, reading).whole_game()


class _Planner:
    """Plans the files of one game."""

    def __init__(
        self,
        runs: Sequence[tuple[Component, Run]],
        pages: Sequence[Frame],
        setup: Setup,
        reading: Run | None,
    ) -> None:
        self._runs = [
            (component, run) for component, run in runs if run.pieces and not is_leaflet(component)
        ]
        self._pages = pages
        lists = (run for component, run in runs if is_leaflet(component))
        self._leaflet = reading or next(lists, None)
        self._setup = setup
        self._shared = shared_stocks([component.stock for component, _ in self._runs])
        self._where: dict[str, str] = {}
        self._maps: list[Plan] = []
        self._least = 0.0

    def whole_game(self) -> WholeGame:
        parts: dict[tuple[Stock, bool], list[Part]] = {}

        def add(stock: Stock, some: Sequence[Part], *, first: bool = False) -> None:
            for part in reversed(some) if first else some:
                found = parts.setdefault((stock, _is_two_sided(part.plan)), [])
                found.insert(0 if first else len(found), part)

        packed: list[tuple[Component, Run]] = []
        whole: list[tuple[Component, Part]] = []
        for component, run in self._runs:
            plan = None if self._setup.packs(run) else self._setup.arranged(run)
            if plan is None or (self._setup.cutter is None and _fits_a_page(plan)):
                packed.append((component, run))
            else:
                whole.append((component, self._part(component, self._without_maps(plan))))
        chosen = self._stocks_of(packed)
        names = self._narrowed(chosen)
        for component, part in whole:
            add(names[self._shared[component.stock]], [part])
        sheets = self._packed_with_maps(
            {
                names[stock]: [c for c in packed if chosen[c[0].id] == stock]
                for stock in dict.fromkeys(chosen.values())
            }
        )
        for stock, (some, found) in sheets.items():
            add(stock, self._packed_parts(stock, some, found))
        paper = self._any_paper(names)
        # What to read first is printed first.
        leaflets = self._leaflets(self._maps)
        self._least += _all_sheets(leaflets)
        add(paper, leaflets, first=True)
        stocks = [*names.values(), paper]
        ordered = sorted(parts.items(), key=lambda file: (stocks.index(file[0][0]), not file[0][1]))
        files = tuple(PrintFile(*key, tuple(found)) for key, found in ordered)
        return WholeGame(files, self._where, math.ceil(self._least - 1e-9))

    def _word(self, text: str) -> str:
        """Return one of printgen's own words in the first language of the game."""
        language = next((run.language for _, run in self._runs), ENGLISH)
        return own_words(first_language(language))(text)

    def _any_paper(self, names: Mapping[Stock, Stock]) -> Stock:
        """Return a paper that pieces are printed on, by its name in the game's language."""
        material = self._word(PAPER)
        same = (s for s in names.values() if s.material.casefold() == material.casefold())
        return next(same, Stock(material))

    def _part(self, component: Component, plan: Plan) -> Part:
        self._least += _sheets(plan)
        self._where[component.id] = _sheets_text(plan)
        return Part(component.title, plan)

    def _stocks_of(self, packed: Sequence[tuple[Component, Run]]) -> dict[str, Stock]:
        """Return the stock to print each component on. One that suits two goes where it saves a
        sheet."""
        chosen = {component.id: self._shared[component.stock] for component, _ in packed}

        def sheets(stock: Stock, of: Mapping[str, Stock]) -> int:
            found = self._pack(stock, [run for c, run in packed if of[c.id] == stock])
            return 0 if found is None else found.sheets

        for component, _ in packed:
            old = chosen[component.id]
            for new in other_stocks(component.stock, self._shared):
                moved = chosen | {component.id: new}
                if sum(sheets(s, moved) for s in (old, new)) < sum(
                    sheets(s, chosen) for s in (old, new)
                ):
                    chosen = moved
                    break
        return chosen

    def _narrowed(self, chosen: Mapping[str, Stock]) -> Mapping[Stock, Stock]:
        """Return the stocks with only the weights that suit all that are printed on them."""
        names: dict[Stock, Stock] = {}
        for component, _ in self._runs:
            stock = chosen.get(component.id, self._shared[component.stock])
            own = replace(parse_stock(component.stock), material=stock.material)
            names[stock] = narrowed(names.get(stock, own), own) or stock
        return names

    def _pack(
        self, stock: Stock, runs: Sequence[Run], fillers: Sequence[Run] = ()
    ) -> Packed | None:
        """Return the sheets of some runs; None if a piece is as large as the page."""
        try:
            return self._setup.packed(runs, stock.title or self._word("All pieces"), fillers)
        except DataError:
            return None

    def _packed_with_maps(
        self, stocks: Mapping[Stock, Sequence[tuple[Component, Run]]]
    ) -> Mapping[Stock, tuple[Sequence[tuple[Component, Run]], Packed | None]]:
        """Return the sheets of each stock. The maps of boards are on some that have room for them.
        Whether the parts list has room must not matter: it is typeset later, and says on which
        sheets the pieces are."""
        from printgen.sheet.leaflets import map_card

        card = map_card(self._maps, self._setup.label)
        done: dict[Stock, tuple[Sequence[tuple[Component, Run]], Packed | None]] = {}
        maps: tuple[Run, ...] = ()
        if card is not None:
            run = replace(
                self._maps[0].run, title=self._word("Map"), layout="grid", pieces=(Piece(card),)
            )
            maps = (run,)
        for stock, some in stocks.items():
            if some:
                packed = self._pack(stock, [run for _, run in some], maps)
                done[stock] = some, packed
                if maps and packed is not None and packed.has(len(some)):
                    maps, self._maps = (), []
        return done

    def _packed_parts(
        self, stock: Stock, some: Sequence[tuple[Component, Run]], packed: Packed | None
    ) -> list[Part]:
        if packed is None:  # if not even alone, this fails too
            return [self._part(component, self._setup.arranged(run)) for component, run in some]
        self._least += math.ceil(packed.bound - 1e-9)
        for index, (component, _) in enumerate(some):
            where = _where(packed, index)
            if other_stocks(component.stock, self._shared):
                where = f"{stock.title}: {where}"
            self._where[component.id] = where
        return [Part(stock.title or self._word("All pieces"), plan) for plan in packed.plans]

    def _without_maps(self, plan: Plan) -> Plan:
        """Put maps aside, to be printed with the parts list."""
        if any(side.poster_map is not None for side in plan.sides):
            self._maps.append(plan)
        return replace(plan, sides=tuple(side for side in plan.sides if side.poster_map is None))

    def _leaflets(self, maps: Sequence[Plan]) -> list[Part]:
        from printgen.sheet.leaflets import add_maps, arrange_leaflets

        setup = self._setup
        size = (self._pages[0].width, self._pages[0].height) if self._pages else LEAFLET
        pages = add_maps(self._pages, maps, size, setup.label)
        if not pages:
            return []
        run = self._leaflet or replace(self._maps[0].run, title=self._word("Maps"))
        plans = arrange_leaflets(run, pages, setup.paper, setup.duplex, setup.profile)
        return [Part(run.title, plan) for plan in plans]


def is_leaflet(component: Component) -> bool:
    """Return whether a component is a list to read, which needs no stock of its own."""
    return component.craft is not None and component.craft.kind == "parts"


def _fits_a_page(plan: Plan) -> bool:
    """Return whether a plan is that of one-sided boards of a page each."""
    return (
        plan.run.layout == "poster"
        and all(side.poster_map is None for side in plan.sides)
        and all(piece.back is None for piece in plan.run.pieces)
    )


def _is_two_sided(plan: Plan) -> bool:
    return any(side.name in ("back", "fold") for side in plan.sides)


def _all_sheets(parts: Sequence[Part]) -> int:
    return sum(_sheets(part.plan) for part in parts)


def _sheets(plan: Plan) -> int:
    return sum(side.name != "back" for side in plan.sides)


def _sheets_text(plan: Plan) -> str:
    count = _sheets(plan)
    words = paired_words(plan.run.language)
    both = words(", both sides") if any(side.name == "back" for side in plan.sides) else ""
    return words("{count} sheets" if count > 1 else "{count} sheet", count=count) + both


def _where(packed: Packed, run: int) -> str:
    """Return the sheets that a run's pieces are on, as in "sheets 1–3, both sides"."""
    found: list[tuple[str, list[int]]] = []
    for plan, sheets in zip(packed.plans, packed.contents, strict=True):
        numbers = [number for number, runs in enumerate(sheets, 1) if run in runs]
        if numbers:
            words = paired_words(plan.run.language)
            sides = words("both sides" if plan.duplex.flips_paper else "one side")
            found.append((sides, numbers))
    if len(found) == 1:
        sides, numbers = found[0]
        text = "sheet {numbers}, {sides}" if len(numbers) == 1 else "sheets {numbers}, {sides}"
        return words(text, numbers=_ranges(numbers), sides=sides)
    return "; ".join(f"{sides}: {_ranges(numbers)}" for sides, numbers in found)


def _ranges(numbers: Sequence[int]) -> str:
    """Return ascending numbers as in "1–3, 5"."""
    texts: list[str] = []
    start = 0
    for index, number in enumerate(numbers):
        if index + 1 == len(numbers) or numbers[index + 1] != number + 1:
            first = numbers[start]
            texts.append(f"{first}" if first == number else f"{first}–{number}")
            start = index + 1
    return ", ".join(texts)
