"""From a view to a decision."""
