"""Tests of means under normality, and what they rest on."""
