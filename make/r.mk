# The R package: set-up, tests, checks. Included by the Makefile; PYTHON is the environment's.

R_DEBIAN := r-base-core r-base-dev r-cran-reticulate r-cran-jsonlite r-cran-testthat r-cran-knitr \
	r-cran-rmarkdown r-cran-ggplot2 r-cran-generics r-cran-broom r-cran-tibble r-cran-roxygen2 \
	r-cran-flextable r-cran-parameters r-cran-patchwork \
	r-cran-lintr pandoc qpdf python3-dev libpython3-dev
R_VERSION := $(shell sed -n 's/^Version: //p' DESCRIPTION)
R_TARBALL := build/r/jointstats_$(R_VERSION).tar.gz
R_LIBRARY := $(CURDIR)/build/r/library
R_SOURCES := $(shell find R man data inst/python/jointstats/ tests/testthat vignettes DESCRIPTION NAMESPACE \
	NEWS.md .Rbuildignore -type f -not -name '*.pyc' 2>/dev/null)
R_ENV := RETICULATE_PYTHON=$(CURDIR)/.venv/bin/python LC_ALL=C.UTF-8 OMP_NUM_THREADS=1 \
	R_LIBS=$(R_LIBRARY) PYTHONDONTWRITEBYTECODE=1

.PHONY: setup-r test-r test-r-dependencies-only test-r-with check-r check-r-bare check-r-installed check-r-parallel check-cran test-cross r-wrappers roxygen lint-r r-library bench-r replies r-data

setup-r:
	$(call debian_packages,$(R_DEBIAN))

# A copy of what belongs to the R package, so that R CMD build need not walk the environment; with
# the two lines that CRAN expects of a licence file, and the core itself in the place of the link.
$(R_TARBALL): $(R_SOURCES)
	rm -rf build/r/source && mkdir -p build/r/source/tests
	cp -RL DESCRIPTION NAMESPACE NEWS.md LICENSE .Rbuildignore R man data inst build/r/source/
	printf 'YEAR: 2026\nCOPYRIGHT HOLDER: The jointstats developers\n' >build/r/source/LICENSE
	cp -R tests/testthat tests/testthat.R build/r/source/tests/
	if [ -d vignettes ]; then cp -R vignettes build/r/source/; fi
	find build/r/source -name __pycache__ -prune -exec rm -rf {} +
	cd build/r && $(R_BUILD_ENV) R CMD build --no-manual $(R_BUILD_FLAGS) source

r-library: $(R_LIBRARY)/jointstats/DESCRIPTION

$(R_LIBRARY)/jointstats/DESCRIPTION: $(R_TARBALL) | .venv/bin/python
	mkdir -p $(R_LIBRARY)
	R CMD INSTALL --no-docs --library=$(R_LIBRARY) $(R_TARBALL)
	.venv/bin/python -m compileall -q $(R_LIBRARY)/jointstats/python
	touch $@

# The R package's own tests, in the environment that is given; none may be skipped. The second
# argument, if any, says which files (a regular expression).
define run_testthat
cd tests && $(1) JOINTSTATS_REQUIRE_PYTHON=1 Rscript -e \
	  'library(testthat); library(jointstats); ran <- test_dir("testthat", filter = $(or $(2),NULL), package = "jointstats", load_package = "installed", reporter = "summary", stop_on_failure = TRUE); if (any(as.data.frame(ran)$$skipped)) stop("Tests were skipped: nothing may be skipped here.")'
endef

# All, or the files that a regular expression names: make test-r ONLY=results
test-r: r-library
	$(call run_testthat,$(R_ENV),$(if $(ONLY),"$(ONLY)"))

# As in the documented installation: what the core needs is there, and the core itself only in the R
# package. The environment's packages, without the .pth file that leads to this folder. Run with it
# is what starts Python.
R_DEPENDENCIES := $(CURDIR)/build/r/dependencies-only
R_ENV_DEPENDENCIES := env -u PYTHONPATH $(R_ENV) RETICULATE_PYTHON=$(R_DEPENDENCIES)/bin/python

$(R_DEPENDENCIES)/made.stamp: .venv/bin/python
	rm -rf $(R_DEPENDENCIES)
	.venv/bin/python -m venv --without-pip $(R_DEPENDENCIES)
	.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))' \
	  >$$(ls -d $(R_DEPENDENCIES)/lib/python*/site-packages)/dependencies.pth
	cd build/r && env -u PYTHONPATH $(R_DEPENDENCIES)/bin/python -P -c 'import importlib.util as u, sys; \
	  sys.exit(None if u.find_spec("joblib") and not u.find_spec("jointstats") else "not dependencies only")'
	touch $@

test-r-dependencies-only: r-library $(R_DEPENDENCIES)/made.stamp
	$(call run_testthat,$(R_ENV_DEPENDENCIES),"core|python")
	$(R_ENV_DEPENDENCIES) .venv/bin/python -m pytest tests/cross_language/test_documents.py

# With another Python (that has what the core needs), or another reticulate:
# make test-r-with WITH_PYTHON=/path/to/python WITH_LIBRARY=/path/to/library
WITH_PYTHON ?= $(CURDIR)/.venv/bin/python
test-r-with: r-library
	$(call run_testthat,$(R_ENV) RETICULATE_PYTHON=$(WITH_PYTHON) R_LIBS=$(WITH_LIBRARY):$(R_LIBRARY))

test-cross: r-library
	$(R_ENV) .venv/bin/python -m pytest tests/cross_language

check-r: $(R_TARBALL)
	cd build/r && $(R_ENV) JOINTSTATS_REQUIRE_PYTHON=1 _R_CHECK_FORCE_SUGGESTS_=false \
	  R CMD check --no-manual $(R_CHECK_FLAGS) $(notdir $(R_TARBALL))
	! grep -E '^Status:.*(ERROR|WARNING)' build/r/jointstats.Rcheck/00check.log

# As on users' machines: no setting chooses a Python, and the home is empty.
R_USER = env -u RETICULATE_PYTHON -u RETICULATE_PYTHON_ENV -u VIRTUAL_ENV -u PYTHONPATH -u PYTHONHOME \
	-u JOINTSTATS_REQUIRE_PYTHON -u R_LIBS LC_ALL=C.UTF-8 OMP_NUM_THREADS=1 \
	HOME=$(CURDIR)/build/r/$@/home PATH=/usr/local/bin:/usr/bin:/bin _R_CHECK_FORCE_SUGGESTS_=false

define new_home
rm -rf build/r/$@ && mkdir -p build/r/$@/home
endef

define check_as_user
cd build/r/$@ && $(R_USER) $(1) R CMD check --no-manual $(R_CHECK_FLAGS) ../$(notdir $(R_TARBALL))
! grep -E '^Status:.*(ERROR|WARNING)' build/r/$@/jointstats.Rcheck/00check.log
endef

define install_as_user
$(R_USER) R_LIBS=$(R_LIBRARY) Rscript -e 'jointstats::install_jointstats(extras = $(1))'
endef

# With nothing: R finds the system's Python, if any, without the packages.
check-r-bare: $(R_TARBALL)
	$(new_home)
	$(call check_as_user)

# With what install_jointstats() makes, and with joblib in it: these install packages of Python.
check-r-installed: r-library
	$(new_home)
	$(call install_as_user,FALSE)
	$(call check_as_user,JOINTSTATS_REQUIRE_PYTHON=1)

check-r-parallel: r-library
	$(new_home)
	$(call install_as_user,"parallel")
	$(call check_as_user,JOINTSTATS_REQUIRE_PYTHON=1)

# As CRAN does it, on the package as it is released. What remains here: an address to fill in
# (contact.toml), and what needs CRAN's own servers. The clock that files are compared with is on the
# network as well.
check-cran: r-release
	cd build/r/release && $(R_ENV) _R_CHECK_SYSTEM_CLOCK_=false R CMD check --as-cran --no-manual jointstats_$(R_VERSION).tar.gz

# R's functions of the tests, from the declarations of the core's; then their help.
r-wrappers: .venv/dev.stamp
	.venv/bin/python tools/r_wrappers.py
	@$(MAKE) --no-print-directory roxygen

roxygen:
	LC_ALL=C.UTF-8 Rscript -e 'roxygen2::roxygenise(load_code = "source")'

lint-r:
	LC_ALL=C.UTF-8 Rscript -e 'found <- lintr::lint_dir("R"); print(found); quit(status = length(found) > 0)'

# What crossing the boundary costs: on an idle machine.
bench-r: r-library
	$(R_ENV) Rscript benchmarks/r_boundary.R

# The data of the R package: packaged tables as data frames, and two saved results.
r-data: r-library
	$(R_ENV) Rscript tools/r_data.R

# The replies of the core that R's tests replay without Python.
replies:
	.venv/bin/python -W ignore tests/cross_language/record_replies.py
