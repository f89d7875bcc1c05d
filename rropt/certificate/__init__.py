"""Certificates: this package writes them, has the checker judge them, and reads them back to compare them with the answers they
carry."""
