"""Phones that follow a game: whose turn it is, and help on the way."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.accessibility import faults_in_both_themes
from tests.browser.conftest import NewPhone
from tests.browser.playing import act, go, open_table, sit, tap, wait_until

RECORD = """
  window.vibrations = []; window.notes = 0;
  navigator.vibrate = (pulses) => { window.vibrations.push(pulses); return true; };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...given) {
    window.notes += 1; return start.apply(this, given);
  };
"""
CALLS = "vibrations.filter(Array.isArray).length"
YOUR_TURN = re.compile("^Your turn – ")


def check_axe(phone: Page, what: str) -> None:
    """No findings in either theme."""
    phone.emulate_media(reduced_motion="reduce")
    assert faults_in_both_themes(phone) == [], what


def test_a_turn_cannot_be_missed(games_server: str, new_phone: NewPhone) -> None:
    """People sit down at the same time. When the game begins, waiting phones move to it and others
    offer it; a turn that begins is shown, felt and, if wanted, heard on whichever tab the player
    is, even while they type."""
    ann, ben, cid = new_phone(), new_phone(), new_phone()
    ben.add_init_script(RECORD)
    where = open_table(ann, games_server, "Dragon River")
    players = ((ann, "Ann"), (ben, "Ben"), (cid, "Cid"))
    for phone, name in players:
        phone.goto(where)
        phone.get_by_label("Name").fill(name)
    for phone, name in players:
        tap(phone.get_by_role("button", name="Take a seat"))
        expect(phone.locator(".seats .seat", has_text=name)).to_contain_text("you")
    sound = ben.get_by_label("Sound when it’s my turn")
    expect(sound).not_to_be_checked()
    tap(sound)
    wait_until(ben, "notes === 2")
    ben.reload()
    expect(sound).to_be_checked()
    go(cid, "History")
    go(ann, "Play")
    tap(ann.get_by_role("button", name="Start the game"))
    ben.wait_for_url(re.compile("/play"))
    expect(ben.locator(".headline")).to_have_text("Who is the oldest?")
    tap(cid.get_by_role("link", name="Who is the oldest?"))
    expect(cid.locator(".headline")).to_be_visible()

    go(ben, "Score")
    tap(ben.get_by_label("Space reached"))
    before = ben.evaluate(CALLS)
    go(cid, "Table")
    tap(ann.get_by_role("button", name="Ben is the oldest"))
    notice = ben.get_by_role("link", name=re.compile("^Your turn: roll"))
    expect(notice).to_be_visible()
    expect(ben).to_have_title(YOUR_TURN)
    expect(cid).not_to_have_title(YOUR_TURN)
    badge = ben.get_by_role("link", name=re.compile("^Play Your turn"))
    expect(badge.locator(".badge")).to_be_visible()
    expect(ben.get_by_label("Space reached")).to_be_focused()
    expect(ben.get_by_role("status").filter(has_text="Your turn: roll")).to_have_count(1)
    assert ben.evaluate(CALLS) == before + 1
    wait_until(ben, "notes === 2")
    check_axe(ben, "a notice")

    go(ben, "History")
    expect(notice).to_be_visible()
    assert ben.evaluate(CALLS) == 0
    tap(notice)
    expect(ben.locator(".headline")).to_have_text(re.compile("^Your turn"))
    check_axe(ben, "the badge")

    # Cid has scrolled down a little when Ben's turn ends.
    go(cid, "Play")
    cid.evaluate("later = setTimeout; setTimeout = (run, ms) => later(run, ms === 4000 ? 1e9 : ms)")
    cid.evaluate("scrollTo(0, 60)")
    take_turn(ben)
    expect(cid.locator(".toast")).to_have_text("Your turn")
    covered = "document.querySelector('.toast').getBoundingClientRect().bottom"
    assert cid.locator(".headline").evaluate(f"one => one.getBoundingClientRect().top >= {covered}")
    take_turn(cid)
    expect(cid.locator(".toast")).to_have_count(0)


def take_turn(phone: Page) -> None:
    """Play until it is somebody else's turn."""
    while phone.locator(".turns small").count():
        act(phone)


def test_help_in_place(games_server: str, new_phone: NewPhone) -> None:
    """The "?" beside the headline answers the questions of the phase, and the reference begins with
    how to play in a minute; both are accessible in both themes and fit 320 pixels."""
    ann = new_phone()
    where = open_table(ann, games_server, "Dragon River")
    sit(ann, where, "Ann", "Ben")
    go(ann, "Play")
    tap(ann.get_by_role("button", name="Start the game"))
    tap(ann.get_by_role("button", name="Ben is the oldest"))
    expect(ann.get_by_role("button", name="Roll")).to_be_visible()
    answers = ann.locator(".answers")
    expect(answers).to_be_hidden()
    tap(ann.locator(".help summary"))
    expect(answers).to_contain_text("How often may I roll?")
    expect(answers).to_contain_text("roll the others once more")
    check_axe(ann, "help")
    ann.set_viewport_size({"width": 320, "height": 700})
    assert ann.evaluate("document.documentElement.scrollWidth") <= 320
    tap(ann.locator(".headline"))
    expect(answers).to_be_hidden()
    ann.goto(f"{games_server}/games/dragon-river/reference")
    expect(ann.locator(".howto-steps li")).to_have_count(6)
    loaded = "steps => steps.map((one) => one.naturalWidth > 0)"
    assert all(ann.locator(".howto-steps img").evaluate_all(loaded))
    assert ann.evaluate("document.documentElement.scrollWidth") <= 320
    check_axe(ann, "how to play")


def test_partial_use_is_accessible(games_server: str, new_phone: NewPhone) -> None:
    """One market, and dice and decks without a seat, work with a few taps in both themes."""
    ann = new_phone()
    ann.goto(f"{games_server}/games/dragon-boats")
    tap(ann.get_by_role("link", name="Market prices"))
    for colour in ("orange", "blue"):
        tap(ann.locator("#stall-II").get_by_role("link", name=f"Place on top: {colour}"))
        expect(ann.locator("#stall-II .payments")).to_contain_text(colour)
    expect(ann.locator("#stall-II .payments li")).to_have_text([r"blue 2 coins", r"orange 1 coin"])
    check_axe(ann, "market")
    ann.goto(f"{games_server}/games/dragon-boats")
    tap(ann.get_by_role("button", name="Only dice and decks"))
    deck = ann.locator("article.deck").first
    tap(deck.locator("summary").first)
    tap(deck.get_by_role("button", name="Shuffle"))
    tap(deck.get_by_role("button", name="Turn up"))
    expect(deck).to_contain_text("1 discarded")
    check_axe(ann, "decks without a seat")
