# Are the tests tested? `make mutants` puts 300 small faults into each of kernels and labelled tests, one at a
# time (SAMPLE=50 SEED=7 others; SAMPLE= all of them, which takes days); tests/mutants/README.md.
# `make pins` tells which tests run each function; `make pins WHERE=kernels/normal/mardia.py`.

.PHONY: mutants pins

SAMPLE ?= 300
SEED ?= 0

mutants: build/mutants/tests.json
	PYTHONPATH=tests $(BIN)/python -m pytest -p no:xdist tests/mutants/test_operators.py
	$(BIN)/python tests/mutants/run.py $(if $(SAMPLE),--sample $(SAMPLE)) --seed $(SEED)

pins: build/mutants/tests.json
	$(BIN)/python tests/mutants/pins.py $(WHERE) $(if $(FUNCTION),--function $(FUNCTION))

# Which lines each test runs: as long as all Python tests take, and half as long again.
build/mutants/tests.json: .venv/mutants.stamp
	$(BIN)/python tests/mutants/pins.py --renew

.venv/mutants.stamp: pyproject.toml | .venv/bin/python
	$(PIP) -e '.[all,dev,mutants]'
	@touch $@
