"""Slow plain-Python reference of the Oriflamme rules, independent of the product's own rules."""
