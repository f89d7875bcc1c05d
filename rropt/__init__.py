"""rropt: provably optimal randomized-response designs, and published theorems about them decided."""

from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import Disagreement, InputError, Undecided
from rropt.mechanism import Mechanism

__all__ = ["Disagreement", "Epsilon", "InputError", "Mechanism", "Undecided", "read_epsilon"]
__version__ = "0.1.0"
