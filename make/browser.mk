# Report, page, and the page that computes by itself (from build/engine, if that can be had) in a real browser,
# Chromium. Included by the Makefile.

.PHONY: setup-browser test-browser bench-browser

# Another npm than Debian's, which does not go with its package, will do.
setup-browser:
	$(call debian_packages,chromium chromium-driver $(if $(shell command -v npm),,npm))

# axe-core looks for what is hard to reach or to read; npm brings it, and no file of it is kept here.
AXE := build/axe/package/axe.min.js

$(AXE):
	mkdir -p build/axe && cd build/axe && npm pack --silent axe-core@4 && tar xzf axe-core-*.tgz

test-browser: setup-browser engine .venv/dev.stamp $(AXE)
	AXE_CORE=$(CURDIR)/$(AXE) $(BIN)/python -m pytest -rs tests/browser

# How long the page that computes by itself takes to its first answer: on an idle machine.
bench-browser: setup-browser engine .venv/dev.stamp
	$(BIN)/python benchmarks/browser.py
