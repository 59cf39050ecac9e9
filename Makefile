# Needs make and Python 3.11 or newer with its venv module; everything else is installed into .venv, pinned.
#
#   make tournament   four bots play a tournament, and its standings are shown
#   make test         the whole test suite; then the kernels' tests with bounds checked, and without the compiler
#   make check        format, lint, types, architecture and the quick tests: before every commit
#   make pins         write the requirements files anew after a change of pyproject.toml
#   make clean        remove .venv and caches; archives of games stay

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Tests of one file stay in one process, as they share what was compiled for them.
PYTEST := $(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile

# The one place that says what `make tournament` does.
TOURNAMENT := tournament run examples/four-bots.toml --archive four-bots.db

# Where the kernels and their tests are. They run twice more: with every index checked, compiled into a cache of
# its own; and without the compiler, some hundred times slower, so less what is marked slow or needs the compiler.
KERNEL_TESTS := $(wildcard engine ai tests/engine tests/ai)
RULES_TESTS := $(wildcard engine tests/engine)
CHECKED := NUMBA_BOUNDSCHECK=1 GONFALON_CACHE_DIR="$(CURDIR)/.cache/checked" $(PYTEST) -m "not slow"
INTERPRETED := NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not slow and not jit"

.DEFAULT_GOAL := check
.PHONY: tournament test check lint pins clean

tournament: $(VENV)/runtime
	$(BIN)/gonfalon $(TOURNAMENT)
	@echo
	@echo "To look further:  $(BIN)/gonfalon replay list --archive four-bots.db"
	@echo "                  $(BIN)/gonfalon replay show KEY --archive four-bots.db"
	@echo "                  $(BIN)/gonfalon game play oriflamme --bot greedy"

test: $(VENV)/dev
	$(PYTEST)
	$(CHECKED) $(KERNEL_TESTS)
	$(INTERPRETED) $(RULES_TESTS)

check: lint
	$(PYTEST) -m "not slow"

lint: $(VENV)/dev
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m ruff check .
	$(BIN)/python -m mypy
	$(BIN)/lint-imports --no-logo

# ------------------------------------------------------------------------------------ environment

OLD_PYTHON := import sys; v = sys.version_info; sys.exit(0 if v[:2] >= (3, 11) else \
"gonfalon needs Python 3.11 or newer, and $(PYTHON) is %d.%d: name another, make PYTHON=python3.12" % v[:2])
INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check
PINNED := $(INSTALL) --require-hashes --only-binary :all: --requirement
OURSELVES := $(INSTALL) --no-index --no-deps --no-build-isolation --editable .

# An environment knows its own path. After a move, or when its Python is gone, it is made from scratch.
ifneq ($(shell $(BIN)/python -c 'print(open("$(VENV)/home").read())' 2>/dev/null),$(CURDIR))
.PHONY: $(VENV)/home $(VENV)/runtime $(VENV)/dev
endif

$(VENV)/home:
	@$(PYTHON) -c '$(OLD_PYTHON)'
	$(PYTHON) -m venv --clear $(VENV)
	@printf %s "$$(pwd -P)" > $@

$(VENV)/runtime: requirements.txt pyproject.toml | $(VENV)/home
	$(PINNED) requirements.txt
	$(OURSELVES)
	@touch $@

$(VENV)/dev: requirements-dev.txt pyproject.toml | $(VENV)/home
	$(PINNED) requirements-dev.txt
	$(OURSELVES)
	@touch $(VENV)/runtime $@

# The runtime pins come first; the others have to agree with them. `make pins UPGRADE=--upgrade` takes what is
# newest. Universal: one file serves every Python and platform that the project runs on.
PIN := $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header \
	--quiet --extra build $(UPGRADE)

pins: $(VENV)/dev
	$(PIN) --output-file requirements.txt
	$(PIN) --extra dev --constraint requirements.txt --output-file requirements-dev.txt

clean:
	rm -rf $(VENV) .cache build dist gonfalon.egg-info .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
