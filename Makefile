# `make run` and `make test` need Python 3.11 or newer with its venv module. Everything else goes into .venv, but for
# the browser of the tests: where there is neither Chromium nor Chrome, one is installed.

PYTHON ?= python3
WORKERS ?= 2

BIN := .venv/bin
# Without pytest's records of logs: for them it visits every logger of every package before each test.
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -p no:logging
# Stamps say what .venv holds; a changed pyproject.toml makes them old, and pip runs again.
RUN_STAMP := .venv/installed-run
TEST_STAMP := .venv/installed-test
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help run test lint format pytest test-wide test-part browser bench bench-ui bench-scale screenshots moving-picture wheel-check clean

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

run: $(RUN_STAMP)  ## start the workbench and open the browser
	$(BIN)/python -m workbench

test: lint pytest  ## style, types and all tests

lint: $(TEST_STAMP)  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@if [ -x $(BIN)/biome ]; then $(BIN)/biome lint --error-on-warnings --config-path=.ci/biome.jsonc workbench; \
	else echo "The JavaScript was not linted: its linter comes for Linux on x86-64 alone."; fi

format: $(TEST_STAMP)  ## put the code into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

pytest: browser  ## all tests
	$(PYTEST)

test-wide: browser  ## all tests, with every case of every sweep
	$(PYTEST) --wide

# Which part a seed draws is the same each time: `make test-part SEED=7` repeats it.
SEED ?= $(shell $(PYTHON) -c 'import random; print(random.randrange(10**6))')

# A walk of its own is `pytest --part 7 tests/journeys/test_walk.py`: what it finds may have been there for long.
test-part: browser  ## some of what test-wide runs and test does not, drawn anew each time, in at most six minutes
	@seed=$(SEED); echo "The part drawn by seed $$seed, and 250 links"; \
	$(PYTEST) --part $$seed -m "not browser" && $(PYTEST) --part $$seed tests/journeys/test_links.py || \
	{ echo "Failed in the part of seed $$seed: make test-part SEED=$$seed"; exit 1; }

browser: $(TEST_STAMP)  ## a browser for the tests, unless there is one
	@$(BIN)/python -m tests.browser.chromium

bench: $(TEST_STAMP)  ## the library's speed against other libraries
	$(BIN)/python -m tests.benchmarks.library --table build/benchmarks.md
	$(BIN)/python -m tests.benchmarks.sparse
	$(BIN)/python -m tests.benchmarks.prediction
	$(BIN)/python -m tests.benchmarks.shapes

bench-ui: browser  ## the workbench's speed in Chromium, alone and with others at the server; what a step and people weigh
	$(BIN)/python -m tests.benchmarks.interface
	$(BIN)/python -m tests.benchmarks.footprint

bench-scale: $(TEST_STAMP)  ## rows against time and memory: gbtlib, XGBoost alone and on Dask
	$(BIN)/python -m tests.benchmarks.scale

screenshots: browser  ## the pictures of the README, taken anew
	$(BIN)/python -m tests.browser.screenshots

moving-picture: browser  ## the moving picture of the README, taken anew
	$(BIN)/python -m tests.browser.moving_picture

wheel-check: $(TEST_STAMP)  ## the wheel, installed and started in an empty environment
	$(BIN)/python .ci/wheel-check

clean:  ## remove the environment and all caches
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Without ensurepip, which Debian keeps in python3-venv, an environment is left behind that has python but no pip.
$(BIN)/pip:
	$(PYTHON) -m venv .venv

$(RUN_STAMP): pyproject.toml | $(BIN)/pip
	$(PIP_INSTALL) --editable .
	$(BIN)/python -m gbtlib.compile_ahead
	@touch $@

$(TEST_STAMP): pyproject.toml | $(BIN)/pip
	$(PIP_INSTALL) --editable '.[test]'
	$(BIN)/python -m gbtlib.compile_ahead
	@touch $@ $(RUN_STAMP)
