"""What certificates are about: mechanisms, demands on them, and linear objectives."""
