# The documentation site, into build/site: needs R (its help pages and their examples), Chromium (a
# test of the search) and nothing from the network.
# `make vignettes` first adds the vignettes to it. Included by the Makefile.

.PHONY: site

site: setup-r setup-browser .venv/docs.stamp r-library
	rm -rf build/site build/site-source
	$(R_ENV) Rscript docs/site/build_r_reference.R build/site-source/reference/r
	$(BIN)/python docs/site/assemble.py build/site-source
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict -f build/mkdocs.yml
	$(BIN)/python -m pytest tests/site
