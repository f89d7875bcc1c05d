"""The surface that a user meets: wrong calls answered in a sentence, text that fits the screen, libraries that are missing."""
