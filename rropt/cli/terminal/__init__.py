"""Prints what a command answers, and ends the command: facts, texts, progress bars, output streams and interrupts."""
