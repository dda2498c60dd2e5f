# Every command of the house. `make help` lists them.
#
# A set-up leaves a stamp in its environment; while the stamp is newer than the requirements and
# pyproject.toml, no recipe but `lock` touches the network.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

export PIP_DISABLE_PIP_VERSION_CHECK := 1

# The first Python that is new enough and can make an environment; `make PYTHON=… play` overrides.
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$p && break; done)

VENV := .venv
BIN := $(VENV)/bin
BENCH := .venv-bench
SYNAPSE := .venv-synapse
STRICT := .venv-strict
LOCK := .venv-lock
PIP_TOOLS := pip-tools==7.6.2
# Wheels only, each by its hash: nothing is built, nothing else is accepted.
INSTALL := -m pip install -qq --require-hashes --only-binary :all: -r
INSTALL_SELF := -m pip install -qq --no-index --no-build-isolation --no-deps -e .

# Processes for pytest. Few tests are sooner done in one.
JOBS ?= 2
PYTEST := $(BIN)/python -m pytest -q -n $(JOBS)

# --- play, test, check -----------------------------------------------------------------------

.PHONY: help
help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) \
	| awk -F'|' '{ printf "%-18s %s\n", $$1, $$2 }'

.PHONY: play
play: $(VENV)/.run ## play in the terminal; ARGS="…" goes to `chatlama play`
	@$(BIN)/chatlama play $(ARGS)

.PHONY: run
run: $(VENV)/.chat ## serve the chats that the environment names; ARGS="…" goes to `chatlama run`
	@$(BIN)/chatlama run $(ARGS)

.PHONY: test
test: lint matrix ## every check and every test, core/ covered to the last branch; what CI runs
	$(PYTEST) -m "not slow" --cov=chatlama/core --cov-branch --cov-fail-under=100
	$(PYTEST) -m slow

.PHONY: check
check: lint ## the same without slow tests, coverage and the fake server's own tests: a minute
	$(PYTEST) -m "not slow" --ignore=tests/botapi

.PHONY: chaos
chaos: $(VENV)/.dev ## kill the real bot two hundred times during play
	KILLS=200 $(BIN)/python -m pytest -q tests/process/test_kills.py -k killed

.PHONY: matrix
matrix: $(SYNAPSE)/.stamp $(STRICT)/.stamp ## set up what the tests of Matrix talk to; no tests

.PHONY: lint
lint: $(VENV)/.dev ## format, lint, types, architecture; no tests
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

.PHONY: format
format: $(VENV)/.dev ## write the format and the safe fixes
	$(BIN)/ruff check --fix --exit-zero --quiet
	$(BIN)/ruff format

.PHONY: bench
bench: $(BENCH)/.stamp ## measure; ARGS="…" goes to `python -m bench`
	$(BENCH)/bin/python -m bench $(ARGS)

.PHONY: bench-players
bench-players: $(VENV)/.dev ## how well computers play, for hours; ARGS="alpaka --deals 50" for less
	$(BIN)/python -m bench.players $(ARGS)

# --- environments ----------------------------------------------------------------------------

# $(call environment,FOLDER,CONTENTS): a fresh environment unless there is a sound one.
define environment
@echo 'chatlama: setting up $(1) with $(2), once …' >&2
@test -x $(1)/bin/python && $(1)/bin/python -m pip --version >/dev/null 2>&1 || { \
	test -n '$(PYTHON)' || { echo 'chatlama: needs Python 3.11 or newer with its venv module; found none. Try make PYTHON=/path/to/python3' >&2; exit 1; }; \
	$(PYTHON) -m venv --clear $(1) >&2; }
endef

$(VENV)/.run: requirements/run.txt pyproject.toml
	$(call environment,$(VENV),what play needs)
	@$(BIN)/python $(INSTALL) requirements/run.txt >&2
	@$(BIN)/python $(INSTALL_SELF) >&2
	@touch $@

$(VENV)/.chat: requirements/chat.txt requirements/run.txt pyproject.toml
	$(call environment,$(VENV),what the chats need)
	@$(BIN)/python $(INSTALL) requirements/chat.txt >&2
	@$(BIN)/python $(INSTALL_SELF) >&2
	@touch $(VENV)/.run $@

# dev.txt holds all of chat.txt and run.txt in the same versions, so all are fresh afterwards.
$(VENV)/.dev: requirements/dev.txt requirements/chat.txt requirements/run.txt pyproject.toml
	$(call environment,$(VENV),what the tests need)
	@$(BIN)/python $(INSTALL) requirements/dev.txt >&2
	@$(BIN)/python $(INSTALL_SELF) >&2
	@touch $(VENV)/.run $(VENV)/.chat $@

# A homeserver and a strict client to test Matrix with: neither knows the other, or us.
$(SYNAPSE)/.stamp: requirements/synapse.txt
	$(call environment,$(SYNAPSE),a Matrix homeserver for the tests)
	@$(SYNAPSE)/bin/python $(INSTALL) requirements/synapse.txt >&2
	@touch $@

$(STRICT)/.stamp: requirements/strict.txt
	$(call environment,$(STRICT),a strict Matrix client for the tests)
	@$(STRICT)/bin/python $(INSTALL) requirements/strict.txt >&2 && touch $@ || echo \
	'chatlama: no strict Matrix client here (python-olm has wheels up to Python 3.12); tests that need it are skipped' >&2

# rlcard comes as source only; run.txt brings what builds it.
$(BENCH)/.stamp: requirements/bench.txt requirements/run.txt pyproject.toml
	$(call environment,$(BENCH),what the benchmarks need)
	@$(BENCH)/bin/python $(INSTALL) requirements/run.txt >&2
	@$(BENCH)/bin/python $(INSTALL) requirements/bench.txt --no-binary rlcard --no-build-isolation >&2
	@$(BENCH)/bin/python $(INSTALL_SELF) >&2
	@touch $@

# --- upkeep ----------------------------------------------------------------------------------

# What a package index is called is a matter of the machine, so no file names one.
COMPILE = CUSTOM_COMPILE_COMMAND='make lock' ../$(LOCK)/bin/pip-compile --quiet \
	--generate-hashes --strip-extras --allow-unsafe \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
	-c wheels.txt $(ARGS)

.PHONY: lock
lock: ## pin the requirements again; ARGS=--upgrade takes the newest versions
	$(call environment,$(LOCK),pip-tools)
	@$(LOCK)/bin/python -m pip install -qq '$(PIP_TOOLS)' >&2
	cd requirements && $(COMPILE) -o run.txt ../pyproject.toml run.in
	cd requirements && $(COMPILE) -o chat.txt --extra matrix --extra telegram -c run.txt ../pyproject.toml run.in
	cd requirements && $(COMPILE) -o dev.txt --extra matrix --extra telegram -c chat.txt ../pyproject.toml run.in dev.in
	cd requirements && $(COMPILE) -o bench.txt --extra matrix --extra telegram -c chat.txt ../pyproject.toml run.in bench.in
	cd requirements && $(COMPILE) -o synapse.txt synapse.in
	cd requirements && $(COMPILE) -o strict.txt strict.in

.PHONY: clean
clean: ## remove environments, caches and builds; data/ stays
	rm -rf $(VENV) $(BENCH) $(SYNAPSE) $(STRICT) $(LOCK) build dist *.egg-info .coverage .coverage.* htmlcov \
		.hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find chatlama tests bench -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true
