"""How much the wording of a text moves what a model makes of it."""
