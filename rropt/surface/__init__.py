"""Parts shared by functions for users: clear errors for wrong calls and missing libraries, and text that fits the screen."""
