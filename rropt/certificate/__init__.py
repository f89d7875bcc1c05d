"""Certificates: this package writes them, has the checker judge them, and reads back what they state, to compare it with the
answers that carry the certificates."""
