# Hostile input for everything that reads: `make fuzz`, `make fuzz INPUTS=100000`, `make fuzz SECONDS=600`,
# `make fuzz TARGETS="files shell"`. Included by the Makefile.

.PHONY: fuzz

fuzz: .venv/dev.stamp
	mkdir -p build
	$(BIN)/python tests/fuzz/run.py --inputs $(or $(INPUTS),20000) --seed $(or $(SEED),0) --keep build/faults.jsonl \
	  $(if $(SECONDS),--seconds $(SECONDS)) $(if $(TARGETS),--target $(TARGETS))
