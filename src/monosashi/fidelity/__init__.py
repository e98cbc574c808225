"""Whether generated samples look like real ones, and whether they show all of them."""
