"""Reading, by subject."""
