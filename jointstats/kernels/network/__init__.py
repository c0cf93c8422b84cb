"""Bayesian networks over measures: scores, graphs, edges, posteriors of statements."""
