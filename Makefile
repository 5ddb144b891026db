# centre-years: raw sheets in data/raw -> ranked workbooks in data/out.
#
#   changed sheets  ->  centre-years build  ->  data/out/<season>/*.xlsx, tables/*.csv
#
# Raw files may have any name, because none is named here. If nothing changed, Python is not started.

MAKEFLAGS += -rR
SHELL = /bin/sh
# pip installs with --no-compile; bytecode is written on first import. Without it every run is a second slower.
unexport PYTHONDONTWRITEBYTECODE
.DEFAULT_GOAL = all
.PHONY: all watch test coverage check new import season seat turkey orders archive diff explain export compare systems bench stress mutants lint docs pictures app test-app pins clean help

PYTHON ?= python3
PIP = .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes
VENV = .venv/.ready
DEV = .venv/.dev
DESK = .venv/.desk
ARCHIVE = .venv/.archive
SITE = .venv/.site
APP = .venv/.app
RUN = .venv/bin/python -m pipeline
PYTEST = pytest -n auto --dist loadfile --no-loadscope-reorder

# How `make pins` writes the requirements.txt files. What requirements.txt has is not repeated in the files beside it.
PINS = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --custom-compile-command "make pins"
PINNED = -c requirements.txt -c requirements-dev.txt
BESIDES = $$(sed -n 's/==.*//; s/^[a-zA-Z]/--no-emit-package &/p' requirements.txt)

# A complete build leaves two files: `.stamp` has the time at which it began, `.done` the time at which it ended and
# a list of data/out. Change times (ctime) are compared, so that a sheet restored from a backup counts as new.
# A removed sheet changes its folder. A removed output or season is built again.
STAMP = data/out/.stamp
DONE = data/out/.done
CHANGED = find data/raw pipeline schemas pyproject.toml requirements.txt Makefile \
            -name __pycache__ -prune -o -cnewer $(STAMP) -print -quit; \
          find data/out -mindepth 1 -name '.*' -prune -o -cnewer $(DONE) -print -quit; \
          LC_ALL=C ls data/out | cmp -s - $(DONE) || echo data/out

# Pass names to the program as typed, with their blanks, quotes and `$`.
override export EVENT := $(value EVENT)
override export SEASON := $(value SEASON)
override export S := $(value S)
override export PLAYER := $(value PLAYER)
override export KIND := $(value KIND)
override export ENTRIES := $(value ENTRIES)
override export DEALT := $(value GROUPS)
override export ROUND := $(value ROUND)
override export ROUNDS := $(value ROUNDS)
override export BOARDS := $(value BOARDS)
override export SEED := $(value SEED)
override export SHEET := $(value SHEET)
override export SYSTEM := $(value SYSTEM)
override export IN := $(value IN)
override export FILES := $(value FILES)
override export OUT := $(value OUT)
override export FORMAT := $(value FORMAT)
override export TO := $(value TO)

# Refuse unknown variables: Make would ignore a misspelt one. `override` hides the origin of the names above.
KNOWN = ALL DRY OPEN GROUPS LANGUAGE MERGE PYTHON PIP REPLACE SHARE
UNKNOWN = $(strip $(foreach name,$(filter-out $(KNOWN),$(.VARIABLES)),$(if $(findstring command,$(origin $(name))),$(name))))
ifneq ($(UNKNOWN),)
$(error there is no $(UNKNOWN); `make help` shows the names: EVENT, SEASON, LANGUAGE ...)
endif

all: $(VENV)  ## build what has changed
	@if [ -f $(STAMP) ] && [ -f $(DONE) ] && [ -z "$$($(CHANGED))" ]; \
	then echo "Nothing to do: no sheet and no rule has changed since the last build."; \
	else $(RUN) build; fi

season: $(VENV)  ## build one season: make season S=2013
	@$(RUN) build -- "$$S"

watch: $(VENV)  ## build whenever a sheet is saved; OPEN=1 shows the outputs in the browser, SHARE=1 to the network
	@$(RUN) watch $(if $(OPEN),--open) $(if $(SHARE),--share)

check: $(VENV)  ## check the sheets and write nothing
	@$(RUN) check

new: $(VENV)  ## write a blank workbook: make new EVENT="Club night" SEASON=2026 (ROUNDS=3, BOARDS=1, LANGUAGE=it, KIND=placings)
	@$(RUN) new --season "$$SEASON" $(if $(findstring command,$(origin LANGUAGE)),--language "$$LANGUAGE") $(if $(KIND),--kind "$$KIND") $(if $(ROUNDS),--rounds "$$ROUNDS") $(if $(BOARDS),--boards "$$BOARDS") $(if $(ENTRIES),--entries "$$ENTRIES") \
	  $(if $(DEALT),--groups "$$DEALT") -- "$$EVENT"

import: $(VENV)  ## import saved results: make import FILES="a.json" EVENT="Club" SEASON=2026 (ROUND, DRY=1, MERGE=1)
	@$(RUN) import --season "$$SEASON" --event "$$EVENT" $(if $(ROUND),--round "$$ROUND") $(if $(DRY),--dry-run) $(if $(MERGE),--merge) -- $$FILES

seat: $(DESK)  ## seat the next round: make seat EVENT="Club night" ROUND=2 (SEED, REPLACE=1); Bao needs no ROUND
	@$(RUN) seat $(if $(SEED),--seed "$$SEED") $(if $(REPLACE),--replace) -- "$$EVENT" "$$ROUND"

turkey: $(VENV)  ## write the orders of the automatic Turkey: make turkey SHEET=units.csv (SEED)
	@$(RUN) turkey $(if $(SEED),--seed "$$SEED") -- "$$SHEET"

orders: $(VENV)  ## check an order sheet: make orders SHEET=italy.txt
	@$(RUN) orders -- "$$SHEET"

archive: $(ARCHIVE)  ## score millions of boards: make archive IN=boards.parquet OUT=scored (SYSTEM)
	@$(RUN) archive $(if $(SYSTEM),--system "$$SYSTEM") -- "$$IN" "$$OUT"

explain: $(VENV)  ## show how scores came about: make explain SYSTEM=pgp PLAYER="Anna Rossi"
	@$(RUN) explain --player "$$PLAYER" -- "$$SYSTEM"

export: $(VENV)  ## write results for other programs: make export FORMAT=wdd_boards SEASON=2013 (EVENT, TO)
	@$(RUN) export $(if $(TO),--to "$$TO") -- "$$FORMAT" "$$SEASON" $(if $(EVENT),"$$EVENT")

compare: $(VENV)  ## compare the systems of each season: data/out/<season>/systems/compare.xlsx
	@$(RUN) compare

systems: $(VENV)  ## list the scoring systems
	@$(RUN) systems

diff: $(VENV)  ## show what the last build changed in circuits, events and official scores; ALL=1 shows the rest
	@$(RUN) diff $(if $(ALL),--all)

test: $(DEV)  ## run the tests (some minutes)
	@.venv/bin/python -m $(PYTEST)

lint: $(DEV)  ## run ruff and mypy
	@.venv/bin/python -m ruff check . && .venv/bin/python -m ruff format --check . && .venv/bin/python -m mypy

bench: $(DEV)  ## measure the speed, for the tables of BENCHMARKS.md (20 minutes)
	@.venv/bin/python -m tests.bench.scoring && .venv/bin/python -m tests.bench.bao && .venv/bin/python -m tests.bench.build \
	  && .venv/bin/python -m tests.bench.writing && .venv/bin/python -m tests.bench.reading && .venv/bin/python -m tests.bench.importing \
	  && .venv/bin/python -m tests.bench.archive && .venv/bin/python -m tests.bench.growth \
	  && .venv/bin/python -m tests.bench.correction

coverage: $(DEV)  ## show which lines and branches the tests run
	@.venv/bin/python -m coverage run -m $(PYTEST) && \
	  .venv/bin/python -m coverage combine --quiet && .venv/bin/python -m coverage report

stress: $(DEV)  ## test damaged sheets, killed builds, full disks and parallel builds (half an hour)
	@THOROUGH=1 .venv/bin/python -m $(PYTEST) && .venv/bin/python -m tests.stress

mutants: $(DEV)  ## change the scoring code in 3,400 ways: do the tests notice? (some hours; docs/contributing/mutants.md)
	@$(PIP) -r tests/mutants/requirements.txt
	@.venv/bin/python tests/mutants/run.py

docs: $(SITE)  ## build the documents as a website with search: site/index.html
	@.venv/bin/python -m sphinx -b html -c docs -W --keep-going -q . site && echo "The website is ready: site/index.html"

pictures: $(DEV)  ## take the documents' pictures; needs Chromium, LibreOffice and poppler
	@.venv/bin/python -m tests.documents.pictures

app: $(APP)  ## build the program as one file for this system: dist/centre-years
	@.venv/bin/python -m PyInstaller --noconfirm --log-level ERROR --workpath .venv/app pipeline/tools/app/centre-years.spec

test-app: $(APP) $(DEV)  ## test the one file: from an empty folder to standings, a slip and its cure
	@.venv/bin/python -m pytest tests/app/steps.py

pins:  ## pin the libraries of pyproject.toml, with hashes for all systems; needs uv. Versions that still fit stay
	@$(PINS) pyproject.toml -o requirements.txt
	@$(PINS) pyproject.toml --all-extras --group dev -c requirements.txt $(BESIDES) -o requirements-dev.txt
	@for extra in desk archive; do $(PINS) pyproject.toml --extra $$extra $(PINNED) $(BESIDES) -o requirements-$$extra.txt || exit; done
	@$(PINS) --group docs $(PINNED) -o docs/requirements.txt
	@$(PINS) --group app $(PINNED) -o pipeline/tools/app/requirements.txt
	@$(PINS) --group mutants $(PINNED) -o tests/mutants/requirements.txt

clean:  ## remove all outputs; the sheets stay
	@find data/out -mindepth 1 ! -name .gitignore ! -name .lock -delete

help:  ## show this list
	@sed -n 's/^\([a-z-]*\):.*  ## /  make \1	/p' Makefile
	@echo "What stands in brackets may be left out. docs/reference/commands.md explains the commands."

$(VENV): requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "centre-years needs Python 3.11 or newer: make PYTHON=python3.12, for example"; exit 1; }
	@echo "Installing the pinned packages into .venv (once) ..."
	@$(PYTHON) -m venv .venv
	@$(PIP) -r requirements.txt
	@touch $@

# Libraries that only some targets need. They are installed on first use.
$(DEV): requirements-dev.txt $(VENV)
	@echo "Installing the packages for tests and tools into .venv (once) ..."
	@$(PIP) -r requirements.txt -r requirements-dev.txt
	@touch $@ $(DESK) $(ARCHIVE)

$(DESK): requirements-desk.txt $(VENV)
	@$(PIP) -r requirements.txt -r requirements-desk.txt
	@touch $@

$(ARCHIVE): requirements-archive.txt $(VENV)
	@$(PIP) -r requirements.txt -r requirements-archive.txt
	@touch $@

$(APP): pipeline/tools/app/requirements.txt $(VENV)
	@$(PIP) -r pipeline/tools/app/requirements.txt
	@touch $@

$(SITE): docs/requirements.txt $(DEV)
	@$(PIP) -r docs/requirements.txt
	@touch $@
