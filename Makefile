# Paperboat: `make run` and `make test` do all their own set-up in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run print test lint bench pictures clean

run: print
	$(BIN)/companion

print: $(VENV)/.installed
	$(BIN)/printgen build

test: $(VENV)/.installed-test
	tests/system-packages
	$(BIN)/python -m pytest -n auto

lint: $(VENV)/.installed-lint
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/.installed-test
	$(BIN)/python -m tests.bench

pictures: $(VENV)/.installed-test
	$(BIN)/python -m tests.pictures

clean:
	rm -rf $(VENV) .bench output/*

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Paperboat needs Python 3.11 or newer (make PYTHON=/path/to/python3.12 …)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.installed-test: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

$(VENV)/.installed-lint: $(VENV)/.installed-test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[lint]'
	@touch $@
