"""Every page of the companion is accessible in both themes and fits every screen.

The pages come from the URL map, so that a new page is looked at without being listed here.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence

import pytest
from playwright.sync_api import Browser, Page, expect
from werkzeug.routing import AnyConverter, Rule

from companion.app import create_app
from companion.games.offers import Offers
from companion.storage.store import Store
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.browser.accessibility import faults_in_both_themes
from tests.browser.conftest import PATIENCE_MS
from tests.browser.playing import NAMES, set_free
from tests.browser.prepared import OVER, Prepared
from tests.serving import running

GAMES = {
    "dragon-boats": 30,
    "dragon-river": 12,
    "mines": 25,
    "port-flower": 30,
    "river-dragons": 20,
}
"""The games, and how many moves of each are made."""

CHOICES: dict[str, tuple[str, Callable[[Offers], bool]]] = {
    "goods": ("dragon-boats", lambda offers: bool(offers.picks)),
    "plan": ("river-dragons", lambda offers: any(pick.ordered for pick in offers.picks)),
    "free point": ("river-dragons", lambda offers: bool(offers.points)),
}
"""Choices that a game does not always offer: games, and how they are recognised."""

OWN_PAGES = {"play", "screen", "score", "score?for=all", "setup", "tools"}
NOT_PAGES = {"static", "tables.live", "tables.revision"}
QUERIES = {
    "results.confirm_player": ["?name=Ann"],
    "setups.setup": ["?players=4"],
    "tables.page": ["", "?for=all", "?for=totals"],
}
"""What an address needs beyond its path, where it needs something."""

LARGE = {"standard": 32, "fixed": 26}
NORMAL = {"standard": 16, "fixed": 13}
SCREENS = [(NORMAL, 390, 844), (NORMAL, 320, 640), (NORMAL, 844, 390)]
SCREENS += [(LARGE, 390, 844), (LARGE, 320, 640)]
"""Letters and sizes: two phones, one on its side, and both with letters of twice the size."""

UNFOLD = """() => document.querySelectorAll("details:not(.help)").forEach(
  (one) => { one.open = true; })"""
# What sticks out on the right, outside of rows and boards that scroll by themselves.
TOO_WIDE = """() => {
  const wide = document.documentElement.scrollWidth;
  if (wide <= innerWidth) return null;
  const sticks = (one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth;
  const last = [...document.querySelectorAll("main *, header *")].filter(sticks).at(-1);
  return `${wide} pixels: ${last?.outerHTML.slice(0, 120)}`;
}"""
# The words that are broken over two lines without a hyphen, as happens letter by letter.
BROKEN_WORDS = r"""() => {
  const NOT_WORDS = ".visually-hidden, select, .skip, code, .address, .invite a";
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const owner = node.parentElement;
    if (!owner.checkVisibility() || owner.closest(NOT_WORDS)) continue;
    // Long words are divided at syllables, where the browser knows the language; headings fit.
    const divides = getComputedStyle(owner).hyphens === "auto" && !owner.closest("h1");
    const longest = divides ? 7 : 14;
    for (const word of node.textContent.matchAll(/[\p{L}\p{N}\u00ad]{2,}/gu)) {
      if (word[0].length > longest || word[0].includes("\u00ad")) continue;
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (lines.size > 1) found.push(word[0]);
    }
  }
  return found;
}"""
# What is too small for a finger. The area of a magnifier reaches beyond its circle.
TOO_SMALL = """() => {
  const TARGETS = "button, .button, summary, .chip, .back, .magnifier, .swatch, nav a, select";
  const found = [];
  for (const one of document.querySelectorAll(TARGETS)) {
    if (!one.checkVisibility() || one.closest(".visually-hidden")) continue;
    const { width, height } = one.getBoundingClientRect();
    const beyond = -2 * (parseFloat(getComputedStyle(one, "::after").top) || 0);
    const size = Math.min(width, height) + (one.matches(".magnifier") ? beyond : 0);
    if (size < 43.5) found.push(`${Math.round(size)} px: ${one.outerHTML.slice(0, 90)}`);
  }
  return found;
}"""
MISFITS = f"() => [({TOO_WIDE})(), ({BROKEN_WORDS})(), ({TOO_SMALL})()]"
# Pictures in answers that lie over their text.
OVERLAPPING = """() => [...document.querySelectorAll(".entry")]
  .filter((entry) => entry.checkVisibility() && entry.querySelector("img"))
  .filter((entry) => entry.querySelector("img").getBoundingClientRect().right
    > entry.querySelector("p").getBoundingClientRect().left)
  .map((entry) => entry.innerText)"""
# Headings of parts that have nothing else in them.
EMPTY_PARTS = """() => [...document.querySelectorAll("main section")]
  .filter((part) => part.innerText.trim() === part.querySelector("h2")?.innerText.trim())
  .map((part) => part.innerText)"""
# The buttons and links below the toast that says whose turn it is.
COVERED = """() => {
  const toast = document.querySelector(".toast").getBoundingClientRect();
  return [...document.querySelectorAll("main :is(button, .button, summary), .tabs a")]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
      const box = one.getBoundingClientRect();
      return box.left < toast.right && box.right > toast.left
        && box.top < toast.bottom && box.bottom > toast.top;
    }).map((one) => one.textContent.trim());
}"""
# The toast stays: a slow machine could look for it when it is gone.
KEEP_TOAST = """const later = setTimeout;
  window.setTimeout = (run, ms, ...more) => later(run, ms === 4000 ? 1e9 : ms, ...more);"""
USELESS_STEPS = """() => [...document.querySelectorAll("[data-step]:not([hidden])")]
  .filter((step) => step.parentElement.querySelector("input").disabled)
  .map((step) => step.outerHTML.slice(0, 90))"""


class Site:
    """A server with one table in every state, and its pages by the arguments in their address."""

    def __init__(self, store: Store) -> None:
        self.prepared = Prepared(store)
        rules = create_app(builtin_cards(), builtin_templates(), store).url_map.iter_rules()
        self._rules = [rule for rule in rules if _is_page(rule)]
        self.running = {
            game: self.prepared.begin(game, NAMES[:4], moves) for game, moves in GAMES.items()
        }
        self.choosing = {what: self._until(*choice) for what, choice in CHOICES.items()}
        self.waiting = self.prepared.open("dragon-boats", NAMES[:2], shared=NAMES[2:3])
        seats = self.prepared.table(self.waiting).seats
        self.prepared.ask(self.waiting, seats[1].id)
        QUERIES["seats.hand_over"] = [f"?seat={seats[0].id}"]
        self.over = self.prepared.begin("mines", NAMES[:4], OVER)
        self.prepared.act(self.over, "end")
        self.server = ""

    def _until(self, game: str, wanted: Callable[[Offers], bool]) -> str:
        """A table at which the host has such a choice."""
        code = self.prepared.begin(game, NAMES[:4])
        self.prepared.play_until(code, NAMES[0], wanted)
        return code

    def pages(self, **values: str) -> list[str]:
        """The addresses whose arguments are these, and the choices of the address itself."""
        return [
            f"{self.server}{path}{query}"
            for rule in self._rules
            for path in _paths(rule, values)
            for query in QUERIES.get(rule.endpoint, [""])
            if "for=" not in query or path.endswith("/score")
            if not path.endswith("/replace")  # exists for a move, as `replacing` finds one
        ]

    def replacing(self, code: str) -> list[str]:
        """The page on which the host replaces the last move, if it can be replaced."""
        number = self.prepared.last_replaceable(code)
        return [f"{self.server}/t/{code}/replace?number={number}"] if number else []

    @property
    def arguments(self) -> set[frozenset[str]]:
        """The arguments of all addresses, apart from choices."""
        return {frozenset(rule.arguments - _choices(rule).keys()) for rule in self._rules}


def _is_page(rule: Rule) -> bool:
    is_file = "." in rule.rule.rsplit("/", 1)[-1]
    own = rule.endpoint in NOT_PAGES or rule.endpoint.startswith("api.")
    return "GET" in (rule.methods or ()) and not is_file and not own


def _choices(rule: Rule) -> dict[str, list[str]]:
    """The arguments that are one of a few words."""
    converters = rule._converters.items()
    return {name: sorted(any_.items) for name, any_ in converters if isinstance(any_, AnyConverter)}


def _paths(rule: Rule, values: Mapping[str, str]) -> Iterator[str]:
    choices = _choices(rule)
    if rule.arguments - choices.keys() != values.keys():
        return
    for chosen in itertools.product(*choices.values()):
        built = rule.build({**values, **dict(zip(choices, chosen, strict=True))})
        assert built is not None
        yield built[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    database = tmp_path_factory.mktemp("pages") / "tables.sqlite"
    store = Store(f"sqlite:///{database}")
    made = Site(store)
    store.close()
    with running(str(database), "--cards", str(builtin_cards())) as started:
        made.server = f"http://127.0.0.1:{started.port}"
        yield made


@pytest.fixture
def phone(browser: Browser, site: Site) -> Iterator[Page]:
    """The host's phone, in German: it has the longest words."""
    context = browser.new_context(
        locale="de", reduced_motion="reduce", has_touch=True, service_workers="block"
    )
    context.set_default_timeout(PATIENCE_MS)
    site.prepared.enter(context, site.server)
    yield context.new_page()
    context.close()


def check(phone: Page, addresses: Sequence[str], status: int = 200, more: str = "() => []") -> None:
    """Look at pages with everything unfolded, in both themes and on all screens, and for what a
    further script finds."""
    assert addresses
    session = phone.context.new_cdp_session(phone)
    found = []
    for address in addresses:
        phone.emulate_media(color_scheme="light")
        answer = phone.goto(address)
        assert answer is not None
        assert (answer.status, answer.headers["content-type"][:9]) == (status, "text/html"), address
        phone.evaluate(UNFOLD)
        for fonts, width, height in SCREENS:
            session.send("Page.setFontSizes", {"fontSizes": fonts})
            phone.set_viewport_size({"width": width, "height": height})
            wide, broken, small = phone.evaluate(MISFITS)
            large = "large letters" if fonts is LARGE else ""
            if small and height > width:
                found.append(f"{address} {width} {large}: {small}")
            if wide or broken:
                found.append(f"{address} {width} {large}: {wide or ''} {broken or ''}")
        session.send("Page.setFontSizes", {"fontSizes": NORMAL})
        phone.set_viewport_size({"width": 390, "height": 844})
        found += faults_in_both_themes(phone)
        found += [f"{address} {useless}" for useless in phone.evaluate(more)]
    assert not found, "\n".join(found)


def test_pages_without_a_table(site: Site, phone: Page) -> None:
    """The start page, results, seasons, verification, and an address that does not exist."""
    check(phone, site.pages())
    check(phone, [f"{site.server}/none"], 404)
    # What can be downloaded is not a page, but its mistakes are.
    check(phone, site.pages(slug="mines", target="none"), 404)


def test_pages_of_a_game(site: Site, phone: Page) -> None:
    """A game with a market: its page, rules, setup, one of its cards and how to score it."""
    check(phone, site.pages(slug="dragon-boats"))
    phone.goto(f"{site.server}/games/dragon-boats/reference")
    phone.evaluate(UNFOLD)
    assert phone.locator(".entry img").count() > 0
    assert phone.evaluate(OVERLAPPING) == []
    phone.goto(f"{site.server}/games/dragon-boats")
    piece = phone.locator(".faces a").first.get_attribute("href") or ""
    slug, part, name = piece.split("/")[-3:]
    check(phone, site.pages(slug=slug, part=part, name=name))


def test_pages_of_a_waiting_table(site: Site, phone: Page) -> None:
    """A table with free seats, a shared phone and somebody who asks for a seat."""
    check(phone, [one for one in site.pages(code=site.waiting) if "/results/" not in one])
    phone.goto(next(one for one in site.pages(code=site.waiting) if "/hand-over" in one))
    link = phone.get_by_role("link", name="Link, um als Ann").get_attribute("href") or ""
    check(phone, site.pages(code=site.waiting, link=link.rsplit("/", 1)[-1]))


@pytest.mark.parametrize("game", GAMES)
def test_pages_of_a_running_game(site: Site, phone: Page, game: str) -> None:
    """Every game in the middle: the pages that differ from game to game."""
    code = site.running[game]
    pages = [one for one in site.pages(code=code) if one.split("/")[-1] in OWN_PAGES]
    check(phone, pages + site.replacing(code))


@pytest.mark.parametrize("what", CHOICES)
def test_choices_fit_large_letters(site: Site, phone: Page, what: str) -> None:
    """Names of goods stood beside their picture letter by letter, as did what to do with a stone
    under the magnifier."""
    session = phone.context.new_cdp_session(phone)
    phone.goto(f"{site.server}/t/{site.choosing[what]}/play")
    expect(phone.locator("form.pick, form.free").first).to_be_attached()
    if phone.locator("form.free").count():
        set_free(phone, phone.locator("a.tap.exact").first.locator(".halo"), confirm=False)
    for fonts, width, height in SCREENS:
        session.send("Page.setFontSizes", {"fontSizes": fonts})
        phone.set_viewport_size({"width": width, "height": height})
        wide, broken, small = phone.evaluate(MISFITS)
        assert (wide, broken) == (None, []), (width, fonts)
        assert small == [] or height < width
    session.send("Page.setFontSizes", {"fontSizes": NORMAL})


def test_the_toast_covers_nothing_to_tap(site: Site, phone: Page) -> None:
    """It was shown over the button that the player is to tap, over the headline that says the same,
    and under the tabs of a phone on its side."""
    code = site.running["dragon-river"]
    phone.add_init_script(KEEP_TOAST)
    for who in NAMES[:4]:
        site.prepared.enter(phone.context, site.server, who)
        phone.set_viewport_size({"width": 390, "height": 844})
        phone.goto(f"{site.server}/t/{code}/play")
        if phone.locator(".turns small").count():
            break
    phone.locator(".toast").wait_for()
    assert phone.evaluate(COVERED) == []
    for width, height in ((320, 640), (844, 390)):
        phone.set_viewport_size({"width": width, "height": height})
        toast, headline = (phone.locator(one).bounding_box() for one in (".toast", ".headline"))
        assert toast is not None
        assert headline is not None
        assert toast["y"] + toast["height"] <= headline["y"]
    tabs = phone.locator(".tabs").bounding_box()
    assert tabs is not None
    assert toast is not None
    assert toast["x"] >= tabs["x"] + tabs["width"]


def test_pages_that_replace_a_move(site: Site) -> None:
    """The test above looks at such a page: the last move of a game without hidden pieces can always
    be replaced, and in the other games often. A table that waits has none."""
    assert all(site.replacing(site.running[game]) for game in ("dragon-river", "port-flower"))
    assert not site.replacing(site.waiting)


def test_pages_of_a_replay(site: Site, phone: Page) -> None:
    """The first table of a race and one after some moves, for phones and for the television."""
    name = f"table-{site.running['port-flower']}"
    for move in ("0", "3"):
        check(phone, site.pages(name=name, number="1", move=move))
    exported = f"{site.server}/t/{site.running['port-flower']}/game.ppn"
    for query, four_seasons in (("", True), ("?for=viewers", False)):
        text = phone.request.get(f"{exported}{query}").text()
        assert text.startswith("---\nEvent: Sailing Port Flower\n")
        assert ("four_seasons_expansion" in text) == four_seasons


def test_pages_of_a_layout(site: Site, phone: Page) -> None:
    """A mixed layout with its setup code; the gallery is among the pages without a table."""
    check(phone, [f"{site.server}/layouts/fujisan?words=jade-otter-41"])


def test_pages_of_a_finished_game(site: Site, phone: Page) -> None:
    """The winner, the result, and the table afterwards, on which nothing can be done any more:
    there are neither boxes without content nor buttons beside numbers that are fixed."""
    pages = [one for one in site.pages(code=site.over) if "/hand-over" not in one]
    check(phone, pages, more=f"() => [...({EMPTY_PARTS})(), ...({USELESS_STEPS})()]")


def test_the_dialog_of_a_piece(site: Site, phone: Page) -> None:
    """A piece that is enlarged, and the help beside a headline."""
    session = phone.context.new_cdp_session(phone)
    for opened, address, what in (
        ("dialog[open]", f"{site.server}/games/mines/reference", ".howto a.piece, .entry a.piece"),
        (".answers", f"{site.server}/t/{site.running['mines']}/play", ".help summary"),
    ):
        phone.goto(address)
        phone.evaluate(UNFOLD)
        phone.locator(what).first.click()
        expect(phone.locator(opened)).to_be_visible()
        for fonts, width, height in SCREENS:
            session.send("Page.setFontSizes", {"fontSizes": fonts})
            phone.set_viewport_size({"width": width, "height": height})
            assert phone.evaluate(TOO_WIDE) is None
            assert phone.evaluate(BROKEN_WORDS) == []
        session.send("Page.setFontSizes", {"fontSizes": NORMAL})
        phone.set_viewport_size({"width": 390, "height": 844})
        assert faults_in_both_themes(phone) == []


def test_pages_of_a_season(site: Site, phone: Page) -> None:
    """The standings of a season, and the question before it is deleted."""
    form: dict[str, str | float | bool] = {"name": "Family", "rule": "beaten", "minimum": "1"}
    made = phone.request.post(f"{site.server}/results/seasons", form=form).url
    check(phone, site.pages(season_id=made.rsplit("/", 1)[-1]))


def test_no_page_is_forgotten(site: Site) -> None:
    """The tests above know all arguments of addresses; a page with another needs a test here."""
    known = [(), ("slug",), ("slug", "part", "name"), ("code",), ("code", "link"), ("season_id",)]
    known += [("slug", "name"), ("slug", "target"), ("name",), ("name", "number", "move")]
    assert site.arguments == set(map(frozenset, known))
