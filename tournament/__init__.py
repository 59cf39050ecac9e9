"""Who meets whom, and what it shows."""
