"""Readers of files: each turns one format into a Table or into arrays."""
