"""What language does to search, and how to mend it."""
