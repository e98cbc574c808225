"""Items that crowd everybody's neighbour lists, and items nobody finds."""
