"""Claims about pairs of algorithms: scores, votes, the step-down, states. NumPy and SciPy only."""
