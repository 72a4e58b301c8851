"""Takes nothing, gives the fixtures that every test may use."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from printgen.typeface import Typeface

# Speed is measured by make bench; a busy machine must not fail a property.
settings.register_profile("paperboat", deadline=None)
settings.load_profile("paperboat")

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write what the code gives as the golden text"
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with tests/golden/<name>.txt."""

    def compare(name: str, text: str) -> None:
        file = GOLDEN / f"{name}.txt"
        if request.config.getoption("--update-golden"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
        assert file.is_file(), f"no {file.name} yet: run pytest --update-golden and look at it"
        assert text == file.read_text(encoding="utf-8")

    return compare


@pytest.fixture(scope="session")
def typeface() -> Typeface:
    import font_source_sans_pro

    folder = Path(font_source_sans_pro.__file__).parent / "files"
    return Typeface(
        "SourceSansPro-Regular", folder / "SourceSansPro-Regular.ttf", "Source Sans Pro"
    )
