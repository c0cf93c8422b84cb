# The documentation site, into build/site: needs R (its help pages and their examples), Chromium (a
# test of the search, of faults that axe-core finds, and of lectures that run if `make engine` has been called).
# `make vignettes` first adds the vignettes to it. Included by the Makefile.

.PHONY: site site-offline

site: setup-r setup-browser .venv/docs.stamp r-library $(AXE)
	rm -rf build/site build/site-source
	$(R_ENV) Rscript docs/site/build_r_reference.R build/site-source/reference/r
	$(BIN)/python docs/site/assemble.py build/site-source
	$(BIN)/zensical build --strict --clean -f build/mkdocs.yml
	$(BIN)/python docs/site/search_order.py build/site
	$(BIN)/python -m pytest -rs tests/site

# The site for any plain web server, with the engine inside (a folder that `make engine` has made):
# nothing is fetched from elsewhere. For lecture rooms; build/site-offline.
ENGINE ?= build/engine

site-offline: .venv/docs.stamp
	@test -d build/site || { echo "make vignettes site builds the site first"; exit 2; }
	@test -e $(ENGINE)/pyodide-lock.json || { echo "There is no engine in $(ENGINE): make engine brings it"; exit 2; }
	rm -rf build/site-offline && cp -R build/site build/site-offline
	$(BIN)/python docs/site/live.py build/site-offline --engine $(ENGINE)
	@echo "Serve build/site-offline, for example: python -m http.server --directory build/site-offline"
