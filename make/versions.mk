# The same numbers with old and new libraries, and the same bytes under other circumstances: docs/repeatability.md.
# `make versions PYTHONS="python3.11 /opt/python3.13/bin/python"` names the Pythons; otherwise those that are found.
# Included by the Makefile.

.PHONY: versions test-oldest repeatability

versions: .venv/bin/python
	$(BIN)/python tools/versions.py --replay all $(if $(PYTHONS),--pythons $(PYTHONS)) $(if $(TESTS),--tests $(TESTS))

# The oldest libraries that pyproject.toml allows: their numbers, and that figures are drawn.
test-oldest: .venv/bin/python
	$(BIN)/python tools/versions.py --sets oldest --tests tests/python/test_known_tests.py tests/python/test_all_figures.py

# Every test and every figure, made again with decimal commas, with a dotless i, by two workers, …
repeatability: .venv/dev.stamp
	$(call debian_packages,locales)
	mkdir -p build/locales
	for name in de_DE tr_TR; do localedef -i $$name -f UTF-8 $(CURDIR)/build/locales/$$name.UTF-8 || test $$? = 1; done
	LOCPATH=$(CURDIR)/build/locales $(BIN)/python tests/repeat/compare.py
