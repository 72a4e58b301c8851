# Every target sets up what it needs in .venv. `make help` lists the targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Empty it (`make CONSTRAINTS= …`) to install the newest versions that pyproject.toml allows.
CONSTRAINTS ?= constraints.txt
PIP_INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check \
  $(if $(CONSTRAINTS),--constraint $(CONSTRAINTS))

# worksteal leaves neighbouring tests to one process, so that servers and drawn games are shared.
PYTEST = $(BIN)/python -m pytest -n auto --dist worksteal
# The tests that run in seconds without a server, a browser or a database server.
QUICK = tests/catalog tests/check tests/draw tests/sheet tests/export/test_svg.py \
  tests/companion/test_data_score.py tests/companion/test_data_setup.py \
  tests/companion/test_game_acts.py tests/companion/test_language.py \
  tests/games/rules/test_dragon_boats.py tests/games/rules/test_dragon_river.py \
  tests/games/rules/test_mines.py tests/games/rules/test_port_flower.py \
  tests/games/rules/test_river_dragons.py \
  tests/test_contributing.py tests/test_docs.py tests/test_imports.py tests/test_retired_names.py
# Compiled modules are kept: pytest compiles every test again without them, in every process.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := run
.PHONY: help run print quick test retry long attack taps screenshots coverage lint format hooks docs bench pictures constraints clean

help:  ## list these targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: print  ## print every game into output/ and start the companion
	$(BIN)/companion

print: $(VENV)/.installed  ## print every game into output/
	$(BIN)/printgen build

quick: $(VENV)/.installed-lint  ## what to run on every save: linters and the fast tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(PYTEST) -k 'not postgresql' $(QUICK)

test: $(VENV)/.installed-test  ## run all tests but the long ones
	tests/system-packages
	$(PYTEST)

retry: $(VENV)/.installed-test  ## run the tests that failed last, one at a time
	$(BIN)/python -m pytest --last-failed --last-failed-no-failures none

long: $(VENV)/.installed-test  ## run the long tests: hundreds of games, hostile input
	tests/system-packages
	$(PYTEST) -m long

attack: $(VENV)/.installed-test  ## run the long attacks alone and count their cases
	tests/system-packages
	$(PYTEST) -m long tests/attack

taps: $(VENV)/.installed-test  ## count the taps of journeys and of a round of Dragon Boats
	tests/system-packages
	$(BIN)/python -m tests.games.rules.dragon_boats_taps
	$(BIN)/python -m pytest -q -s tests/browser/test_scoring_browser.py \
	  tests/browser/test_evening_browser.py tests/browser/test_journeys_browser.py

screenshots: $(VENV)/.installed-test  ## look at every page in every size: output/screenshots
	tests/system-packages
	$(BIN)/python -m tests.screenshots $(PAGES)

coverage: $(VENV)/.installed-test  ## run all tests and report line and branch coverage per package
	tests/system-packages
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n auto --dist worksteal
	$(BIN)/coverage combine --quiet
	$(BIN)/python -m tests.package_coverage

lint: $(VENV)/.installed-lint  ## check format, style and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(VENV)/.installed-lint  ## format the code and fix what ruff can fix
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

hooks: $(VENV)/.installed-lint  ## install the git hooks
	$(BIN)/pre-commit install --hook-type pre-commit --hook-type commit-msg

docs: $(VENV)/.installed-docs  ## build the manual: output/manual/index.html
	$(BIN)/python -m sphinx --fresh-env --fail-on-warning --quiet docs output/manual

bench: $(VENV)/.installed-test  ## measure speed, memory and file sizes
	tests/system-packages
	$(BIN)/python -m tests.bench

pictures: $(VENV)/.installed-test  ## redraw the pictures in the documentation
	$(BIN)/python -m tests.pictures

constraints: $(VENV)/.installed-lint  ## raise the versions in constraints.txt to the newest
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --no-header \
	  --no-annotate --all-extras pyproject.toml --output-file constraints.txt

clean:  ## remove .venv and everything generated
	rm -rf $(VENV) .bench .coverage .coverage.* output/*

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Paperboat needs Python 3.11 or newer (make PYTHON=/path/to/python3.12 …)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP_INSTALL) --editable .
	@touch $@

$(VENV)/.installed-docs: $(VENV)/.installed
	$(PIP_INSTALL) --editable '.[docs]'
	@touch $@

$(VENV)/.installed-test: $(VENV)/.installed
	$(PIP_INSTALL) --editable '.[test]'
	@touch $@

$(VENV)/.installed-lint: $(VENV)/.installed-test
	$(PIP_INSTALL) --editable '.[lint]'
	@touch $@
