"""The check of stored proofs, in plain Python arithmetic without any library."""
