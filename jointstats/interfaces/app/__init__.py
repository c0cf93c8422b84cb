"""One page that takes a table and answers: its Python side, its files, and its local server."""

LARGEST_FILE = 100
"""Million bytes that the local server takes of a file by default."""
