"""Labelled tests: take a results table, return result objects that carry the names."""
