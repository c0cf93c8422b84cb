"""The papers' tests of dominance statements, and all pairs of algorithms."""
