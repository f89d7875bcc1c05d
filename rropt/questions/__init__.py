"""Many randomized yes/no questions at once: joint distributions, the cost of randomization, and randomizers of single bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.questions.bit_randomizers import bits_at_equal_epsilon as bits_at_equal_epsilon
    from rropt.questions.bits import Randomizers as Randomizers
    from rropt.questions.bits import whole_answer_epsilon as whole_answer_epsilon
    from rropt.questions.loss import Loss as Loss
    from rropt.questions.loss import approximate_loss as approximate_loss
    from rropt.questions.loss import least_loss as least_loss
    from rropt.questions.pairwise import Pairwise as Pairwise
    from rropt.questions.patterns import Patterns as Patterns
    from rropt.questions.patterns import count_patterns as count_patterns
    from rropt.questions.questions import ExactMarginal as ExactMarginal
    from rropt.questions.questions import Marginal as Marginal
    from rropt.questions.questions import marginal as marginal
    from rropt.questions.questions import marginal_exact as marginal_exact
    from rropt.questions.rappor import Rappor as Rappor

__getattr__, __dir__ = lazy_names(__name__)
