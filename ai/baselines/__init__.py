"""Bots that do not search."""
