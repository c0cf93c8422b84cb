"""Tests of one measure at a time."""
