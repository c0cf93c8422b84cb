# The report in a real browser: needs chromium and chromium-driver, about half a minute.

.PHONY: test-browser

test-browser: .venv/dev.stamp
	@command -v chromedriver >/dev/null || \
	  { echo "The browser test needs Chromium: apt-get install chromium chromium-driver"; exit 2; }
	$(BIN)/python -m pytest tests/browser
