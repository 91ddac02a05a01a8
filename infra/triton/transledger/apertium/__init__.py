"""Runs Apertium's pipelines, kept warm. The service alone decides what goes through them and reads the output."""
