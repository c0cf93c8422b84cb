# Every figure in both languages and at both widths, into docs/gallery, which is kept: some minutes.
# Included by the Makefile.

.PHONY: gallery

gallery: r-library .venv/dev.stamp
	$(R_ENV) $(BIN)/python tools/gallery.py
