# The lectures (vignettes/*.Rmd), into build/vignettes: each as R shows it, what its chunks print and draw (read by
# docs/site/lectures.py and slides.py), as slides, and as an executed notebook for Python courses; their prose is checked
# against what their code computes. Included by the Makefile.

VIGNETTES := $(wildcard vignettes/*.Rmd)
VIGNETTE_PAGES := $(patsubst vignettes/%.Rmd,build/vignettes/%.html,$(VIGNETTES))

# The tarball that is tested does without them: they take minutes. The released one carries them.
R_BUILD_FLAGS ?= --no-build-vignettes
R_CHECK_FLAGS ?= --ignore-vignettes

.PHONY: vignettes slides vignette-prose vignette-notebooks r-release

vignettes: setup-r vignette-prose vignette-notebooks slides
	$(BIN)/python -m pytest tests/vignettes/test_outputs.py

# One self-contained page for each lecture, into build/vignettes/slides: arrow keys turn them.
slides: setup-r $(VIGNETTE_PAGES)
	$(BIN)/python docs/site/slides.py build/vignettes/slides

vignette-prose: .venv/docs.stamp r-library
	$(BIN)/python -m pytest tests/vignettes --ignore tests/vignettes/test_outputs.py

vignette-notebooks: .venv/docs.stamp
	$(BIN)/python tests/vignettes/make_notebooks.py build/vignettes

# The R package as it is released: built with Python present, so that its vignettes carry results.
r-release: setup-r $(R_TARBALL) .venv/docs.stamp
	mkdir -p build/r/release
	cd build/r/release && $(R_ENV) R CMD build --no-manual ../source

build/vignettes/%.html: vignettes/%.Rmd vignettes/setup.R vignettes/style.css docs/site/knit_lecture.R \
		$(R_LIBRARY)/jointstats/DESCRIPTION .venv/docs.stamp
	mkdir -p build/vignettes
	$(R_ENV) Rscript docs/site/knit_lecture.R $< build/vignettes

.venv/docs.stamp: pyproject.toml | .venv/bin/python
	$(PIP) -e '.[all,docs]'
	@touch $@
