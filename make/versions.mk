# The same numbers with old and new libraries, and the same bytes under other circumstances: docs/validity.md.
# `make versions PYTHONS="python3.11 /opt/python3.13/bin/python"` names the Pythons; otherwise those that are found.
# Included by the Makefile.

.PHONY: versions test-oldest test-other-processor repeatability

versions: .venv/bin/python
	$(BIN)/python tools/versions.py --replay all $(if $(PYTHONS),--pythons $(PYTHONS)) $(if $(TESTS),--tests $(TESTS))

# The oldest libraries that pyproject.toml allows: their numbers, and every test of Python.
test-oldest: .venv/bin/python
	$(BIN)/python tools/versions.py --sets oldest --tests tests/python

# The recorded answers with the kernels of another processor than this one, and without AVX-512.
test-other-processor: .venv/dev.stamp
	$(BIN)/python tools/other_processor.py -m pytest tests/recorded

# Every test and every figure, made again with decimal commas, with a dotless i, by two workers, …
repeatability: .venv/dev.stamp
	$(call debian_packages,locales)
	mkdir -p build/locales
	for name in de_DE tr_TR; do localedef -i $$name -f UTF-8 $(CURDIR)/build/locales/$$name.UTF-8 || test $$? = 1; done
	LOCPATH=$(CURDIR)/build/locales $(BIN)/python tests/repeat/circumstances.py
