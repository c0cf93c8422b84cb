# The vignettes as pages, and as executed notebooks for Python courses, into build/vignettes; their
# prose is checked against what their code computes. Included by the Makefile.

VIGNETTES := $(wildcard vignettes/*.Rmd)
VIGNETTE_PAGES := $(patsubst vignettes/%.Rmd,build/vignettes/%.html,$(VIGNETTES))

# The tarball that is tested does without them: they take minutes. The released one carries them.
R_BUILD_FLAGS ?= --no-build-vignettes
R_CHECK_FLAGS ?= --ignore-vignettes

.PHONY: vignettes vignette-prose vignette-notebooks r-release

vignettes: setup-r vignette-prose vignette-notebooks $(VIGNETTE_PAGES)

vignette-prose: .venv/docs.stamp
	$(BIN)/python -m pytest tests/vignettes

vignette-notebooks: .venv/docs.stamp
	$(BIN)/python tests/vignettes/make_notebooks.py build/vignettes

# The R package as it is released: built with Python present, so that its vignettes carry results.
r-release: setup-r $(R_TARBALL) .venv/docs.stamp
	mkdir -p build/r/release
	cd build/r/release && $(R_ENV) R CMD build --no-manual ../source

build/vignettes/%.html: vignettes/%.Rmd vignettes/style.css $(R_LIBRARY)/jointstats/DESCRIPTION \
		.venv/docs.stamp
	$(R_ENV) Rscript -e 'rmarkdown::render("$<", output_dir = "build/vignettes", quiet = TRUE)'

.venv/docs.stamp: pyproject.toml | .venv/bin/python
	$(PIP) -e '.[all,docs]'
	@touch $@
