"""A setup as a PDF page to print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from flask import Response, abort, request, url_for
from flask_babel import gettext, ngettext

from companion.games.setup import Setup
from companion.language.messages import Message
from companion.pictures.layout_library import LayoutLibrary
from companion.pictures.layouts import LayoutPictures
from companion.pictures.library import Library
from companion.pictures.raster import frame_pdf
from companion.pictures.setup_pictures import SetupTexts, setup_page, setup_picture
from companion.pictures.typesetter import typesetter_for
from companion.table.model import SetupRequest
from companion.web.games.setup_query import setup_args
from companion.web.translation import translate
from printgen.catalog.papers import Paper, load_papers
from printgen.frame import Frame

PAPERS: Final = {"a4": "A4", "letter": "Letter"}
"""Paper sizes of home printers by their titles, which are the same in all languages."""
LETTER_REGIONS: Final = frozenset(
    ("BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE")
)
"""Where letter is the usual paper (Unicode CLDR, measurementData: paperSize)."""


def paper_choices() -> Mapping[str, str]:
    """All papers by their name in addresses, beginning with that of the browser's region.

    Only the preferred language counts: many browsers add American English to any other.
    """
    best = next((tag for tag, quality in request.accept_languages if quality > 0), "")
    if LETTER_REGIONS.isdisjoint(best.upper().split("-")[1:]):
        return PAPERS
    return dict(reversed(PAPERS.items()))


def requested_paper(library: Library) -> Paper:
    """The paper named in the address, else that of the browser's region."""
    name = request.args.get("paper") or next(iter(paper_choices()))
    if name not in PAPERS:
        abort(400, gettext("There is no paper size '%(name)s'.", name=name))
    return load_papers(library.templates)[name]


def picture_of(
    library: Library, slug: str, setup: Setup, setup_request: SetupRequest
) -> Frame | None:
    """The setup on its board, or as its layout lies; None if it has neither."""
    for part in setup.parts:
        layouts = LayoutLibrary(library)
        layout = layouts.find(part.layout) if part.layout else None
        if layout is not None:
            again = setup_request.rerolls.get(part.id, 0)
            pieces = layouts.table(layout, setup_request.words, again)
            return LayoutPictures(library).draw(pieces, None, None, layout.scale)
    return setup_picture(library.printed(slug), setup, typesetter_for(library.game(slug)))


def setup_pdf(
    library: Library,
    slug: str,
    setup_request: SetupRequest,
    setup: Setup,
    changed_options: Sequence[Message],
) -> Response:
    """The QR code on the page leads to the address of `setup_request`. `changed_options` describes
    the options that do not have their default values."""
    heading = ngettext(
        "Setup for %(num)s player, code %(words)s",
        "Setup for %(num)s players, code %(words)s",
        setup_request.players,
        words=setup_request.words,
    )
    parts = [(translate(p.title), tuple(map(translate, p.lines))) for p in setup.parts]
    if changed_options:
        parts.insert(0, (gettext("Options"), tuple(map(translate, changed_options))))
    texts = SetupTexts(
        heading,
        tuple(parts),
        url_for("setups.setup", slug=slug, _external=True, **setup_args(setup_request)),
    )
    game = library.game(slug)
    picture = picture_of(library, slug, setup, setup_request)
    page = setup_page(
        library.printed(slug), picture, typesetter_for(game), texts, requested_paper(library)
    )
    response = Response(frame_pdf(page, heading, game.designer, game.credit))
    response.mimetype = "application/pdf"
    response.headers["Content-Disposition"] = f'inline; filename="{slug}-{setup_request.words}.pdf"'
    return response
