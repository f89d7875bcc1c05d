"""Claims for papers alone: that one inequality follows from others, and that a statement is true or false at a point."""

from . import implication, instance

__all__ = ["implication", "instance"]
