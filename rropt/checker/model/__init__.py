"""What certificates are about: mechanisms, demands on them, and what is optimized."""
