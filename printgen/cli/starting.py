"""Ask what a new game has, and write its folder."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from printgen.errors import CallError, did_you_mean
from printgen.fetch.addresses import download_address
from printgen.fetch.download import FetchFault, download
from printgen.starter.draft import draft_game
from printgen.starter.parts import NAMES, PARTS, USUAL
from printgen.starter.write import MAX_TITLE, NewGame, checked_parts, slug_of, write_game

PLAYERS = re.compile(r"([1-9][0-9]?)(?: *[-–] *([1-9][0-9]?))?")
LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")


def start_game(
    title: str,
    *,
    designer: str | None,
    players: str | None,
    parts: str | None,
    languages: str | None,
    source: str | None,
    cards: Path,
) -> str:
    """Write a new game and return what to do next. What is not given is asked for on a terminal;
    elsewhere it is the usual."""
    asks = sys.stdin.isatty() and source is None and parts is None
    if not title.strip() or len(title) > MAX_TITLE or not title.isprintable():
        raise CallError(f"a title has 1 to {MAX_TITLE} letters")
    slug = slug_of(title)
    if (cards / slug).exists():  # before anything is asked
        raise CallError(f"{cards / slug} exists already; choose another name")
    name = title if title != slug else title.replace("-", " ").capitalize()
    if designer is None:
        designer = click.prompt("Designer", default="", show_default=False) if asks else ""
    if players is None:
        players = click.prompt("Players", default="2-4") if asks else "2-4"
    chosen = _asked_parts() if asks else _parts(parts)
    if languages is None:
        question = "Languages to translate it to, such as de"
        languages = click.prompt(question, default="", show_default=False) if asks else ""
    game = NewGame(slug, name, designer, _players(players), chosen, _languages(languages))
    files = _draft(game, source, cards) if source is not None else write_game(game, cards)
    folder = cards / slug
    return (
        f"{len(files)} files in {folder}. Next:\n"
        f"  printgen watch {slug}     shows it in the browser while you edit it\n"
        f"  printgen check {slug}     finds mistakes\n"
        f"  printgen build {slug}     writes the sheets to output/{slug}\n"
        "  companion" + " " * (len(slug) + 11) + "opens it on your phones"
    )


def _parts(text: str | None) -> tuple[str, ...]:
    if text is None:
        return checked_parts(USUAL)
    names = [name.strip().lower() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in NAMES:
            raise CallError(f"a new game cannot have '{name}'{did_you_mean(name, NAMES)}")
    if not names:
        raise CallError(f"name at least one of {', '.join(NAMES)}")
    return checked_parts(names)


def _asked_parts() -> tuple[str, ...]:
    click.echo("What does it have?")
    chosen = [part.name for part in PARTS if click.confirm(f"  {part.question}", part.is_usual)]
    return checked_parts(chosen or USUAL)


def _players(text: str) -> tuple[int, int]:
    found = PLAYERS.fullmatch(text.strip())
    fewest, most = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not found or fewest > most:
        raise CallError(f"'{text}' is not a number of players, such as 2-4")
    return fewest, most


def _languages(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        if not LANGUAGE.fullmatch(name):
            raise CallError(f"'{name}' is not a language; use its code, such as de")
    return names


def _draft(game: NewGame, source: str, cards: Path) -> Sequence[Path]:
    """Draft a deck from a file, or from a table on the web, which the game then keeps fetching."""
    if not source.startswith(("http://", "https://")):
        return draft_game(game, Path(source), cards)
    suffix = Path(source).suffix.lower() if source.lower().endswith((".csv", ".tsv")) else ".xlsx"
    try:
        data, _ = download(download_address(source, suffix))
    except FetchFault as fault:
        raise CallError(f"{source} {fault}") from None
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"cards{suffix}"
        file.write_bytes(data)
        files = draft_game(game, file, cards)
    yaml = cards / game.slug / "game.yaml"
    text = yaml.read_text(encoding="utf-8").replace(
        "\ncomponents:", f"fetch:\n  cards{suffix}: {source}\n\ncomponents:", 1
    )
    yaml.write_text(text, encoding="utf-8", newline="\n")
    return files
