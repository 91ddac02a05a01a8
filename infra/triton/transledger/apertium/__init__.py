"""Apertium's pipelines, kept warm. What goes through them, and what comes of it, is the service's own affair."""
