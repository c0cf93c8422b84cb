"""Claims of a gate, as people write them."""

CLAIMS = """
dataset = "task"
[measures]
quality = "max"
cost = "min"
[rope]
quality = 0.0
[claims.cheaper]
not_worse = ["quality"]
better = ["cost"]
"""
SECOND = '[claims.better]\nbetter = ["quality"]\n'
