"""Exact nearest neighbours in blocks."""
