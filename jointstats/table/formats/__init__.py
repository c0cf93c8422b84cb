"""Formats of files and objects that hold results: one module each, listed in `catalogue`."""
