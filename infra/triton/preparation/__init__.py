"""Writes a model repository for Triton."""
