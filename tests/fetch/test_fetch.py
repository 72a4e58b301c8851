"""Tables from the web, against a real server on this computer."""

from __future__ import annotations

import io
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner, Result

from printgen.cli import printgen
from printgen.errors import Findings
from printgen.fetch import download as downloading
from printgen.fetch.addresses import download_address
from printgen.fetch.download import FetchFault, download
from printgen.fetch.tables import fetch_table, remote_tables
from printgen.limits import TABLE_BYTES
from tests.support import write_game

CSV = b"id,word,number\na,fresh,3\n"


def workbook() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.create_sheet("Cards", 0)
    sheet.append(["id", "word", "number"])
    sheet.append(["a", "fresh", 3])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """Answer by the path."""
        pages = {
            "/cards.csv": ("text/csv", CSV),
            "/latin.csv": ("text/csv", "id,word\na,Käse\n".encode("latin-1")),
            "/empty.csv": ("text/csv", b"\n"),
            "/book.xlsx": ("application/octet-stream", workbook()),
            "/page": ("text/html", b"<!doctype html><title>Sign in</title>"),
        }
        if self.path in pages:
            kind, body = pages[self.path]
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        elif self.path.startswith("/hop"):
            left = int(self.path.removeprefix("/hop"))
            self.send_response(302)
            self.send_header("Location", f"/hop{left - 1}" if left else "/cards.csv")
            self.end_headers()
        elif self.path == "/huge.csv":
            self.send_response(200)
            self.end_headers()
            try:
                for _ in range(TABLE_BYTES // 1_000_000 + 2):
                    self.wfile.write(b"x" * 1_000_000)
            except OSError:
                pass
        elif self.path == "/short.csv":
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            self.wfile.write(CSV)
        elif self.path == "/slow.csv":
            self.send_response(200)
            self.end_headers()
            try:
                for _ in range(100):
                    self.wfile.write(b"x")
                    time.sleep(0.05)
            except OSError:
                pass
        else:
            self.send_error(404, "Not Found")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=running.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{running.server_address[1]}"
    running.shutdown()
    thread.join()
    running.server_close()


def run(cards: Path, *arguments: str) -> Result:
    return CliRunner().invoke(printgen, ["fetch", "--cards", str(cards), *arguments])


def game(folder: Path, fetch: str) -> Path:
    cards = write_game(folder, "size: [30, 30]\nelements: []\n")
    file = cards / "sampler" / "game.yaml"
    file.write_text(file.read_text() + f"fetch:\n{fetch}")
    return cards


def test_tables_are_brought_up_to_date(server: str, tmp_path: Path) -> None:
    """New content replaces the file, the same content leaves it alone, and what was fetched
    is a table like any other."""
    cards = game(
        tmp_path, f"  rows.csv: {server}/cards.csv\n  more/book.xlsx: {server}/book.xlsx\n"
    )
    first = run(cards, "--allow-private")
    assert first.exit_code == 0, first.output
    assert "sampler/rows.csv: 0.0 kB, new" in first.output
    assert (cards / "sampler" / "rows.csv").read_bytes() == CSV
    assert (cards / "sampler" / "more" / "book.xlsx").read_bytes()[:2] == b"PK"
    written = (cards / "sampler" / "rows.csv").stat().st_mtime_ns
    assert "rows.csv: 0.0 kB, unchanged" in run(cards, "sampler", "--allow-private").output
    assert (cards / "sampler" / "rows.csv").stat().st_mtime_ns == written


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/missing.csv", "answers 404 Not Found"),
        ("/page", "is a web page, not a table"),
        ("/latin.csv", "is not text in UTF-8"),
        ("/empty.csv", "is empty"),
        ("/hop6", "redirects more than 5 times"),
        ("/huge.csv", "has more than 20 MB"),
        ("/short.csv", "ends before it is complete"),
    ],
)
def test_what_cannot_be_fetched_leaves_the_old_file(
    server: str, tmp_path: Path, path: str, told: str
) -> None:
    cards = game(tmp_path, f"  rows.csv: {server}{path}\n")
    old = (cards / "sampler" / "rows.csv").read_bytes()
    result = run(cards, "--allow-private")
    assert result.exit_code == 1
    (line,) = [line for line in result.output.splitlines() if line.startswith("error:")]
    assert line.startswith("error: cards/sampler/game.yaml, row 18, ")
    assert f"{server}{path} {told}" in line
    assert line.endswith("rows.csv stays as it was")
    assert (cards / "sampler" / "rows.csv").read_bytes() == old
    assert not list((cards / "sampler").glob("*.part"))


def test_redirects_are_followed(server: str) -> None:
    assert download(f"{server}/hop4", allow_private=True) == (CSV, "text/csv")


def test_another_address_of_the_same_name_is_tried(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name may have an address first that does not answer, as IPv6 often does."""
    port = int(server.rpartition(":")[2])
    numbers = ["127.0.0.9", "127.0.0.1"]
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port)) for number in numbers]
    real = socket.getaddrinfo
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda host, *more, **options: (
            found if host == "tables.example" else real(host, *more, **options)
        ),
    )
    found_there = download(f"http://tables.example:{port}/hop4", allow_private=True)
    assert found_there == (CSV, "text/csv")


def test_a_slow_server_has_an_end(server: str) -> None:
    """The time is that of the whole download, not of each of its parts."""
    started = time.monotonic()
    with pytest.raises(FetchFault, match="takes longer than"):
        download(f"{server}/slow.csv", allow_private=True, seconds=0.3)
    assert time.monotonic() - started < 3


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "169.254.1.1"])
def test_private_addresses_need_a_flag(name: str) -> None:
    """A sheet of someone else's must not reach into the network at home."""
    with pytest.raises(FetchFault, match="an address inside this network"):
        download(f"http://{name}/cards.csv")


def test_a_redirect_does_not_lead_inside(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step is checked, not only the first one."""
    port = server.rsplit(":", 1)[1]
    asked = []

    def is_public(number: str) -> bool:
        asked.append(number)
        return len(asked) == 1

    monkeypatch.setattr(downloading, "_is_public", is_public)
    with pytest.raises(FetchFault, match="an address inside this network"):
        download(f"http://127.0.0.1:{port}/hop0")


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("ftp://example.org/cards.csv", "begins with https:// or http://"),
        ("file:///etc/passwd", "begins with https:// or http://"),
        ("http://[::1/cards.csv", "is not a web address"),
        ("http://no.such.name.invalid/cards.csv", "cannot be found"),
        ("http://127.0.0.1:1/cards.csv", "cannot be reached"),
    ],
)
def test_addresses_that_lead_nowhere(address: str, told: str) -> None:
    with pytest.raises(FetchFault, match=told):
        download(address, allow_private=True)


def test_google_sheets_by_the_address_in_the_browser() -> None:
    """A workbook has all tabs, a table the one that is open; published sheets stay as they are."""
    sheet = "https://docs.google.com/spreadsheets/d/1AbC-d_e/edit?usp=sharing#gid=77"
    export = "https://docs.google.com/spreadsheets/d/1AbC-d_e/export?format="
    assert download_address(sheet, ".xlsx") == f"{export}xlsx"
    assert download_address(sheet, ".csv") == f"{export}csv&gid=77"
    assert download_address(sheet.split("#")[0], ".tsv") == f"{export}tsv&gid=0"
    for other in (
        "https://docs.google.com/spreadsheets/d/e/2PACX-1v/pub?output=csv",
        "https://example.org/cards.csv",
    ):
        assert download_address(other, ".csv") == other


def test_mistakes_in_the_list(tmp_path: Path) -> None:
    """Only tables in the game's own folder are written."""
    cards = game(tmp_path, "  ../rows.csv: https://a.example\n  art.png: https://a.example\n")
    findings = Findings()
    assert remote_tables(cards, "sampler", findings) == ()
    assert [found.message for found in findings] == [
        "'../rows.csv' is outside the game's folder; move the file into it",
        "'art.png' is not a table; its name must end in .csv, .tsv, .json, .xlsx",
    ]


def test_a_table_arrives_whole_or_not_at_all(tmp_path: Path) -> None:
    """A workbook that is none is reported, whatever the server calls it."""
    cards = game(tmp_path, "  book.xlsx: https://a.example/book.xlsx\n")
    (table,) = remote_tables(cards, "sampler", Findings())
    findings = Findings()
    assert fetch_table(table, lambda _: (CSV, "text/csv"), findings) is None
    (found,) = findings
    assert "is not an .xlsx workbook" in found.message
    assert not table.file.exists()


def test_no_addresses(tmp_path: Path) -> None:
    cards = write_game(tmp_path, "size: [30, 30]\nelements: []\n")
    result = run(cards)
    assert result.exit_code == 2
    assert "no table has an address; add 'fetch:" in result.output
