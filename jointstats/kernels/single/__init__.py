"""Tests of one measure at a time, and corrections for many tests."""
