"""Reading vector sets from wherever they are kept."""
