"""Packaged results tables (CSV) with their roles and directions (JSON)."""
