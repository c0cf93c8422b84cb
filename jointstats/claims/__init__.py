"""Claims about pairs of algorithms: comparison, leaderboard, claims named in advance, looks."""
