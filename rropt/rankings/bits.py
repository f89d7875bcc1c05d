"""Judge a mechanism that randomizes bits one by one. Only its structure is used, so there may be any number of bits.

Given the truth, the bits of an answer are independent, and all are randomized alike. For one bit, let a = max_o Pr(o | 1)/Pr(o | 0)
and b = max_o Pr(o | 0)/Pr(o | 1), over the two values o that can be reported. Let one truth have x ones where another has zeros,
and y zeros where the other has ones. The probabilities of an answer under these two truths then differ by a factor of at most
a^x·b^y, and some answer attains it. So e^ε is

    max(a, b)^n    for any two strings of n bits,
    a·b            for one bit per category: each of two categories sets one bit that the other does not,
    (a·b)^h        for h hashes: each of two values sets up to h bits of its Bloom filter that the other does not.

RAPPOR's permanent bits are drawn once. However many reports there are, together they tell these bits and no more. Without permanent
bits every further report tells more. (Erlingsson, Pihur and Korolova, 2014, Theorems 1 and 2.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rropt.exact.decimal import decimal, few_digits
from rropt.exact.element import Bound, Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.grammar import read_integer
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.ordering import order_of
from rropt.families.bits import LONGEST, rappor_bit
from rropt.mechanism import Mechanism
from rropt.problem.checkup import Checkup, check
from rropt.problem.words import say_what_to_do
from rropt.rankings.candidates import bit_a_category
from rropt.rankings.ranking import compare_with_optimum
from rropt.rankings.result import Ranked
from rropt.results import Result, Table, text_table

__all__ = ["BitsCheckup", "check_bits"]

SCHEMA = "rropt/bits/1"
HASHES = 2
MOST_CATEGORIES = 256
INFINITE = Epsilon(INFINITY)


@dataclass(frozen=True, slots=True, repr=False)
class BitsCheckup(Result):
    """The protection of a mechanism that randomizes many bits one by one. `one` is the checkup of a single bit.

    `budgets` lists the ways in which two truths may differ. Each item has the name of the way, the tight ε of one report, and the
    tight ε of all reports ever. `categories` says how near one bit for each category comes to the optimum; None if this is not
    computed.
    """

    bits: int
    one: Checkup
    budgets: tuple[tuple[str, Epsilon, Epsilon], ...]
    categories: Ranked | None

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        return {
            "schema": SCHEMA,
            "bits": str(self.bits),
            "epsilons": [
                {"differ": kind, "one_report": str(one), "all_reports": str(ever)} for kind, one, ever in self.budgets
            ],
            "one_bit": self.one.to_dict(),
            "one_bit_a_category": None if self.categories is None else self.categories.to_dict(),
        }

    def as_table(self) -> Table:
        """A table with one row for each way in which two truths may differ, with the ε of one report and of ever more reports."""
        rows = [[kind, _say_budget(one), _say_budget(ever)] for kind, one, ever in self.budgets]
        return ["two truths that differ in", "epsilon of one report", "of ever more reports"], rows

    def explain(self) -> str:
        """Explain how well the whole answer protects a truth, and how near estimates come to the optimum.

        These are the estimates from a single bit, and those from one bit for each category.
        """
        one = self.one
        lines = [
            f"{self.bits} bits, each randomized by itself in the same way: what two truths have in common is hidden wholly, and "
            "the bits in which they differ add up.",
            f"Respondents, for each bit: {say_what_to_do(one.mechanism)}",
            "",
            text_table(*self.as_table()),
            "",
            f"Of one bit: {one.efficiency.said}",
        ]
        better = None if one.efficiency.better is None else one.efficiency.better.mechanism
        if better is not None and one.efficiency.ratio != 1:
            lines.append(f"The certified optimum at that epsilon is, for each bit: {say_what_to_do(better)}")
        return "\n".join([*lines, self._of_categories()])

    def _of_categories(self) -> str:
        """Say how near one bit for each category comes to the optimum. There are as many categories as bits."""
        found = self.categories
        if found is None or found.efficiency is None:
            return "One bit a category was not held against an optimum: that is done for 2 to 256 bits with a finite epsilon."
        share = decimal(found.efficiency[0], digits=few_digits(), direction="lower")
        return (
            f"Of one bit a category, {self.bits} categories: at epsilon = {_say_budget(found.epsilon)} the certified bound of all "
            f"mechanisms is {share} times its total variance at equal shares (rounded down); {found.people:,} people give every "
            f"share a standard error of at most 0.01.{self._what_is_better()}"
        )

    def _what_is_better(self) -> str:
        """Return a sentence with the command that lists better mechanisms at the same ε.

        The ε is that of sending one bit for each category (`categories.epsilon`). If `categories` is None, the text is empty.
        """
        if self.categories is None:
            return ""
        return (
            f" `rropt rank --inputs {self.bits} --epsilon {_say_budget(self.categories.epsilon)}` lists what is better."
        )


def _say_budget(epsilon: Epsilon) -> str:
    """Write a budget as a decimal, rounded up, and an infinite one in words."""
    if is_infinite(epsilon.t):
        return "no finite one"
    return decimal(epsilon.bounds()[1], direction="upper")


def check_bits(parameters: Mapping[str, str]) -> BitsCheckup:
    """Compute how well RAPPOR with up to `LONGEST` bits protects, and how efficient it is; the family's parameters are given as
    text."""
    told = dict(parameters)
    n = read_integer(told.pop("bits", "1"), name="bits", least=1, most=LONGEST)
    p = rappor_bit(n, **told)
    mode = told["mode"].strip().lower().replace("_", "-")
    stays = p if mode in ("permanent", "one-time") else None
    if mode == "both":
        stays = rappor_bit(n, mode="permanent", f=told.get("f"))
    ways, ever = _ways(p), None if stays is None else _ways(stays)
    kinds = [("one bit", 1, False), ("two bits, as one bit a category", 1, True)]
    kinds += [(f"{2 * HASHES} bits, as {HASHES} hashes", HASHES, True)] if n >= 2 * HASHES else []
    kinds += [(f"all {n} bits", n, False)]
    budgets = tuple(
        (kind, _budget(ways, times, each), INFINITE if ever is None else _budget(ever, times, each))
        for kind, times, each in kinds
    )
    return BitsCheckup(n, check(p), budgets, _of_categories(n, p))


def _ways(p: Mechanism) -> tuple[Bound, Bound]:
    """Return the largest ratio, over the answers for one bit, of the probability under a 1 to that under a 0; and the largest
    inverse ratio."""

    def most(own: int, other: int) -> Bound:
        found: list[Number] = []
        for row in p.rows:
            if row[own] and not row[other]:
                return INFINITY
            if row[other]:
                found.append(row[own] / row[other])
        return found[0] if len(found) == 1 or order_of(found[0], found[1]) >= 0 else found[1]

    return most(1, 0), most(0, 1)


def _budget(ways: tuple[Bound, Bound], times: int, each_way: bool) -> Epsilon:
    """Compute the tight ε between two truths that differ in some bits.

    If `each_way` is True, `times` bits are 1 only in the first truth, and `times` other bits are 1 only in the second. Otherwise
    any `times` bits differ, and ε is the largest for any choice of their values.

    `ways` has two ratios for one bit, both the largest over its answers. The first is the probability of the answer under a 1,
    divided by that under a 0. The second is the inverse ratio.
    """
    a, b = ways
    if is_infinite(a) or is_infinite(b):
        return INFINITE
    return Epsilon((a * b if each_way else a if order_of(a, b) >= 0 else b) ** times)


def _of_categories(n: int, p: Mechanism) -> Ranked | None:
    """Compare reports of one bit for each of n categories with the certified optimum, and return the result.

    The result is a row of the ranking for the estimator with the smaller total variance. It is None if n is below 2 or above
    `MOST_CATEGORIES`, or unless 0 < Pr(report 1 | true 0) < Pr(report 1 | true 1) < 1.
    """
    zero, one = p.rows[1]
    if not 2 <= n <= MOST_CATEGORIES or not 0 < zero < one < 1:
        return None
    rows = compare_with_optimum(bit_a_category("one bit a category", n, one, zero))
    return rows[0] if rows else None
