"""Claims about pairs of algorithms: the evidence of a table, and what it shows."""
