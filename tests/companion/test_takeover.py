"""Seats change hands with consent only, and the host plays for phones that are away."""

from __future__ import annotations

import json
import math
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update

from companion.app import create_app
from companion.rooms.broadcaster import Broadcaster
from companion.rooms.presence import AWAY_SECONDS, Presence, away_seats
from companion.rooms.rights import NotYours, check_right
from companion.rooms.rooms import HOST_AWAY_SECONDS, Rooms
from companion.rooms.seat_links import SeatLinks
from companion.rooms.tokens import digest
from companion.storage.schema import phones, tables
from companion.storage.store import Store
from companion.table.model import Act, Table
from companion.web.access import PHONE
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.companion.phones import Phone

WEEK = 7 * 24 * 3600.0
FAULT = re.compile(r'class="fault"[^>]*>([^<]*)')


class Party:
    """Ann, who is the host, and Ben, each with a phone, and a phone that holds nothing."""

    def __init__(self, app: Flask, store: Store, game: str = "dragon-river") -> None:
        self.app, self.store = app, store
        self.ann = Phone(app)
        where = self.ann.open(game)
        self.ben, self.new = Phone(app, where), Phone(app, where)
        self.code = where.rsplit("/", 1)[-1]
        self.ann.sit("Ann", "red")
        self.ben.sit("Ben", "blue")

    def away(self, *seats: str, seconds: float = AWAY_SECONDS + 1) -> None:
        """Phones were last seen so long ago."""
        with self.store.writing() as connection:
            here = phones.c.seat.in_(seats)
            connection.execute(update(phones).where(here).values(seen=time.time() - seconds))

    def host_away(self, seconds: float = HOST_AWAY_SECONDS + 1) -> None:
        with self.store.writing() as connection:
            connection.execute(update(tables).values(host_seen=time.time() - seconds))

    def holders(self) -> dict[str, str]:
        with self.store.reading() as connection:
            rows = connection.execute(select(phones.c.seat, phones.c.token)).all()
        return {row.seat: row.token for row in rows}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    yield made
    made.close()


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(builtin_cards(), builtin_templates(), store)


@pytest.fixture
def party(app: Flask, store: Store, monkeypatch: pytest.MonkeyPatch) -> Party:
    """Only the test says who is away: on a busy machine the app would store in the meantime that
    it heard from a phone before."""
    monkeypatch.setattr("companion.rooms.presence.STORE_SECONDS", math.inf)
    return Party(app, store)


# --- consent --------------------------------------------------------------------------------------


def test_the_host_lets_a_new_phone_continue(party: Party) -> None:
    """A new phone waits, the host agrees, and the old phone only watches from then on."""
    number = party.new.ask(party.ben.seat)
    assert "Waiting for the host" in party.new.page()
    assert f"Phone {number} wants to continue as Ben." in party.ann.page("history")
    assert party.holders()[party.ben.seat] == digest(party.ben.token)
    agreed = party.ann.act("take-over", who=party.ben.seat, request=str(number))
    assert agreed.status_code == 303
    assert party.holders()[party.ben.seat] == digest(party.new.token)
    assert "Your seat" in party.new.page()
    assert "Ben’s seat is not on this phone any more." in party.ben.page(seat=party.ben.seat)
    assert party.ben.act("roll", die="d6").status_code == 409
    party.new.seat = party.ben.seat
    assert party.new.act("roll", die="d6").status_code == 303


def test_the_seats_own_phone_can_agree_or_decline(party: Party) -> None:
    """Ben lets a phone continue as Ben, but not as Ann; a declined phone stops waiting."""
    for_ann, for_ben = party.new.ask(party.ann.seat), party.new.ask(party.ben.seat)
    refused = party.ben.act("take-over", who=party.ann.seat, request=str(for_ann))
    assert FAULT.findall(refused.text) == ["the host or the phone of that seat must agree"]
    assert party.ben.act("decline", who=party.ben.seat, request=str(for_ben)).status_code == 303
    assert f"This is phone {for_ben}," not in party.new.page()
    again = party.new.ask(party.ben.seat)
    assert party.ben.act("take-over", who=party.ben.seat, request=str(again)).status_code == 303


def test_a_link_of_the_old_phone_moves_the_seat_and_the_host_role(party: Party) -> None:
    """The host shows a code: the new phone continues as Ann and is the host."""
    assert party.new.use(party.ann.link()).status_code == 303
    assert "You are the host." in party.new.page()
    assert "You are the host." not in party.ann.page()
    assert "Your seat" not in party.ann.page()
    party.new.seat = party.ann.seat
    assert party.new.act("end").status_code == 303


def test_opening_a_link_moves_nothing(party: Party) -> None:
    """A preview of the link, which only reads it, leaves the seat where it is."""
    link = party.ben.link()
    page = party.new.client.get(link)
    assert page.status_code == 200
    assert "Continue as Ben" in page.text
    assert party.holders()[party.ben.seat] == digest(party.ben.token)


KINDS = ("take-over", "decline", "remove", "hand-host", "leave", "rename", "play", "score", "roll")


@given(
    kind=st.sampled_from(KINDS),
    seat=st.sampled_from([None, "own", "other"]),
    who=st.sampled_from(["own", "other"]),
    extra=st.sampled_from([{}, {"request": 5}, {"since": 2}, {"host": True}]),
    away=st.booleans(),
)
def test_no_phone_without_host_role_touches_another_seat(
    kind: str, seat: str | None, who: str, extra: dict[str, Any], *, away: bool
) -> None:
    """A phone that is not the host never removes, takes or plays a seat that it does not hold."""
    data = {**extra, "who": who} if kind in KINDS[:4] else dict(extra)
    absent = {"other"} if away else set()
    try:
        check_right(Act("act-0001", kind, seat, data), ("own",), host=False, away=absent)
    except NotYours:
        return
    assert seat == "own"
    assert kind not in ("remove", "hand-host")
    assert kind not in ("take-over", "decline") or (who == "own" and "request" in data)


@pytest.mark.parametrize("extra", [{"since": 2}, {"host": True}, {"since": 2, "request": 5}])
def test_not_even_the_host_says_what_only_links_say(extra: dict[str, Any]) -> None:
    """Nobody can send by hand what a signed link proves."""
    act = Act("act-0001", "take-over", None, {"who": "s2-2", **extra})
    with pytest.raises(NotYours):
        check_right(act, (), host=True, away={"s2-2"})


def test_the_hosts_own_phone_takes_only_a_seat_whose_phone_is_away(party: Party) -> None:
    """While Ben's phone is here, the host cannot take his seat; a minute after it is gone, he
    can, and the history shows it."""
    refused = party.ann.act("take-over", who=party.ben.seat)
    assert FAULT.findall(refused.text) == [
        "the phone of that seat is connected: it can show a code"
    ]
    party.away(party.ben.seat)
    assert party.ann.act("take-over", who=party.ben.seat).status_code == 303
    assert party.holders()[party.ben.seat] == digest(party.ann.token)
    assert "Ben continues on another phone" in party.ann.page("history")


def test_a_removed_player_cannot_come_back_by_an_old_link(party: Party) -> None:
    """A link that Ben made before the host removed him gives him no seat."""
    party.ann.act("begin")
    link = party.ben.link()
    assert party.ann.act("remove", who=party.ben.seat).status_code == 303
    assert party.ben.use(link).status_code == 409
    assert party.ben.seat not in party.holders()


# --- the host role --------------------------------------------------------------------------------


def test_the_host_role_is_handed_over(party: Party) -> None:
    """The new host removes seats and ends the table, the old one does not; both processes of a
    server know it at once."""
    later = create_app(builtin_cards(), builtin_templates(), party.store)
    elsewhere = Phone(later, party.ben.where)
    elsewhere.client.set_cookie(PHONE, party.ben.token)
    assert "You are the host." not in elsewhere.page()
    assert party.ann.act("hand-host", who=party.ben.seat).status_code == 303
    assert "You are the host." in elsewhere.page()
    assert FAULT.findall(party.ann.act("end").text) == ["only the host can finish the game"]
    assert party.ben.act("remove", who=party.ann.seat).status_code == 303
    assert party.ben.act("end").status_code == 303


def test_a_seated_phone_becomes_the_host_when_the_host_is_gone(party: Party) -> None:
    """Ben becomes the host five minutes after Ann's phone was last seen, and not before; a phone
    without a seat never does."""
    refused = party.ben.act("claim-host")
    assert FAULT.findall(refused.text) == ["the host’s phone is connected"]
    assert "Become the host" not in party.ben.page()
    party.host_away()
    assert FAULT.findall(party.new.act("claim-host").text) == ["take a seat first"]
    assert "Become the host" in party.ben.page()
    assert party.ben.act("claim-host").status_code == 303
    assert "You are the host." in party.ben.page()
    assert "Ben is now the host: the host’s phone was away" in party.ann.page("history")


# --- the host plays for a phone that is away ------------------------------------------------------


def move_for(phone: Phone, seat: str) -> str:
    """The first move that a phone is offered for a seat; empty if it is offered none."""
    code = phone.where.rsplit("/", 1)[-1]
    answer = phone.client.get(f"/api/v1/tables/{code}/offers?seat={seat}")
    offers = answer.json if answer.status_code == 200 and answer.json else {}
    if choices := offers.get("choices"):
        return json.dumps(choices[0]["move"])
    if picks := offers.get("picks"):
        fewest = [item for item, _ in picks[0]["items"][: picks[0]["least"]]]
        return json.dumps({**picks[0]["move"], picks[0]["key"]: fewest})
    return ""


def test_the_host_plays_for_an_away_phone(party: Party) -> None:
    """While Ben's phone is here, the host cannot play for him; when it is away, the host can, and
    everybody reads who it was."""
    ann, ben = party.ann, party.ben
    ann.act("begin")
    while not move_for(ben, ben.seat):
        ann.act("play", move=move_for(ann, ann.seat))
    move = move_for(ben, ben.seat)
    other = ann.send("play", seat=ben.seat, move=move)
    assert FAULT.findall(other.text) == ["that seat belongs to another phone"]
    assert move_for(ann, ben.seat) == ""
    party.away(ben.seat)
    assert "Play for Ben" in ann.page("play")
    assert "you play for Ben" in ann.page("play", ben.seat)
    assert party.new.send("play", seat=ben.seat, move=move).status_code == 409
    assert ann.send("rename", seat=ben.seat, name="Bob").status_code == 409
    assert ann.send("play", seat=ben.seat, move=move_for(ann, ben.seat)).status_code == 303
    assert "Ann (host) for Ben" in ben.page("history")


def test_an_empty_seat_is_played_by_the_host(party: Party) -> None:
    """A game goes on when somebody leaves for good: the host plays the empty seat at once."""
    party.ann.act("begin")
    party.ben.act("leave")
    for _ in range(6):
        seats = (party.ann.seat, party.ben.seat)
        seat, move = next((s, m) for s in seats if (m := move_for(party.ann, s)))
        assert party.ann.send("play", seat=seat, move=move).status_code == 303
    assert "Ann (host) for Ben" in party.ann.page("history")


def test_the_host_does_not_play_a_seat_with_secrets(app: Flask, store: Store) -> None:
    """In Mines a seat holds tiles that only its player sees: the host must take it over, in
    sight of all, and learns nothing before."""
    party = Party(app, store, "mines")
    party.ann.act("begin")
    party.away(party.ben.seat)
    move = '{"do":"pass"}'
    refused = party.ann.send("play", seat=party.ben.seat, move=move)
    refusals = ["Ben has secrets: continue as Ben to play this seat"]
    assert FAULT.findall(refused.text) == refusals
    offers = f"/api/v1/tables/{party.code}/offers?seat={party.ben.seat}"
    assert party.ann.client.get(offers).status_code == 403
    assert party.ann.act("take-over", who=party.ben.seat).status_code == 303
    assert party.ann.client.get(offers).status_code == 200


# --- presence -------------------------------------------------------------------------------------


def test_a_phone_is_away_after_a_minute(store: Store) -> None:
    """Marks of one process count in another one, and a phone that is not marked goes away."""
    rooms = Rooms(store, Broadcaster())
    code, _ = rooms.open("harbour", start())
    seat = rooms.join(code, Act("join-001", "join", None, {"name": "Ann", "colour": "red"}), "ann")

    def away() -> frozenset[str]:
        room = rooms.room(code)
        assert room is not None
        return away_seats(room.table, rooms.holders(code))

    assert away() == frozenset()
    with store.writing() as connection:
        connection.execute(update(phones).values(seen=time.time() - AWAY_SECONDS - 1))
    assert away() == {seat}
    presence = Presence(store)
    presence.mark(code, "a stranger")
    presence.store_marks()
    assert away() == {seat}
    presence.mark(code, "ann")
    presence.store_marks()
    assert away() == frozenset()


def start() -> Any:
    from companion.table.model import Start

    return Start({}, {"d6": ("1", "2")})


def test_marks_are_stored_together(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mark does not touch the database until a quarter of a minute has passed since the last
    time."""
    stored: list[int] = []
    monkeypatch.setattr(Store, "mark_seen", lambda _, seen, __: stored.append(len(seen)))
    clock = [1000.0]
    monkeypatch.setattr("companion.rooms.presence.time.monotonic", lambda: clock[0])
    presence = Presence(store)
    for phone in range(50):
        presence.mark("BCDFGH", str(phone))
    assert stored == []
    clock[0] += 15
    presence.mark("BCDFGH", "last")
    store.close()
    assert stored == [51]


# --- a week later ---------------------------------------------------------------------------------


def test_a_table_is_continued_a_week_later(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a week every phone still holds its seat, finds the table on the start page, and a lost
    phone is replaced; the links of that evening are worthless."""
    party.ann.act("begin")
    link = party.ben.link()
    moment = time.time() + WEEK
    monkeypatch.setattr("time.time", lambda: moment)
    later = create_app(builtin_cards(), builtin_templates(), party.store)
    ann = Phone(later, party.ann.where)
    ann.client.set_cookie(PHONE, party.ann.token)
    host = party.ann.client.get_cookie(f"paperboat_host_{party.code}")
    assert host is not None
    ann.client.set_cookie(host.key, host.value)
    ann.seat = party.ann.seat
    assert f"Continue: Dragon River\N{NO-BREAK SPACE}· {party.code}" in ann.client.get("/").text
    assert "Your seat" in ann.page()
    assert "phone away" in ann.page()
    new = Phone(later, party.ann.where)
    assert new.use(link).status_code == 409
    number = new.ask(party.ben.seat)
    assert ann.act("take-over", who=party.ben.seat, request=str(number)).status_code == 303
    assert "Your seat" in new.page()


# --- the start page and the way back --------------------------------------------------------------


def test_the_start_page_lists_five_tables_running_ones_first(app: Flask) -> None:
    """Running tables come first, newest first, and ended ones lead to their result."""
    phone = Phone(app)
    codes = []
    for number in range(6):
        codes.append(phone.open("dragon-river").rsplit("/", 1)[-1])
        phone.seat = ""
        phone.sit(f"Ann {number}", "red")
        if number == 5:
            phone.act("end")
    listed = re.findall(r"(Continue|Result): Dragon River\s· (\w+)", phone.client.get("/").text)
    assert listed == [("Continue", code) for code in reversed(codes[:5])]
    assert "Your tables" not in app.test_client().get("/").text


@pytest.mark.parametrize("typed", ["{0}-{1}", " {0} {1} ", "{0}–{1}", "{0}.{1}"])
def test_a_code_may_be_typed_as_people_write_it(party: Party, typed: str) -> None:
    """Dashes, spaces and small letters do not matter."""
    code = party.code.lower()
    answer = party.app.test_client().post("/join", data={"code": typed.format(code[:3], code[3:])})
    assert answer.headers["Location"].endswith(f"/t/{party.code}")


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("bcd-fgh", "There is no table BCDFGH. Compare it with the host’s screen."),
        ("hello <b>", "A code has six letters and no vowels, such as KXGBFL."),
    ],
)
def test_a_wrong_code_stays_on_the_page(app: Flask, typed: str, reason: str) -> None:
    """What was typed is still there, and the page says what is wrong with it."""
    answer = app.test_client().post("/join", data={"code": typed})
    assert answer.status_code == 404
    assert reason in answer.text
    assert f'value="{typed.replace("<", "&lt;").replace(">", "&gt;")}"' in answer.text


def test_the_header_leads_back_to_the_table(party: Party) -> None:
    """Rules, results and setups that were opened from a table lead back to it, also after a
    search; nobody else's address becomes a link."""
    back = f'class="to-table" href="/t/{party.code}"'
    table = f"table={party.code}"
    assert f"/games/dragon-river/reference?{table}" in party.ann.page()
    client = party.ann.client
    reference = client.get(f"/games/dragon-river/reference?q=dice&{table}").text
    assert back in reference
    assert f'name="table" value="{party.code}"' in reference
    assert f"/games/dragon-river?{table}" in reference
    setup = client.get(f"/games/dragon-river/setup?{table}", follow_redirects=True)
    assert back in setup.text
    assert f"{table}" not in re.findall(r'href="(http[^"]*)"', setup.text)[0]
    assert back in client.get(f"/results?{table}").text
    for forged in ("//evil.example", "BCDFG", "bcdfgh"):
        page = client.get("/games/dragon-river/reference", query_string={"table": forged}).text
        assert "to-table" not in page


# --- programs -------------------------------------------------------------------------------------


def test_programs_have_the_same_abilities(party: Party) -> None:
    """Ask, agree, link and take over by the API; each answer hands out the token that counts."""
    client = party.app.test_client()
    base = f"/api/v1/tables/{party.code}"
    asked = client.post(f"{base}/requests", json={"id": "ask-0001", "seat": party.ben.seat})
    assert asked.status_code == 201, asked.text
    sent = {"Authorization": f"Bearer {asked.json['token']}"}  # type: ignore[index]
    assert client.get(f"{base}/phones", headers=sent).json == {
        "own": [],
        "away": [],
        "host": False,
    }
    number = asked.json["number"]  # type: ignore[index]
    body = {"id": "agree-001", "kind": "take-over", "seat": party.ann.seat}
    body["data"] = {"who": party.ben.seat, "request": number}  # type: ignore[assignment]
    assert party.ann.client.post(f"{base}/acts", json=body).status_code == 200
    assert client.get(f"{base}/phones", headers=sent).json["own"] == [party.ben.seat]  # type: ignore[index]
    link = client.post(f"{base}/links", json={"seat": party.ben.seat}, headers=sent)
    assert link.status_code == 201, link.text
    other = party.app.test_client()
    use = {"id": "use-00001", "link": link.json["link"]}  # type: ignore[index]
    taken = other.post(f"{base}/take-over", json=use)
    assert taken.status_code == 201, taken.text
    assert client.get(f"{base}/phones", headers=sent).json["own"] == []  # type: ignore[index]
    assert (
        client.post(f"{base}/links", json={"seat": party.ben.seat}, headers=sent).status_code == 403
    )


def test_two_servers_share_seats_hosts_and_presence(
    postgresql_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On PostgreSQL one process demotes the phone that is connected to the other, and both see
    who is away."""
    monkeypatch.setattr("companion.rooms.presence.STORE_SECONDS", 0.0)
    stores = Store(postgresql_database), Store(postgresql_database)
    one, other = (create_app(builtin_cards(), builtin_templates(), s) for s in stores)
    party = Party(one, stores[0])
    ben = Phone(other, party.ben.where)
    ben.client.set_cookie(PHONE, party.ben.token)
    ben.seat = party.ben.seat
    assert "Your seat" in ben.page()
    link = ben.link()
    new = Phone(one, party.ben.where)
    assert new.use(link).status_code == 303
    again = Phone(other, party.ben.where)
    assert again.use(link).status_code == 409
    assert ben.act("roll", die="d6").status_code == 409
    assert "Your seat" not in ben.page()
    party.away(party.ben.seat)
    there = Phone(other, party.ben.where)
    for cookie in (PHONE, f"paperboat_host_{party.code}"):
        found = party.ann.client.get_cookie(cookie)
        assert found is not None
        there.client.set_cookie(cookie, found.value)
    assert "phone away" in there.page()
    for made in stores:
        made.close()


def test_links_need_this_servers_key(store: Store, tmp_path: Path) -> None:
    """A link that another server signed is not valid here."""
    from companion.language.messages import Refused
    from companion.rooms.seat_links import SeatLink

    elsewhere = Store(f"sqlite:///{tmp_path}/other.sqlite")
    forged = SeatLinks(elsewhere).sign(SeatLink("BCDFGH", "s1-1", 1))
    elsewhere.close()
    with pytest.raises(Refused):
        SeatLinks(store).read(forged)


def test_a_table_of_twelve_has_everybody(store: Store) -> None:
    """A game that does not say how many can play keeps twelve seats."""
    from companion.table.seating import MAX_SEATS, most_seats

    assert most_seats(Table("harbour", "", {}, {})) == MAX_SEATS
