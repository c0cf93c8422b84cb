"""Presentation: text, tables, the command line, and the plain-data bridge for R."""
