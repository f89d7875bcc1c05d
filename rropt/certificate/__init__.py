"""Certificates: written here, judged by the checker alone, and read back for comparison with what carries them."""
