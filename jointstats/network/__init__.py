"""The test of dominance statements with a Bayesian network of the measures."""
