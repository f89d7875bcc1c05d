"""The three ways an answer can fail to exist: bad input, an order that cannot be decided, legs that disagree."""

__all__ = ["Disagreement", "InputError", "Undecided"]


class InputError(ValueError):
    """Input that cannot be read or makes no sense; the message is one sentence with the value and what to do."""


class Undecided(ArithmeticError):
    """A comparison that has no single answer (t is free and the sign changes) or that could not be decided."""


class Disagreement(AssertionError):
    """Two legs of one result disagree; the message shows all of them, and no number is returned."""
