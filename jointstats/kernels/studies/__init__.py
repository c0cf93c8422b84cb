"""Simulated cases, ROC curves, and the power of the tests."""
