# Two commands: `make demo` sets up and runs the main job; `make test` sets up and runs every test.
# On bare Debian or Ubuntu they need make, git and python3-venv; R's packages are installed on the way.

PYTHON ?= python3
BIN := .venv/bin
export LC_ALL := C.UTF-8
export RETICULATE_PYTHON := $(CURDIR)/$(BIN)/python
# Small matrices only: more threads would fight over two cores.
export OMP_NUM_THREADS := 1

.PHONY: demo test test-python lint types bench studies weka clean

demo: .venv/demo.stamp
	$(BIN)/jointstats compare @weka

test: lint types test-python test-r test-cross

test-python: .venv/dev.stamp
	$(BIN)/python -m pytest

lint: .venv/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/dev.stamp
	$(BIN)/mypy

bench: .venv/bench.stamp
	$(BIN)/python benchmarks/peers.py
	$(BIN)/python benchmarks/own.py

studies: weka

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
	$(BIN)/pip install -q --disable-pip-version-check -e '.[all]'
	@touch $@

.venv/dev.stamp: pyproject.toml | .venv/bin/python
	$(BIN)/pip install -q --disable-pip-version-check -e '.[all,dev]'
	@touch $@ .venv/demo.stamp

.venv/bench.stamp: pyproject.toml | .venv/bin/python
	$(BIN)/pip install -q --disable-pip-version-check -e '.[all,bench]'
	@touch $@

include make/r.mk
