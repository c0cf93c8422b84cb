# The report in a real browser, Chromium. Included by the Makefile.

.PHONY: setup-browser test-browser

setup-browser:
	$(call debian_packages,chromium chromium-driver)

test-browser: setup-browser .venv/dev.stamp
	$(BIN)/python -m pytest tests/browser
