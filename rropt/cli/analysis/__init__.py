"""The commands that a survey's analysis section needs, one per module."""
