"""Many designs at once."""
