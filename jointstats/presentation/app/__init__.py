"""One page that takes a table and answers: its Python side, its files, and its local server."""
