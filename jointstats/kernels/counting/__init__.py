"""Orderings of algorithms, dominance statements, and how often data sets show them."""
