"""A text as parts, runs and tags."""
