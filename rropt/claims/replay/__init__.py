"""The check of stored proofs in plain Python arithmetic, which rests on no library."""
