# Report, page, and the page that computes by itself (from build/engine, if that can be had) in a real browser,
# Chromium. Included by the Makefile.

.PHONY: setup-browser test-browser bench-browser

# Another npm than Debian's, which does not go with its package, will do.
setup-browser:
	$(call debian_packages,chromium chromium-driver poppler-utils $(if $(shell command -v npm),,npm))

# axe-core looks for what is hard to reach or to read; npm brings it, by version and SHA-256, and no file of it is kept here.
AXE_VERSION := 4.14.1
AXE_SHA256 := e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745
AXE := build/axe/package/axe.min.js

$(AXE): make/browser.mk
	mkdir -p build/axe && cd build/axe && npm pack --silent axe-core@$(AXE_VERSION) \
	  && echo "$(AXE_SHA256)  axe-core-$(AXE_VERSION).tgz" | sha256sum --check --quiet \
	  && tar xzf axe-core-$(AXE_VERSION).tgz && touch ../../$@

test-browser: setup-browser engine .venv/dev.stamp $(AXE)
	AXE_CORE=$(CURDIR)/$(AXE) $(BIN)/python -m pytest -rs tests/browser

# How long the page that computes by itself takes to its first answer: on an idle machine.
bench-browser: setup-browser engine .venv/dev.stamp
	$(BIN)/python benchmarks/browser.py
