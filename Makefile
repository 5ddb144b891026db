# centre-years: raw sheets in data/raw -> ranked workbooks in data/out.
#
#   changed sheets  ->  python -m pipeline build  ->  data/out/<season>/*.xlsx, tables/*.csv
#
# No raw file is named here, so any name works. Python is not started if nothing changed.

MAKEFLAGS += -rR
SHELL = /bin/sh
# pip installs with --no-compile; bytecode is written on first import. Without it every run is a second slower.
unexport PYTHONDONTWRITEBYTECODE
.DEFAULT_GOAL = all
.PHONY: all watch test coverage check new import season seat turkey orders archive diff explain export compare systems bench stress mutants lint docs pictures clean help

PYTHON ?= python3
PIP = .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-compile
VENV = .venv/.ready
DEV = .venv/.dev
DESK = .venv/.desk
ARCHIVE = .venv/.archive
WATCH = .venv/.watch
SITE = .venv/.site
RUN = .venv/bin/python -m pipeline
PYTEST = pytest -n auto --dist loadfile --no-loadscope-reorder

# `.stamp` has the time at which the last complete build began, `.done` that of its end, with the names in data/out.
# Change times are compared, not dates, so that a sheet restored from a backup counts as new. A removed sheet changes its
# folder; a removed output or season is built again.
STAMP = data/out/.stamp
DONE = data/out/.done
CHANGED = find data/raw pipeline schemas pyproject.toml requirements.txt Makefile \
            -name __pycache__ -prune -o -cnewer $(STAMP) -print -quit; \
          find data/out -mindepth 1 -name '.*' -prune -o -cnewer $(DONE) -print -quit; \
          LC_ALL=C ls data/out | cmp -s - $(DONE) || echo data/out

# Names chosen by people are passed on unchanged, with their blanks, quotes and `$`.
override export EVENT := $(value EVENT)
override export SEASON := $(value SEASON)
override export S := $(value S)
override export PLAYER := $(value PLAYER)
override export KIND := $(value KIND)
override export ENTRIES := $(value ENTRIES)
override export DEALT := $(value GROUPS)
override export ROUND := $(value ROUND)
override export SEED := $(value SEED)
override export SHEET := $(value SHEET)
override export SYSTEM := $(value SYSTEM)
override export IN := $(value IN)
override export FILES := $(value FILES)
override export OUT := $(value OUT)
override export FORMAT := $(value FORMAT)
override export TO := $(value TO)

# Reject unknown variables: a misspelt one would be ignored silently. The names above are no longer marked as typed.
KNOWN = ALL DRY OPEN GROUPS LANGUAGE MERGE PYTHON PIP REPLACE
UNKNOWN = $(strip $(foreach name,$(filter-out $(KNOWN),$(.VARIABLES)),$(if $(findstring command,$(origin $(name))),$(name))))
ifneq ($(UNKNOWN),)
$(error there is no $(UNKNOWN); `make help` shows those that there are: EVENT, SEASON, LANGUAGE ...)
endif

all: $(VENV)  ## build whatever changed
	@if [ -f $(STAMP) ] && [ -f $(DONE) ] && [ -z "$$($(CHANGED))" ]; \
	then echo "Nothing to do: no sheet and no rule has changed since the last build."; \
	else $(RUN) build; fi

season: $(VENV)  ## build one season: make season S=2013
	@$(RUN) build -- "$$S"

watch: $(WATCH)  ## build whenever a sheet is saved; OPEN=1 shows the outputs in the browser
	@$(RUN) watch $(if $(OPEN),--open)

check: $(VENV)  ## only validate the sheets
	@$(RUN) check

new: $(VENV)  ## a workbook to fill in: make new EVENT="Club night" SEASON=2026; Bao: KIND=bao ENTRIES=players.csv GROUPS=3; places or scores alone: KIND=placings, KIND=results; the season's own: EVENT=season; LANGUAGE=it
	@$(RUN) new --season "$$SEASON" $(if $(findstring command,$(origin LANGUAGE)),--language "$$LANGUAGE") $(if $(KIND),--kind "$$KIND") $(if $(ENTRIES),--entries "$$ENTRIES") \
	  $(if $(DEALT),--groups "$$DEALT") -- "$$EVENT"

import: $(VENV)  ## an event from files saved elsewhere: make import FILES="a.json b.json" EVENT="Club night" SEASON=2026; DRY=1 only says how; MERGE=1 adds to what is there
	@$(RUN) import --season "$$SEASON" --event "$$EVENT" $(if $(ROUND),--round "$$ROUND") $(if $(DRY),--dry-run) $(if $(MERGE),--merge) -- $$FILES

seat: $(DESK)  ## seat the next round of an event: make seat EVENT="Club night" ROUND=2; Bao: the next stage, make seat EVENT="Torneo"; REPLACE=1 puts it in the place of the sheet
	@$(RUN) seat $(if $(SEED),--seed "$$SEED") $(if $(REPLACE),--replace) -- "$$EVENT" "$$ROUND"

turkey: $(VENV)  ## orders of the automatic Turkey: make turkey SHEET=units.csv
	@$(RUN) turkey $(if $(SEED),--seed "$$SEED") -- "$$SHEET"

orders: $(VENV)  ## check an order sheet as it is written: make orders SHEET=italy.txt
	@$(RUN) orders -- "$$SHEET"

archive: $(ARCHIVE)  ## score boards by the million, from Parquet or CSV to Parquet: make archive IN=boards.parquet OUT=scored
	@$(RUN) archive $(if $(SYSTEM),--system "$$SYSTEM") -- "$$IN" "$$OUT"

explain: $(VENV)  ## how scores came about: make explain SYSTEM=pgp PLAYER="Anna Rossi"
	@$(RUN) explain --player "$$PLAYER" -- "$$SYSTEM"

export: $(VENV)  ## the results for other programs, in exports/: make export FORMAT=wdd_boards SEASON=2013; one event: EVENT="Club night"
	@$(RUN) export $(if $(TO),--to "$$TO") -- "$$FORMAT" "$$SEASON" $(if $(EVENT),"$$EVENT")

compare: $(VENV)  ## every season's boards under every system, in data/out/<season>/systems/compare.xlsx
	@$(RUN) compare

systems: $(VENV)  ## list the scoring systems
	@$(RUN) systems

diff: $(VENV)  ## which circuits, events and official scores the last build changed; the rest too: make diff ALL=1
	@$(RUN) diff $(if $(ALL),--all)

test: $(DEV)  ## run the tests
	@.venv/bin/python -m $(PYTEST)

lint: $(DEV)  ## ruff and mypy
	@.venv/bin/python -m ruff check . && .venv/bin/python -m ruff format --check . && .venv/bin/python -m mypy

bench: $(DEV)  ## measure the speed of scoring, ranking and a whole build (20 minutes): the tables of BENCHMARKS.md
	@.venv/bin/python -m tests.bench.scoring && .venv/bin/python -m tests.bench.bao && .venv/bin/python -m tests.bench.build \
	  && .venv/bin/python -m tests.bench.writing && .venv/bin/python -m tests.bench.reading && .venv/bin/python -m tests.bench.importing \
	  && .venv/bin/python -m tests.bench.archive && .venv/bin/python -m tests.bench.systems \
	  && .venv/bin/python -m tests.bench.correction

coverage: $(DEV)  ## which lines and branches the tests run
	@.venv/bin/python -m coverage run -m $(PYTEST) && \
	  .venv/bin/python -m coverage combine --quiet && .venv/bin/python -m coverage report

stress: $(DEV)  ## damaged sheets, kills, full disks, builds at once: a table of what became of them (half an hour)
	@THOROUGH=1 .venv/bin/python -m $(PYTEST) && .venv/bin/python -m tests.stress

mutants: $(DEV)  ## change the scoring code in 3,400 ways and see whether a test notices (docs/contributing/mutants.md); some hours
	@$(PIP) -r tests/mutants/requirements.txt
	@.venv/bin/python tests/mutants/run.py

docs: $(SITE)  ## write the documents as a site with search: site/index.html
	@.venv/bin/python -m sphinx -b html -c docs -W --keep-going -q . site && echo "The site is ready: site/index.html"

pictures: $(DEV)  ## make the pictures of the documents; needs Chromium, LibreOffice and poppler
	@.venv/bin/python -m tests.documents.pictures

clean:  ## remove all outputs; the raw sheets stay
	@find data/out -mindepth 1 ! -name .gitignore ! -name .lock -delete

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*  ## /  make \1	/p' Makefile

$(VENV): requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "centre-years needs Python 3.11 or newer: make PYTHON=python3.12, for example"; exit 1; }
	@echo "Installing the pinned packages into .venv (once) ..."
	@$(PYTHON) -m venv .venv
	@$(PIP) -r requirements.txt
	@touch $@

# Extras that only some targets need, installed on first use.
$(DEV): requirements-dev.txt $(VENV)
	@echo "Installing what tests and tools need (once) ..."
	@$(PIP) -r requirements.txt -r requirements-dev.txt
	@touch $@ $(DESK) $(ARCHIVE) $(WATCH)

$(DESK): requirements-dev.txt $(VENV)
	@$(PIP) -c requirements.txt -c requirements-dev.txt ortools
	@touch $@

$(ARCHIVE): requirements-dev.txt $(VENV)
	@$(PIP) -c requirements.txt -c requirements-dev.txt pyarrow
	@touch $@

$(WATCH): requirements-dev.txt $(VENV)
	@$(PIP) -c requirements.txt -c requirements-dev.txt watchfiles
	@touch $@

$(SITE): docs/requirements.txt $(DEV)
	@$(PIP) -c requirements.txt -c requirements-dev.txt -r docs/requirements.txt
	@touch $@
