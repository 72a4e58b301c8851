"""How pages feel under a finger: scrolling, motion, focus and what stays in its place."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPhone
from tests.browser.playing import act, begin, go, open_table, script, set_up, sit, tap, wait_until

# A point of the board 22 pixels from the middle of a space, on no space and nearest to this one.
BESIDE = """spot => {
  const middle = (circle) => {
    const box = circle.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const own = spot.querySelector("circle");
  const circles = [...spot.closest("svg").querySelectorAll(".spot circle")];
  for (let turn = 0; turn < 16; turn += 1) {
    const [x, y] = middle(own);
    const at = [x + 22 * Math.cos(turn * Math.PI / 8), y + 22 * Math.sin(turn * Math.PI / 8)];
    const hit = document.elementFromPoint(...at);
    const others = circles.filter((one) => one !== own).map(middle);
    const isNearest = others.every(([left, top]) => Math.hypot(left - at[0], top - at[1]) > 24);
    if (isNearest && hit?.closest(".board > svg") && !hit.closest("a")) return at;
  }
}"""


def drag(phone: Page, start: tuple[float, float], by: tuple[float, float]) -> None:
    """Drag one finger over the page, as the browser itself sees touches."""
    session = phone.context.new_cdp_session(phone)
    steps = 12
    for step in range(steps + 1):
        at = {"x": start[0] + by[0] * step / steps, "y": start[1] + by[1] * step / steps}
        kind = "touchMove" if step else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
        phone.wait_for_timeout(16)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.wait_for_timeout(300)


def middle(phone: Page, what: str) -> tuple[float, float]:
    box = phone.locator(what).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_finger_on_a_board_scrolls_the_page(games_server: str, new_phone: NewPhone) -> None:
    """A board that shows all of itself passes every drag on to the page, and a zoomed one does at
    its edges."""
    phone = new_phone()
    phone.goto(f"{games_server}/games/dragon-boats/setup?players=4")
    scrolled = "() => scrollY"
    board = phone.locator(".board")
    board.evaluate("board => scrollTo(0, board.offsetTop - 200)")
    before = phone.evaluate(scrolled)
    drag(phone, middle(phone, ".board"), (0, -200))
    assert phone.evaluate(scrolled) - before > 100
    board.evaluate("board => { board.className = 'board zoom-3'; board.scrollTop = 1e6; }")
    phone.evaluate("scrollTo(0, 0)")
    board.evaluate("board => scrollTo(0, board.offsetTop - 200)")
    before = phone.evaluate(scrolled)
    drag(phone, middle(phone, ".board"), (0, -200))
    assert phone.evaluate(scrolled) - before > 100


def test_a_tap_beside_a_space_counts(games_server: str, new_phone: NewPhone) -> None:
    """On the board of a score sheet, a finger 22 pixels from the middle of a space means it: a
    target of 44 pixels, though the space is drawn smaller."""
    phone = new_phone()
    sit(phone, open_table(phone, games_server, "Dragon Boats of the Four Seas"), "Ann")
    go(phone, "Score")
    tap(phone.get_by_role("navigation", name="Player").get_by_role("link", name="Ann"))
    spot = phone.locator('a.spot[data-box="entry.farmers.S1"]')
    spot.wait_for()
    phone.wait_for_load_state()
    spot.evaluate("spot => spot.scrollIntoView({ block: 'center', inline: 'center' })")
    x, y = spot.evaluate(BESIDE)
    phone.touchscreen.tap(x, y)
    expect(spot).to_have_attribute("aria-checked", "true")


def test_the_focus_stays_and_the_page_does_not_jump(server: str, new_phone: NewPhone) -> None:
    """After an act by keyboard the focus is on the same button, and a roll of somebody else, whose
    dice appear further up, moves nothing that is being read."""
    ann, ben = new_phone(), new_phone()
    where = open_table(ann, server, "Harbour")
    sit(ann, where, "Ann")
    sit(ben, where, "Ben")
    go(ann, "Dice")
    go(ben, "Dice")
    ann.get_by_role("button", name="Flip a coin").focus()
    ann.keyboard.press("Enter")
    expect(ann.locator(".die")).to_have_count(1)
    expect(ann.get_by_role("button", name="Flip a coin")).to_be_focused()
    heading = ben.get_by_role("heading", name="Counters and tracks")
    expect(ben.locator(".die")).to_have_count(1)
    heading.evaluate("heading => scrollTo(0, heading.offsetTop - 200)")
    before = heading.bounding_box()
    ann.get_by_label("How many").first.fill("20")
    tap(ann.get_by_role("button", name="Roll").first)
    expect(ben.locator(".die")).to_have_count(20)
    after = heading.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) <= 1


PLACES = """() => [...document.querySelectorAll("#live :is(h1, h2, button, .button, summary, img)")]
  .filter((one) => one.checkVisibility() && !one.closest("form:has([value=stop])"))
  .map((one) => [one.textContent.trim(), Math.round(one.getBoundingClientRect().top)])"""


def test_a_timer_of_another_phone_moves_nothing(server: str, new_phone: NewPhone) -> None:
    """A timer that somebody starts is seen at the top of every page and on the television, and
    everything stays where it is."""
    ann, ben = new_phone(), new_phone()
    where = open_table(ann, server, "Harbour")
    sit(ann, where, "Ann")
    go(ann, "Dice")
    for page in ("", "/score", "/tools", "/screen"):
        ben.goto(where + page)
        ben.wait_for_load_state()
        before = ben.evaluate(PLACES)
        tap(ann.get_by_role("button", name="1 min"))
        expect(ben.get_by_role("timer")).to_contain_text(":")
        after = [place for place in ben.evaluate(PLACES) if place in before]
        assert after == before, page
        tap(ann.get_by_role("button", name="Stop"))
        expect(ben.get_by_role("timer")).to_have_count(0)


SPEAKING = """() => [...document.querySelectorAll("#live :is([role=status], [aria-live])")]
  .filter((one) => one.ariaLive !== "off").map((one) => one.className || one.tagName)"""


def test_nothing_is_announced_twice(server: str, new_phone: NewPhone) -> None:
    """A screen reader hears what is new on the page, and nothing again that has not changed."""
    ann, ben = new_phone(), new_phone()
    where = open_table(ann, server, "Harbour")
    sit(ann, where, "Ann")
    sit(ben, where, "Ben")
    go(ann, "Dice")
    go(ben, "Dice")
    tap(ann.get_by_role("button", name="Flip a coin"))
    expect(ben.locator(".die")).to_have_count(1)
    assert ben.evaluate(SPEAKING) == ["dice"]
    tap(ann.get_by_role("button", name="1 min"))
    expect(ben.get_by_role("timer")).to_contain_text(":")
    assert ben.evaluate(SPEAKING) == []
    tap(ann.get_by_role("button", name="Flip a coin"))
    wait_until(ben, f"() => ({SPEAKING})().length > 0")
    assert "dice" in ben.evaluate(SPEAKING)


MOVING = """() => document.getAnimations().filter(one => one.effect.target.closest("#live"))
  .map(one => [one.animationName ?? "move", one.effect.getComputedTiming().endTime])
  .filter(([name]) => name !== "glow")"""
# Phones load this script a moment after the page; an import resolves once it runs.
WATCHES = f"{script('motion')}.then(() => true)"


def test_dice_tumble_and_cards_turn_over(server: str, new_phone: NewPhone) -> None:
    """A roll shows pips that tumble for at most 600 milliseconds, on every phone; other news do not
    repeat it, and phones that ask for less motion show none. A card that is drawn turns over."""
    ann, ben, cid = new_phone(), new_phone(), new_phone()
    cid.emulate_media(reduced_motion="reduce")
    where = open_table(ann, server, "Harbour")
    sit(ann, where, "Ann")
    for phone in (ann, ben, cid):
        phone.goto(f"{where}/tools")
        phone.evaluate(WATCHES)
    for phone in (ann, ben, cid):
        phone.evaluate(
            f"""() => {{ window.moved = []; document.addEventListener("page-updated",
              () => requestAnimationFrame(() => {{ window.moved.push(({MOVING})()); }})); }}"""
        )
    tap(ann.get_by_role("button", name="Roll").first)
    for phone in (ann, ben, cid):
        expect(phone.locator(".die .pips").first).to_be_visible()
        wait_until(phone, "() => window.moved.length > 0")
    for phone in (ann, ben):
        tumbling = phone.evaluate("() => window.moved[0]")
        assert {name for name, _ in tumbling} == {"tumble"}
        assert all(end <= 600 for _, end in tumbling)
    assert cid.evaluate("() => window.moved[0]") == []
    tap(ann.get_by_role("button", name="1 min"))
    wait_until(ben, "() => window.moved.length > 1")
    assert ben.evaluate("() => window.moved[1]") == []
    deck = ann.locator("article.deck").first
    tap(deck.locator("summary").first)
    tap(deck.get_by_role("button", name="Shuffle"))
    tap(deck.get_by_role("button", name="Draw"))
    expect(ann.locator(".hand img.fresh")).to_have_count(1)
    wait_until(ann, "() => window.moved.flat().some(([name]) => name === 'turn-over')")


def test_pieces_move_to_their_new_place(games_server: str, new_phone: NewPhone) -> None:
    """A racer on the board slides from its old space to the new one."""
    phone = new_phone()
    sit(phone, open_table(phone, games_server, "Dragon River"), "Ann", "Ben")
    set_up(phone)
    begin(phone)
    phone.evaluate(WATCHES)
    phone.evaluate(
        """() => { window.slid = 0; document.addEventListener("page-updated",
          () => requestAnimationFrame(() => {
            const scene = document.querySelector("#scene");
            window.slid += scene?.getAnimations({ subtree: true }).length ?? 0;
          })); }"""
    )
    for _ in range(30):
        if phone.evaluate("() => window.slid") or not act(phone):
            break
    wait_until(phone, "() => window.slid > 0")
