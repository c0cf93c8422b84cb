# The report in a real browser, Chromium. Included by the Makefile.

.PHONY: setup-browser test-browser

# Another npm than Debian's, which does not go with its package, will do.
setup-browser:
	$(call debian_packages,chromium chromium-driver $(if $(shell command -v npm),,npm))

# axe-core looks for what is hard to reach or to read; npm brings it, and no file of it is kept here.
AXE := build/axe/package/axe.min.js

$(AXE):
	mkdir -p build/axe && cd build/axe && npm pack --silent axe-core@4 && tar xzf axe-core-*.tgz

test-browser: setup-browser .venv/dev.stamp $(AXE)
	AXE_CORE=$(CURDIR)/$(AXE) $(BIN)/python -m pytest tests/browser
