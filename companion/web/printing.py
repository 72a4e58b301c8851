"""Takes a setup and the reader's wishes, gives its page to print as a PDF on the reader's paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask import Response, abort, request, url_for
from flask_babel import gettext

from companion.gallery import Library
from companion.games.base import Setup
from companion.picture import Wording, setup_page, sheet_of
from companion.raster import frame_pdf
from companion.table.model import SetupRequest
from companion.web.acts import AGAIN, OPTION
from companion.web.language import translate
from companion.words import Message
from printgen.sheet.model import Paper
from printgen.sheet.paper import load_papers

PAPERS: Final = {"a4": "A4", "letter": "Letter"}
"""What a home printer holds, and what people call it: the same in all our languages."""
LETTER_REGIONS: Final = frozenset(
    ("BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE")
)
"""Where letter is the usual paper (Unicode CLDR, measurementData: paperSize)."""


def wished_papers() -> Mapping[str, str]:
    """All papers by their name in an address; the one of the browser's region first.

    Only the language wished for most is asked: browsers put an American one behind many others.
    """
    best = next((tag for tag, quality in request.accept_languages if quality > 0), "")
    if LETTER_REGIONS.isdisjoint(best.upper().split("-")[1:]):
        return PAPERS
    return dict(reversed(PAPERS.items()))


def asked_paper(library: Library) -> Paper:
    """The paper that an address asks for, else that of the browser's region."""
    name = request.args.get("paper") or next(iter(wished_papers()))
    if name not in PAPERS:
        abort(400, gettext("There is no paper '%(name)s' here.", name=name))
    return load_papers(library.templates)[name]


def setup_pdf(
    library: Library, slug: str, wanted: SetupRequest, setup: Setup, decided: Sequence[Message]
) -> Response:
    """`wanted` is what the setup follows from: the page's code leads to it. `decided` tells the
    options that are not as usual."""
    heading = gettext(
        "Setup for %(players)s players, seed %(words)s",
        players=wanted.players,
        words=wanted.words,
    )
    parts = [(translate(p.title), tuple(map(translate, p.lines))) for p in setup.parts]
    if decided:
        parts.insert(0, (gettext("Options"), tuple(map(translate, decided))))
    wording = Wording(
        heading,
        tuple(parts),
        url_for("setups.setup", slug=slug, _external=True, **address_of(wanted)),
    )
    game = library.game(slug)
    page = setup_page(library.shelf(slug), setup, sheet_of(game), wording, asked_paper(library))
    answer = Response(frame_pdf(page, heading, game.designer, game.credit))
    answer.mimetype = "application/pdf"
    answer.headers["Content-Disposition"] = f'inline; filename="{slug}-{wanted.words}.pdf"'
    return answer


def address_of(wanted: SetupRequest) -> dict[str, Any]:
    """A setup as the values of its address."""
    options = {f"{OPTION}{name}": value for name, value in wanted.options.items()}
    again = {f"{AGAIN}{part}": count for part, count in wanted.again.items() if count}
    return {"players": wanted.players, "words": wanted.words, **options, **again}
