"""One-sided privacy: only some truths are protected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.reading import label_all
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy.bounds import PairBounds, read_slack, say_letter, slack_at, spell_factor, spell_slack
from rropt.privacy.pairs.by_pair import ByPair
from rropt.privacy.pairs.pairwise import Name, places
from rropt.privacy.ratios import extremes, ratio
from rropt.privacy.stored import Fields

__all__ = ["Sensitive"]


@dataclass(frozen=True, slots=True, repr=False)
class Sensitive(ByPair):
    """Pr(S | j) ≤ e^ε·Pr(S | l) + δ for every set S of outputs, every sensitive input j and every l ≠ j.

    Nothing is asked of the other inputs, so an answer may prove that its respondent's truth is not sensitive. If δ = 0, an
    answer is at most e^ε times as likely under a sensitive truth as under any other, and no answer proves that its
    respondent's truth is sensitive.

    Args:
        inputs: The protected inputs: a label or an index, or several.
        epsilon: The budget: a number, or for linear objectives also "every" or a range such as "1/2..2".
        delta: The slack; for linear objectives also "every" or a range such as "0..1/10", where e^epsilon is rational.

    Raises:
        InputError: No input is named, or one is named twice.

    Example:
        >>> from rropt import Sensitive, Variance, design
        >>> print(design(Variance("1/4"), Sensitive(["yes"], "ln3"), inputs=("no", "yes")).value)
        9/16

    Reference: Murakami and Kawamoto (2019), Utility-optimized local differential privacy mechanisms for distribution estimation.
    """

    name: ClassVar[str] = "sensitive"
    inputs: tuple[Name, ...]
    epsilon: Epsilon
    delta: Number

    def __init__(self, inputs: Name | Iterable[Name], epsilon: object, *, delta: object = 0) -> None:
        names = (inputs,) if isinstance(inputs, str | int) else tuple(inputs) if isinstance(inputs, Iterable) else ()
        if not names or not all(isinstance(x, str | int) and not isinstance(x, bool) for x in names):
            raise InputError(
                f"the sensitive inputs must be a list of one or more labels or indices, such as ['yes'], not {str(inputs)[:60]!r}"
            )
        if len(set(names)) < len(names):
            raise InputError(f"a sensitive input is named twice in {str(names)[:60]}; name each once")
        budget = read_epsilon(epsilon)
        object.__setattr__(self, "inputs", names)
        object.__setattr__(self, "epsilon", budget)
        object.__setattr__(self, "delta", read_slack(delta, t=budget.t))

    def bounds(self, k: int, inputs: Sequence[str] | None = None) -> PairBounds:
        """The bounds of the demand on k inputs. An ordered pair (j, l) with a sensitive input j has the ratio e^ε and the slack δ.
        Other pairs are not bounded."""
        bound = (self.epsilon.t, self.delta)
        protected = places(self.inputs, k, inputs)
        return PairBounds.by_pair(k, {(j, against): bound for j in protected for against in range(k) if against != j})

    def with_epsilon(self, epsilon: object) -> Sensitive:
        """The same demand with another ε. If δ is a function of a free t = e^ε, it gets its value at the new ε."""
        budget = read_epsilon(epsilon)
        return Sensitive(self.inputs, budget, delta=slack_at(self.delta, budget))

    def with_delta(self, delta: object) -> Sensitive:
        """The same demand with another δ."""
        return Sensitive(self.inputs, self.epsilon, delta=delta)

    @staticmethod
    def tightest_epsilons(mechanism: Mechanism) -> tuple[Epsilon, ...]:
        """For every input j, the least ε with which the mechanism protects j alone, with δ = 0. It is the logarithm of the largest
        ratio Pr(i | j)/Pr(i | l) over all outputs i and inputs l."""
        least = [row[extremes(row)[1]] for row in mechanism.rows]
        ratios = [[ratio(x, low) for x, low in zip(column, least, strict=True)] for column in mechanism.columns]
        return tuple(Epsilon(INFINITY if any(map(is_infinite, own)) else max(own)) for own in ratios)

    def about(self, k: int, inputs: Sequence[str] | None = None) -> Sensitive:
        """The same demand on k inputs, in which the protected inputs are named by their labels."""
        names = label_all(inputs, k)
        return Sensitive([names[j] for j in places(self.inputs, k, inputs)], self.epsilon, delta=self.delta)

    def _promise(self, tail: str) -> str:
        """The demand in a sentence for a respondent, with `tail` at its end. If the demand bounds nothing, the sentence says that
        nothing is promised."""
        if is_infinite(self.epsilon.t) or self.delta == 1:
            return "This demand promises nothing: an answer may reveal the truth."
        names = " or ".join(map(str, self.inputs))
        slack = f", plus {spell_factor(self.delta)}" if self.delta else ""
        return (
            f"If the truth about you is {names}, the chance that your answer is one of any given set of answers is at most "
            f"{spell_factor(self.epsilon.t)} times what it would be under any other truth{slack}"
            f"{say_letter(self.epsilon.t) or say_letter(self.delta)}{tail}."
        )

    def sentence(self) -> str:
        """The demand in a sentence for a respondent."""
        return self._promise("; other truths are not protected")

    def sentence_beside(self) -> str:
        """The sentence without the remark that other truths are not protected, for use beside a promise about all truths."""
        return self._promise("")

    def to_dict(self) -> dict[str, Any]:
        """A dictionary of the demand's name, the sensitive inputs, `ratio` = e^ε and δ, as text."""
        told = {"name": self.name, "inputs": [str(name) for name in self.inputs], "ratio": show(self.epsilon.t)}
        return {**told, "delta": show(self.delta)}

    @classmethod
    def from_fields(cls, fields: Fields) -> Self:
        """Build the demand from its fields, as read from JSON or a command line."""
        return cls(fields.inputs("inputs"), fields.budget("ratio"), delta=fields.number("delta"))

    def __repr__(self) -> str:
        delta = f", delta='{spell_slack(self.delta)}'" if self.delta != 0 else ""
        return f"Sensitive({list(self.inputs)!r}, '{self.epsilon}'{delta})"
