"""Ends of games that can be solved as they are met."""
