"""Exact numbers: the field Q(t), its order, directed enclosures, matrices, and the grammar numbers are read in."""
