"""Anything that proposes an answer, and the one home of tolerances. No oracle is trusted: the checker decides."""
