"""The code of a history, which phones store and compare."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.attack.test_forged_records import sealed_again
from tests.browser.conftest import NewPhone
from tests.browser.test_table_browser import go, open_table, roll, sit

SAME = "Matches what this phone saw during the game."
OTHER = "Does not match what this phone saw"


def check_record(phone: Page, server: str, file: Path) -> None:
    phone.goto(f"{server}/verify")
    phone.get_by_label("Record file").set_input_files(file)
    phone.get_by_role("button", name="Verify").click()
    expect(phone.get_by_role("heading", name="Everything checks out")).to_be_visible()


def test_phones_tell_a_forged_record_by_its_code(
    server: str, new_phone: NewPhone, tmp_path: Path
) -> None:
    """All phones show the same code; a phone that took part recognises the true record and a forged
    one, and another phone says nothing."""
    ann, ben, stranger = new_phone(), new_phone(), new_phone()
    where = open_table(ann, server)
    sit(ann, where, "Ann")
    sit(ben, where, "Ben")
    go(ann, "Dice")
    roll(ann)
    expect(ann.locator(".die").first).to_be_visible()
    assert ann.request.post(
        where, form={"id": "count-gold", "kind": "count", "counter": "gold", "by": "1"}
    ).ok
    for phone in (ann, ben):
        go(phone, "History")
        expect(phone.locator(".history li")).to_have_count(4)
        expect(phone.get_by_text("Matches everything this phone has seen")).to_be_visible()
    assert ann.locator(".chain").inner_text() == ben.locator(".chain").inner_text()
    assert ann.request.post(where, form={"id": "the-end-of-it", "kind": "end"}).ok
    for phone in (ann, ben):
        phone.wait_for_url(re.compile("/winner"))

    text = ann.request.get(f"{where}/record.json").text()
    honest, forged = tmp_path / "record.json", tmp_path / "forged.json"
    honest.write_text(text, encoding="utf-8")
    record = json.loads(text)
    next(e for e in record["events"] if e["kind"] == "count")["data"]["by"] = 7
    forged.write_text(json.dumps(sealed_again(record)), encoding="utf-8")
    for phone in (ann, ben):
        check_record(phone, server, honest)
        expect(phone.get_by_text(SAME)).to_be_visible()
        check_record(phone, server, forged)
        expect(phone.get_by_text(OTHER)).to_be_visible()
    check_record(stranger, server, forged)
    expect(stranger.get_by_text(SAME)).to_be_hidden()
    expect(stranger.get_by_text(OTHER)).to_be_hidden()
