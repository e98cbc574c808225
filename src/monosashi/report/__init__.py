"""The page a person reads."""
