"""Joint tests of dominance statements."""
