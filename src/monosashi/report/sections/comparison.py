"""Section: several models on the same items and groups."""
