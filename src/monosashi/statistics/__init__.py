"""Resampling, permutation and paired tests on plain arrays."""
