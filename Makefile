# Two commands: `make demo` sets up and runs the main job; `make test` sets up and runs every test.
# On bare Debian or Ubuntu they need make, git and python3-venv; R and its packages are installed on
# the way (by root; otherwise the one apt line is printed).

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip install -q --disable-pip-version-check
export LC_ALL := C.UTF-8
export RETICULATE_PYTHON := $(CURDIR)/$(BIN)/python
# Small matrices only: more threads would fight over two cores.
export OMP_NUM_THREADS := 1
# Tests start many processes, each of which would compile the package again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test setup test-python test-thorough lint types which-test directions schemas stub contact bench bench-check studies weka type-one-error normal-theory \
	network-default roc families looks missing runs planning friedman calibration one-measure intervals gate sizes validity clean

demo: .venv/demo.stamp
	$(BIN)/jointstats compare @weka

test: setup
	$(MAKE) --no-print-directory lint types lint-r
	$(MAKE) --no-print-directory test-python
	$(MAKE) --no-print-directory -j2 --output-sync=target test-r test-cross

# Everything that the tests of both languages need.
setup: setup-r
	@$(MAKE) --no-print-directory .venv/test.stamp

test-python: .venv/dev.stamp
	$(BIN)/python -m pytest -n 2 --dist worksteal

# What takes long: studies whose part that is computed again is not small.
test-thorough: .venv/dev.stamp
	$(BIN)/python -m pytest -n 2 --dist worksteal -m thorough

lint: .venv/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/dev.stamp
	$(BIN)/mypy

# The table of tests in docs/which-test-when.md, from the declarations.
which-test: .venv/dev.stamp
	$(BIN)/python tools/which_test.py

# The list of names in docs/glossary.md.
directions: .venv/dev.stamp
	$(BIN)/python tools/directions.py

# The shapes of to_dict(), kept as a file for other programs.
schemas: .venv/dev.stamp
	$(BIN)/python tools/schemas.py

# Where the public names are, for type checkers and editors.
stub: .venv/dev.stamp
	$(BIN)/python tools/stub.py

# Who answers for the package: contact.toml, written where packages and citations want it.
contact: .venv/dev.stamp
	$(BIN)/python tools/contact.py
	$(BIN)/python tools/citation.py

# Side by side with other libraries: run on an idle machine.
bench: .venv/bench.stamp
	for script in $(filter-out benchmarks/check.py,$(wildcard benchmarks/*.py)); do echo "== $$script"; $(BIN)/python $$script || exit 1; done

# Every ratio of benchmarks/README.md to another program, in a few minutes: fails where one fell below
# half. Before a change of a hot path is finished; no part of CI.
bench-check: .venv/bench.stamp
	$(BIN)/python benchmarks/check.py

# Slow studies behind the documents; each has a target of its own.
studies: validity

# Before each, what an earlier run of it left is forgotten (an interrupted one goes on), and after it
# the ledger takes down what it wrote.
network-default planning friedman calibration one-measure intervals gate sizes: .venv/dev.stamp
	$(BIN)/python studies/ledger.py --begin $(subst -,_,$@)
	$(BIN)/python studies/$(subst -,_,$@)/run.py
	$(BIN)/python studies/ledger.py --stamp $(subst -,_,$@)

# The areas of the papers' designs; with more draws; with other masses of the network's prior.
roc: .venv/dev.stamp
	$(BIN)/python studies/ledger.py --begin $@
	$(BIN)/python studies/roc/run.py
	$(BIN)/python studies/roc/run.py --check
	$(BIN)/python studies/roc/ess.py
	$(BIN)/python studies/ledger.py --stamp $@

type-one-error: .venv/dev.stamp
	$(BIN)/python studies/ledger.py --begin type_one_error
	$(BIN)/python studies/type_one_error/run.py
	$(BIN)/python studies/type_one_error/blocks.py
	$(BIN)/python studies/ledger.py --stamp type_one_error

families: .venv/dev.stamp
	$(BIN)/python studies/ledger.py --begin $@
	$(BIN)/python studies/families/run.py
	$(BIN)/python studies/ledger.py --stamp $@

missing: .venv/dev.stamp
	$(BIN)/python studies/ledger.py --begin $@
	$(BIN)/python studies/missing/run.py
	$(BIN)/python studies/ledger.py --stamp $@

runs: .venv/dev.stamp
	$(BIN)/python studies/ledger.py --begin $@
	$(BIN)/python studies/runs/run.py
	$(BIN)/python studies/runs/shown.py
	$(BIN)/python studies/ledger.py --stamp $@

# Every study of the ledger whose versions, code or recorded answers changed since it ran; writes
# docs/validity.md, and fails if a promise is missed. It takes hours; interrupted, it goes on where it
# was. The page alone, of the results as they are: .venv/bin/python studies/validity/run.py --page
validity: .venv/bench.stamp
	$(BIN)/python studies/ledger.py --run
	$(BIN)/python studies/ledger.py --begin $@
	$(BIN)/python studies/validity/run.py
	$(BIN)/python studies/ledger.py --stamp $@

# Claims at any look, exactly.
looks: .venv/dev.stamp
	$(BIN)/python studies/ledger.py --begin $@
	$(BIN)/python studies/looks/run.py
	$(BIN)/python studies/ledger.py --stamp $@

normal-theory: .venv/bench.stamp
	$(BIN)/python studies/ledger.py --begin normal_theory
	$(BIN)/python studies/normal_theory/tables.py
	$(BIN)/python studies/normal_theory/repeated_cv.py
	$(BIN)/python studies/ledger.py --stamp normal_theory

# The classifier study behind the packaged tables: needs Java and WEKA 3.6, about 80 CPU minutes.
weka: .venv/demo.stamp
	$(BIN)/python studies/weka/run.py

clean:
	rm -rf .venv build dist *.egg-info

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "jointstats needs Python 3.11 or later: make PYTHON=python3.12 ..."; exit 2; }
	@$(PYTHON) -m venv .venv || \
	  { echo "Python cannot make virtual environments here: apt-get install python3-venv"; exit 2; }

.venv/demo.stamp: pyproject.toml | .venv/bin/python
	$(PIP) -e '.[plot]'
	@touch $@

.venv/dev.stamp: pyproject.toml | .venv/bin/python
	$(PIP) -e '.[all,dev]'
	@touch $@ .venv/demo.stamp

# rpy2 compiles against R: after setup-r. The newest one cannot be loaded into R before 4.5.
.venv/test.stamp: pyproject.toml | .venv/bin/python
	$(PIP) -e '.[all,dev,r]' \
	  $$(Rscript -e 'if (getRversion() < "4.5") cat("rpy2-rinterface==3.6.5")')
	@touch $@ .venv/dev.stamp .venv/demo.stamp

.venv/bench.stamp: pyproject.toml | .venv/bin/python
	$(PIP) -e '.[all,bench]'
	@touch $@

include $(wildcard make/*.mk)
