"""How vectors spread, and how much of it groups explain."""
