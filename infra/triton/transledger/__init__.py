"""Code that the models share. `prepare.py` copies this package into each model's folder."""
