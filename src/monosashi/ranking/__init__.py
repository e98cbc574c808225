"""Ranks with ties and the measures built on them."""
