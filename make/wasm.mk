# The core under WebAssembly (Pyodide), as browsers run it. Included by the Makefile.

.PHONY: engine setup-wasm test-wasm bench-wasm

# Python, NumPy, SciPy, pandas and networkx for WebAssembly, into build/engine: never shipped. If it
# cannot be had, a line says so, and build/engine/manifest.json is not there.
engine: .venv/bin/python
	$(BIN)/python tools/engine.py

# Another Node.js than Debian's will do.
setup-wasm: engine
	$(call debian_packages,$(if $(shell command -v node),,nodejs))

# pytest for the engine.
build/wasm-tools/made.stamp: tests/wasm/requirements.txt | .venv/bin/python
	rm -rf build/wasm-tools
	$(PIP) --target build/wasm-tools --no-deps --only-binary :all: --require-hashes -r $<
	@touch $@

# What was recorded, asked again; then the kernels' tests, with an index of 32 bits.
test-wasm: setup-wasm
	@if [ -e build/engine/manifest.json ]; then \
	  $(MAKE) --no-print-directory build/wasm-tools/made.stamp \
	    && node tests/wasm/run.mjs tests/wasm/replay.py \
	    && node tests/wasm/run.mjs tests/wasm/kernels.py; \
	else \
	  echo "THE TESTS UNDER WEBASSEMBLY ARE NOT RUN: there is no engine."; \
	fi

# How long the engine takes to the first answer: on an idle machine.
bench-wasm: setup-wasm
	node tests/wasm/run.mjs tests/wasm/stages.py
