"""Parts shared by functions for users: clear errors for missing libraries, and text that fits the screen."""
