"""Apertium's rule-based translation, its processes kept warm. Standard library only."""
