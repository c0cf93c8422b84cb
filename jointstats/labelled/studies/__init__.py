"""Simulation studies and planning."""
