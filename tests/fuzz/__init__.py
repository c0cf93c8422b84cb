"""Hostile input: what it may be made of, who gets it, and what must hold whatever it is."""
