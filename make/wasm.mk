# The core under WebAssembly (Pyodide), as browsers run it. Included by the Makefile.

.PHONY: engine

# Python, NumPy, SciPy, pandas, matplotlib and networkx for WebAssembly, into build/engine: never shipped. If it
# cannot be had, a line says so, and build/engine/manifest.json is not there.
engine: .venv/bin/python
	$(BIN)/python tools/engine.py
