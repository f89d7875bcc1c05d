"""What functions for users share: clear errors for wrong calls and missing libraries, and text that fits the screen."""
