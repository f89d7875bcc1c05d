"""The claims that serve papers alone: one inequality that follows from others, and the truth of a statement at a point."""

from . import implication, instance

__all__ = ["implication", "instance"]
