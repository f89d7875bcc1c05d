"""What certificates are about: mechanisms, demands and conditions on them, and linear objectives."""
