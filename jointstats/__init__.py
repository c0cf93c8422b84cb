"""Statistical tests that compare algorithms on several performance measures at once."""

__version__ = "0.1.0"
