"""Turns the text of a certificate into values, and values into the words of a sentence."""
