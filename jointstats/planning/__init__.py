"""Plans and simulated studies."""
