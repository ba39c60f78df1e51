"""Changing, by subject: each operation calls one verb of the desk."""
