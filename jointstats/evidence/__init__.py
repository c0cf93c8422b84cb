"""Arrays in, arrays out: outcomes, votes, statements, and what several tests compute from them."""
