"""Array kernels: arrays in, arrays out; NumPy and SciPy only; tested against exact values."""
