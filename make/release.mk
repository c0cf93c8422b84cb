# Before a release: what a stranger gets, built of the last commit, installed into empty environments and
# asked for known answers. Included by the Makefile.

.PHONY: release-check release-wheel

# Wheel, sdist and the R package; every supported Python that is here, or some: PYTHONS="3.11 3.12".
release-check: setup-r .venv/bin/python
	$(BIN)/python tools/release.py $(if $(PYTHONS),--pythons $(PYTHONS))

# The wheel alone, under the running Python: for continuous integration.
release-wheel: .venv/bin/python
	$(BIN)/python tools/release.py --quick --no-r --pythons $$($(BIN)/python -c 'import sys; print("%d.%d" % sys.version_info[:2])')

# Exactly the files with which the last release was tested, by SHA-256, instead of the newest of everything:
# for one system and one Python (requirements/); `make test` and `make vignettes site` then use them.
.PHONY: setup-locked lock
setup-locked: setup-r .venv/bin/python
	@test -e "$$($(BIN)/python tools/lock.py --name)" \
	  || { echo "There is no list for this system and this Python: make lock writes it"; exit 2; }
	$(PIP) --require-hashes -r $$($(BIN)/python tools/lock.py --name)
	$(PIP) --no-deps --no-build-isolation -e .
	@touch .venv/docs.stamp .venv/test.stamp .venv/dev.stamp .venv/demo.stamp

lock: .venv/bin/python
	$(BIN)/python tools/lock.py

# The help of R, spelt as in Britain but for the names of inst/WORDLIST.
.PHONY: spell-r
spell-r:
	$(call debian_packages,r-cran-spelling hunspell-en-gb)
	LC_ALL=C.UTF-8 Rscript -e 'found <- spelling::spell_check_package(".", vignettes = FALSE); print(found); quit(status = nrow(found) > 0)'

# R's manual as PDF, as CRAN makes it: a letter that LaTeX lacks ends it.
.PHONY: manual-r
manual-r:
	$(call debian_packages,texlive-latex-base texlive-latex-recommended texlive-fonts-recommended)
	mkdir -p build/r/manual && cp -R DESCRIPTION man build/r/manual/
	cd build/r && R_RD4PDF="times,hyper" R CMD Rd2pdf --no-preview --batch --force -o manual.pdf manual
