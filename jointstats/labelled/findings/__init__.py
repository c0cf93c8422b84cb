"""Findings: what was found, as data; the layer above puts them into words."""
