"""What happened, for ever."""
