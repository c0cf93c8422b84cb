"""A gate: claims about a candidate and its baseline that must all be shown."""
