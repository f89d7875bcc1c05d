"""Demands of privacy: for all inputs j != l, sum_i max(0, P_ij - T P_il) <= delta. SPEC.md, section 3.

P is the mechanism, and i runs over its outputs. T is the ratio, and delta the slack, that the demand asks of the ordered pair
(j, l). The input j is held *against* the input l: for every set of answers, the probability under j may be at most T times the
probability under l, plus delta.

Most demands ask the same T and delta of all pairs. A demand by pairs has a T and a delta of its own for each ordered pair that it
names, and asks nothing of the other pairs. A vulnerability (vulnerability.py) asks nothing of pairs. A demand may also consist of
several demands. A mechanism satisfies it if it satisfies each of the several demands.

In a certificate a demand stands under the key `notion`. A notion is a kind of demand, such as parity. A notion together with its
numbers is a demand.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from typing import TYPE_CHECKING

from ..arithmetic.quotient import ONE, ZERO, Products, Quotient, distinct, largest, smallest, total
from ..limits import spend
from ..refusals import Rejected, expect, require
from ..speed import remember
from ..text.part import Matrix, Part, Scalar, Vector, read_scalar, read_vector
from ..text.spelling import quote, spell

# A vulnerability is imported where one is read.
if TYPE_CHECKING:
    from .vulnerability import Vulnerability

# For each notion its keys besides the name, and the words that a sentence has for it.
NOTIONS = {
    "ldp": ("ratio", "epsilon-LDP with e^epsilon = {}"),
    "rho": (
        "from to",
        "rho1-to-rho2 privacy, {0} to {1} (no event of prior at most {0} gets more than {1}, none of at least {1} less than {0})",
    ),
    "parity": ("gamma", "parity at most {}"),
    "beta": ("beta", "beta-factor privacy with beta = {}"),
    "bayes": ("factor", "Bayes factors at most {}"),
}
# The words for what a demand by pairs asks of an input j against an input l.
AGAINST = "j against l: Pr(event | j) <= e^epsilon*Pr(event | l) + delta for every event"
# Remarks on numbers that a reader could easily take to promise something, while they promise something else or nothing.
NEGATIVE = (
    "e^epsilon < 1, epsilon is negative: with two inputs or more delta is at least 1 - e^epsilon or no mechanism exists"
)
BELOW_ONE = "this is below 1, no mechanism with two inputs or more exists, and of one input nothing is asked"
ASKS_NOTHING = "delta >= 1, nothing is asked of {}"
ONE_SIDED = "of a pair, or the other direction of one, that is not named, nothing is asked here"
# The name of a demand by pairs, of several demands together, and of a vulnerability.
BY_PAIR = "pairs"
ALL = "all"
VULNERABILITY = "vulnerability"

Pair = tuple[int, int]
# What is asked of an ordered pair (j, l) is named (j, l), or (j, l, n) if there are several demands and this is of the n-th.
# A vulnerability is named (n,) by the index of its demand, 0 if it is alone. The plane of its action a is named (a, n).
Name = tuple[int, ...]
Asking = tuple[Quotient, Quotient]  # T and delta


@dataclass(frozen=True, slots=True)
class PairTable:
    """A demand that names ordered pairs of inputs, and gives a ratio T and a slack delta for each of these pairs.

    `table` maps each pair to its two numbers. `ratios` and `deltas` list the same numbers in the order of the file. `part` is the
    list of pairs in the file. `inputs` is the number of inputs.
    """

    table: dict[Pair, Asking]
    ratios: Vector
    deltas: Vector
    part: Part
    inputs: int

    def words(self) -> str:
        """Return in words what the demand asks: the pairs in the order of the file, and their numbers.

        The words also say which probability is bounded by which. For a pair (j, l), the probability under j is bounded by that
        under l.
        """
        named = quote(self.part, lambda: ", ".join(f"{j} against {n}" for j, n in self.table))
        numbers = f"with e^epsilon = {spell(self.ratios)} and delta = {spell(self.deltas)}, in this order"
        remarks = _remark_on(self.ratios.numbers, NEGATIVE) + _remark_on_slack(self.deltas.numbers, "this pair")
        if len(self.table) < self.inputs * (self.inputs - 1):
            remarks.append(ONE_SIDED)
        return f"epsilon-LDP of inputs {named}, counted from 0, {numbers} ({'; '.join([AGAINST, *remarks])})"


@dataclass(frozen=True, slots=True)
class Demand:
    """A demand of privacy on mechanisms, of one of four kinds.

    The first kind is a notion such as parity, with its `numbers` and an optional `slack` (delta), which is asked of all pairs of
    inputs. The second kind asks something of single pairs (`by_pair`). The third kind bounds the mean gain of a guesser
    (`vulnerability`). The fourth kind consists of several demands (`together`), and `listed` is where these stand in the file.
    """

    name: str
    numbers: list[Scalar]
    slack: Scalar | None
    by_pair: PairTable | None = None
    together: tuple["Demand", ...] = ()
    listed: Part | None = None
    vulnerability: "Vulnerability | None" = None

    def singles(self) -> tuple["Demand", ...]:
        """List the demands of which this one consists; if it is a single demand, list it alone."""
        spend(4 * len(self.together))
        return self.together or (self,)

    def asked(self, names: Iterable[Name]) -> Iterator[tuple[Name, Asking]]:
        """Give the pairs (name, (T, delta)), where T is the ratio and delta the slack that the demand asks under this name.

        A name is a pair (j, l) of inputs. If there are several demands, it is (j, l, n), where n is the index of the demand that is
        meant. Names for which the demand asks nothing are left out.
        """
        singles = [(single, single.common()) for single in self.singles()]
        for name in names:
            spend(10)
            single, common = singles[name[2] if self.together else 0]
            found = common if single.by_pair is None else single.by_pair.table.get((name[0], name[1]))
            if found is not None:
                yield name, found

    def common(self) -> Asking | None:
        """Return the ratio T and the slack delta that a single demand asks of all pairs of inputs.

        If it is about single pairs, or a vulnerability, return None.
        """
        return None if self.by_pair is not None or self.vulnerability is not None else (self.ratio(), self.delta())

    def vulnerabilities(self) -> "dict[int, Vulnerability]":
        """Return the vulnerabilities (bounds on a guesser's mean gain) by their index among several demands.

        If the demand itself is a vulnerability, its index is 0.
        """
        return {n: single.vulnerability for n, single in enumerate(self.singles()) if single.vulnerability is not None}

    def has_pairs(self) -> bool:
        """Whether the demand asks something of single pairs of inputs, or consists of several demands.

        Such a demand need not ask the same ratio of all pairs.
        """
        return self.by_pair is not None or bool(self.together)

    def asked_between(self, j: int, against: int) -> list[Asking]:
        """List all pairs (T, delta) that are asked of the input j against the input `against`.

        Such a pair says that the probability of any set of outputs under j is at most T times its probability under `against`, plus
        delta.
        """
        names: list[Name] = [(j, against)]
        if self.together:
            names = [(j, against, n) for n in range(len(self.together))]
        return [both for _, both in self.asked(names)]

    def pure_ratio(self) -> Quotient | None:
        """Find the least ratio T among the single demands that ask one T of all pairs of inputs without slack.

        If there is no such demand, return None. If several such demands have different T, and no single one of these is the least
        at every t, reject.
        """
        found = [single.ratio() for single in self.singles() if single.is_pure()]
        return smallest(found) if found else None

    def ratio(self) -> Quotient:
        """Return the ratio that is asked of all pairs of inputs.

        For rho1-to-rho2 privacy, the numbers are the probabilities `from` and `to`, and the ratio is the odds of `to` divided by
        the odds of `from`.
        """
        if self.name != "rho":
            return self.numbers[0].number
        low, high = (scalar.number for scalar in self.numbers)
        # `over`, as `/` would reject, and this is called while the form is read too; `require_demand` asks for 0 < low < high < 1
        return (high * (ONE - low)).over(low * (ONE - high))

    def delta(self) -> Quotient:
        """Return the slack delta that is asked of all pairs of inputs; it is 0 if none is given."""
        return ZERO if self.slack is None else self.slack.number

    def is_pure(self) -> bool:
        """Tell whether this is one demand that asks the same ratio of all pairs of inputs, with delta = 0 at every t."""
        alone = self.by_pair is None and self.vulnerability is None and not self.together
        return alone and self.delta().is_zero()

    def words(self) -> str:
        """Name the demand, to follow the word "satisfies", and add remarks on numbers that a reader could easily misunderstand."""
        if self.listed is not None:
            return f"all of {quote(self.listed, lambda: self._words_together())}"
        if self.by_pair is not None:
            return self.by_pair.words()
        if self.vulnerability is not None:
            return self.vulnerability.words()
        found = NOTIONS[self.name][1].format(*map(spell, self.numbers))
        remarks = []
        if self.name != "rho":  # the ratio of rho1-to-rho2 privacy is above 1, as rho1 < rho2
            remarks = _remark_on([self.ratio()], NEGATIVE if self.name == "ldp" else BELOW_ONE)
        if self.slack is not None and not self.is_pure():
            found += f" and delta = {spell(self.slack)}"
            remarks += _remark_on_slack([self.delta()], "any pair")
        return f"{found} ({'; '.join(remarks)})" if remarks else found

    def _words_together(self) -> str:
        """Spell several demands, for example [parity at most 3; epsilon-LDP with e^epsilon = 5]."""
        return f"[{'; '.join(single.words() for single in self.together)}]"


def _remark_on(ratios: list[Quotient], words: str) -> list[str]:
    """Return a list with one remark on ratios below 1, or an empty list if all ratios are shown to be at least 1.

    If all ratios are shown to be below 1, the remark is the word "as", followed by `words`. Otherwise it is the word "where",
    followed by `words`.
    """
    if _are_shown(x >= ONE for x in ratios):
        return []
    return [f"{'as' if _are_shown(x < ONE for x in ratios) else 'where'} {words}"]


def _remark_on_slack(deltas: list[Quotient], whom: str) -> list[str]:
    """Return a list with one remark, that nothing is asked of `whom`, or an empty list if all deltas are shown to be below 1.

    `whom` stands for pairs of inputs, in words. The remark begins with "as" if all deltas are shown to be 1 or more, else with
    "where". A delta of 1 or more asks nothing of a mechanism, because the columns of a mechanism sum to 1.
    """
    if _are_shown(x < ONE for x in deltas):
        return []
    return [f"{'as' if _are_shown(x >= ONE for x in deltas) else 'where'} {ASKS_NOTHING.format(whom)}"]


def _are_shown(comparisons: Iterable[bool]) -> bool:
    """Whether all comparisons hold at every t of the domain. If a comparison is not decided within the limits, return False."""
    try:
        return all(comparisons)
    except Rejected:
        return False


def read_demand(part: Part, pairs_of: int = 0, *, vulnerabilities: bool = False) -> Demand:
    """Read a demand with exactly the keys of its kind.

    A demand on single pairs, or several demands, may stand there only if `pairs_of` gives the number of inputs. A vulnerability (a
    bound on a guesser's mean gain) may stand there only if `vulnerabilities` is true.
    """
    name = part.name(*NOTIONS, *([BY_PAIR, ALL] if pairs_of else []), *([VULNERABILITY] if vulnerabilities else []))
    if name == BY_PAIR:
        return _read_pairs(part, pairs_of)
    if name == ALL:
        return _read_several(part, pairs_of, vulnerabilities)
    if name == VULNERABILITY:
        from .vulnerability import read_vulnerability

        return Demand(name, [], None, vulnerability=read_vulnerability(part, pairs_of))
    keys = NOTIONS[name][0]
    parts = part.take(f"name {keys}", "delta" if name == "ldp" else "")
    slack = read_scalar(parts["delta"]) if "delta" in parts else None
    return Demand(name, [read_scalar(parts[key]) for key in keys.split()], slack)


def _read_pairs(part: Part, k: int) -> Demand:
    """Read a demand on single ordered pairs of different inputs, with a ratio and a delta for each; no pair may occur twice."""
    parts = part.take("name pairs ratios deltas")
    pairs = [_read_pair(item, k) for item in parts["pairs"].items()]
    expect(len(pairs) > 0 and len(set(pairs)) == len(pairs), f"{part.where()} names no pair, or one twice")
    ratios, deltas = read_vector(parts["ratios"]), read_vector(parts["deltas"])
    expect(len(ratios.numbers) == len(deltas.numbers) == len(pairs), f"{part.where()} should have two numbers a pair")
    table = dict(zip(pairs, zip(ratios.numbers, deltas.numbers, strict=True), strict=True))
    return Demand(BY_PAIR, [], None, PairTable(table, ratios, deltas, parts["pairs"], k))


def _read_several(part: Part, k: int, vulnerabilities: bool) -> Demand:
    """Read several demands. If one of these itself consists of several demands, the text is malformed."""
    items = part.take("name demands")["demands"].items()
    expect(len(items) > 0, f"{part.where()} has no demand")
    demands = tuple(read_demand(item, k, vulnerabilities=vulnerabilities) for item in items)
    expect(not any(demand.together for demand in demands), f"{part.where()} has a list of demands in another")
    return Demand(ALL, [], None, None, demands, part.at("demands"))


def _read_pair(part: Part, k: int) -> Pair:
    """Read the indices of two different inputs."""
    indices = [item.index(k) for item in part.items()]
    expect(len(indices) == 2 and indices[0] != indices[1], f"{part.where()} should name two different inputs")
    return indices[0], indices[1]


def require_demand(demand: Demand) -> None:
    """Reject unless the numbers of the demand, or of each of several demands, are in their ranges.

    A ratio T must be > 0, and a slack delta must be >= 0. For rho1-to-rho2 privacy, 0 < from < to < 1 must hold. The prior of a
    vulnerability must be a distribution.
    """
    for single in demand.singles():
        if single.vulnerability is not None:
            single.vulnerability.require_stated()
            continue
        if single.name == "rho":
            _require_rho(single)
        asked = [(single.ratio(), single.delta())] if single.by_pair is None else single.by_pair.table.values()
        for ratio, delta in asked:
            require(ratio > ZERO, "ratio-sign", "a demand whose ratio is not positive")
            require(delta >= ZERO, "delta-sign", "a demand whose delta may be negative")


def _require_rho(demand: Demand) -> None:
    """Reject unless 0 < from < to < 1, so that the odds of both numbers exist."""
    low, high = (scalar.number for scalar in demand.numbers)
    require(low > ZERO, "rho-above-zero", "rho1-to-rho2 privacy from 0 or less")
    require(high < ONE, "rho-below-one", "rho1-to-rho2 privacy to 1 or more")
    require(low < high, "rho-order", "rho1-to-rho2 privacy without rho1 < rho2")


def require_satisfied(mechanism: Matrix, demand: Demand) -> None:
    """Reject unless the mechanism satisfies the demand.

    Let P be the mechanism, indexed [output, input]. If one ratio T is asked of all pairs of inputs, and delta = 0, a faster test is
    used: in every row of P, the largest entry is at most T times the smallest entry. This test says the same as P_ij <= T P_il for
    all pairs of inputs. (For T < 1 and two inputs or more, both allow only rows of zeros.)

    A single input has no pairs. So if there is one input, only a vulnerability asks something of the mechanism.
    """
    for vulnerability in demand.vulnerabilities().values():
        vulnerability.require_kept(mechanism)
    if mechanism.size()[1] == 1:
        return
    for single in demand.singles():
        if single.vulnerability is not None:
            continue
        if single.is_pure():
            _require_ratio(mechanism, single.ratio())
        else:
            _require_slack(mechanism, single)


def _require_ratio(mechanism: Matrix, ratio: Quotient) -> None:
    """Reject unless in every row of the mechanism all entries are at most `ratio` times the smallest."""
    known: dict[frozenset[int], bool] = {}
    for i, row in enumerate(mechanism.rows):
        numbers = distinct(row)
        kept = remember(known, frozenset(map(id, numbers)), partial(_is_within, numbers, ratio))
        require(kept, "ratio", f"output {i} of the mechanism violates the demand")


def _is_within(numbers: list[Quotient], ratio: Quotient) -> bool:
    """Tell whether all numbers are at most `ratio` times the smallest of them."""
    most = smallest(numbers) * ratio
    return all(x <= most for x in numbers)


def _require_slack(mechanism: Matrix, demand: Demand) -> None:
    """Reject unless sum_i max(0, P_ij - T P_il) <= delta for all inputs j and l and all T and delta that the demand asks of them.

    P is the mechanism, and i runs over its outputs.
    """
    multiples = Products()
    for pair in permutations(range(mechanism.size()[1]), 2):
        for ratio, delta in demand.asked_between(*pair):
            found = total_excess(mechanism.rows, *pair, ratio, multiples)
            require(found <= delta, "slack", f"inputs {pair[0]} and {pair[1]} of the mechanism violate the demand")


def total_excess(rows: list[list[Quotient]], j: int, against: int, ratio: Quotient, multiples: Products) -> Quotient:
    """Compute sum_i max(0, P_ij - ratio P_il) over the rows i of a mechanism P, where l is the input `against`.

    A demand requires that this sum is at most its delta. The products ratio P_il do not depend on j. `multiples` keeps them, so
    that they are computed once for all j.
    """
    spend(20 * len(rows))
    return total([_excess(row[j], multiples.times(ratio, row[against])) for row in rows])


def _excess(x: Quotient, y: Quotient) -> Quotient:
    """Compute max(0, x - y); reject the certificate unless x <= y at every t, or x >= y at every t."""
    return ZERO if x <= y else largest([ZERO, x - y])
