"""Tests of means under normality."""
