"""Array kernels: take and return arrays, know NumPy and SciPy only, testable against exact values."""
