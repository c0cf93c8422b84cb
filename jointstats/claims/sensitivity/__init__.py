"""What would change a verdict, and what would not: the same question under other settings."""
