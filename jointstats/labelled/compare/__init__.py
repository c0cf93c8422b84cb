"""The one call, all pairs, and what is found in words."""
