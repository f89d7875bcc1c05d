"""The subjects of certificates: mechanisms, demands and conditions on them, and linear objectives."""
