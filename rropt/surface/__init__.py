"""What a person meets first: wrong calls answered in a sentence, text that fits the screen, libraries that are missing."""
