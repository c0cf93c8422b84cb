# Before a release: what a stranger gets, built of the last commit, installed into empty environments and
# asked for known answers. Included by the Makefile.

.PHONY: release-check release-wheel released

# Wheel, sdist and the R package; every supported Python that is here, or some: PYTHONS="3.11 3.12".
release-check: setup-r .venv/bin/python
	$(BIN)/python tools/release.py $(if $(PYTHONS),--pythons $(PYTHONS))

# The wheel alone, under the running Python: for continuous integration.
release-wheel: .venv/bin/python
	$(BIN)/python tools/release.py --quick --no-r --pythons $$($(BIN)/python -c 'import sys; print("%d.%d" % sys.version_info[:2])')

# The public names, kept as a file: from its version on they stay, or become old names.
released: .venv/dev.stamp
	$(BIN)/python tools/released.py
