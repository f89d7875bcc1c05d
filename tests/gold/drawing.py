"""Draw mechanisms, numbers and demands for golden questions, as texts and lists, with a generator of the standard library.

A mechanism is a spec such as `warner:p=3/4`, or `{"rows": [[text, …], …]}` with `inputs`, `outputs` and `epsilon` where they are
wanted (`epsilon` is that of the letter t in the entries). A demand is `{"demand": name, …}` with the arguments of its class by
name. Nothing here imports rropt, so that what is asked does not depend on what is tested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any

Question = dict[str, Any]
Rows = list[list[Fraction]]
Spec = str | dict[str, Any]


def number(room: str, asked: Iterable[tuple[str, Question, dict[str, Any]]]) -> Iterator[Question]:
    """Give each (cell, ask, more) its id, in order; `more` may have the seed, the size, what is expected. Repeated asks are left
    out."""
    found = {str(ask): (cell, ask, more) for cell, ask, more in reversed(list(asked))}
    for n, (cell, ask, more) in enumerate(reversed(found.values()), start=1):
        yield {"id": f"{room}/{n:04}", "cell": cell, "seed": None, "size": "ordinary", **more, "ask": ask}


def written(cell: str, *asks: Question, **more: Any) -> Iterator[tuple[str, Question, dict[str, Any]]]:
    """Questions that were written by hand, such as those of the manual."""
    for ask in asks:
        yield cell, ask, dict(more)


def drawn(
    cell: str, count: int, draw: Callable[[Random, bool], Question], *, extreme: int = 0, **more: Any
) -> Iterator[tuple[str, Question, dict[str, Any]]]:
    """`count` ordinary questions and then `extreme` extreme ones, each by a generator of its own seed."""
    for seed in range(count + extreme):
        is_extreme = seed >= count
        ask = draw(Random(f"{cell}/{seed}"), is_extreme)
        yield cell, ask, {"seed": seed, "size": "extreme" if is_extreme else "ordinary", **more}


def share(rng: Random, extreme: bool = False) -> Fraction:
    """A number strictly between 0 and 1; an extreme one may be very near to an end."""
    if extreme and rng.random() < 0.7:
        tiny = Fraction(1, 10 ** rng.choice((4, 7, 9)))
        return rng.choice((tiny, 1 - tiny))
    n = rng.choice((4, 5, 6, 8, 10, 12, 20, 100))
    return Fraction(rng.randint(1, n - 1), n)


def shares(rng: Random, k: int, extreme: bool = False, *, zeros: bool = False) -> list[Fraction]:
    """k numbers that sum to 1."""
    most = 10 ** rng.choice((4, 8)) if extreme else 12
    found = [rng.choice((1, most)) if extreme and rng.random() < 0.5 else rng.randint(1, most) for _ in range(k)]
    if zeros and k > 1 and rng.random() < 0.5:
        found[rng.randrange(k)] = 0
    return [Fraction(x, sum(found)) for x in found]


def epsilon(rng: Random, extreme: bool = False) -> str:
    """A budget: a rational, or the logarithm of one."""
    if extreme:
        return rng.choice(("1/1000", "ln1000000", "12", "ln1.001", "1/50", "9"))
    return rng.choice(("1/2", "1", "ln2", "ln3", "2", "ln1.5", "3/4", "ln9", "1/4", "ln5"))


def rows(rng: Random, k: int, m: int, extreme: bool = False, *, zeros: bool = False) -> Rows:
    """A random mechanism of k inputs and m outputs."""
    return transposed([shares(rng, m, extreme, zeros=zeros) for _ in range(k)])


def transposed(matrix: Sequence[Sequence[Fraction]]) -> Rows:
    return [list(x) for x in zip(*matrix, strict=True)]


def product(a: Rows, b: Rows) -> Rows:
    """a·b."""
    return [
        [sum((x * y for x, y in zip(row, column, strict=True)), Fraction(0)) for column in zip(*b, strict=True)]
        for row in a
    ]


def matrix(found: Sequence[Sequence[Fraction]], **more: Any) -> Spec:
    """The question's form of a matrix."""
    return {"rows": texts(found), **more}


def texts(found: Sequence[Sequence[object]]) -> list[list[str]]:
    return [[str(x) for x in row] for row in found]


def over(whole: Sequence[Sequence[int]], total: int) -> Spec:
    """A matrix of whole numbers over their total, as papers print it."""
    return matrix([[Fraction(x, total) for x in row] for row in whole])


def split(rng: Random, found: Rows) -> Rows:
    """The same mechanism with one output split into two proportional ones, and its outputs in another order."""
    part, cut = share(rng), rng.randrange(len(found))
    made = [list(row) for n, row in enumerate(found) if n != cut]
    made += [[x * part for x in found[cut]], [x * (1 - part) for x in found[cut]]]
    rng.shuffle(made)
    return made


def family(rng: Random, extreme: bool = False, *, k: int | None = None) -> str:
    """The spec of a mechanism with few answers."""
    k, e, p, q = k or rng.randint(2, 5), epsilon(rng, extreme), share(rng, extreme), share(rng)
    two = (
        f"warner:epsilon={e}",
        f"generalised_binary:p00={p},p11={q}",
        f"simmons:unrelated={q},p={p}",
        f"forced_response:yes={p / 2},no={(1 - p) / 3}",
        f"mangat:p={p}",
        f"kuk:p={p},q={q},cards={rng.randint(1, 3)}",
        f"four_output:delta={q},epsilon={e}",
        f"two_coin:epsilon={e}",
    )
    more = (
        f"krr:k={k},epsilon={e}",
        f"subset_selection:k={k},size={rng.randint(1, k - 1)},epsilon={e}",
        f"geometric:k={k},alpha={p}",
        f"krr:k={k},gamma={rng.randint(2, 10 ** (6 if extreme else 1))}",
    )
    return rng.choice(two + more if k == 2 else more)


def mechanism(rng: Random, extreme: bool = False, *, k: int | None = None) -> Spec:
    """A named family's member, or a random matrix."""
    if rng.random() < 0.5:
        return family(rng, extreme, k=k)
    k = k or rng.randint(2, 4)
    return matrix(rows(rng, k, rng.randint(2, 4), extreme, zeros=rng.random() < 0.3))


def points(rng: Random, extreme: bool = False) -> list[list[str]]:
    """A table (p, h) of a boundary with h ≥ p from p = 0 to p = 1, at times with a jump."""
    places = sorted({share(rng, extreme) for _ in range(rng.randint(1, 3))})
    found: list[tuple[Fraction, Fraction]] = [(Fraction(0), share(rng) if rng.random() < 0.6 else Fraction(0))]
    for p in places:
        first = p + (1 - p) * share(rng, extreme)
        found.append((p, first))
        if rng.random() < 0.3:
            found.append((p, p + (1 - p) * share(rng)))
    found.append((Fraction(1), Fraction(1)))
    return texts(found)


def mirrored(table: Sequence[Sequence[str]]) -> list[list[str]]:
    """The mirror image 1 − h(1 − p) of a boundary above, which is one below."""
    return [[str(1 - Fraction(p)), str(1 - Fraction(h))] for p, h in reversed(table)]


def demand(rng: Random, extreme: bool = False, *, k: int = 2) -> Question:
    """A demand of any kind, of k inputs where it names some."""
    e, low = epsilon(rng, extreme), share(rng, extreme)
    budgets = [["0" if j == n else epsilon(rng, extreme) for n in range(k)] for j in range(k)]
    return rng.choice(
        (
            {"demand": "ldp", "epsilon": e},
            {"demand": "ldp", "epsilon": e, "delta": str(share(rng, extreme) / 4)},
            {"demand": "parity", "gamma": str(1 + rng.randint(1, 40) * Fraction(1, rng.randint(1, 9)))},
            {"demand": "rho", "rho1": str(low), "rho2": str(low + (1 - low) * share(rng))},
            {"demand": "beta", "beta": str(1 + rng.randint(1, 30) * Fraction(1, rng.randint(1, 9)))},
            {"demand": "bayes", "factor": str(1 + rng.randint(1, 30) * Fraction(1, rng.randint(1, 9)))},
            {"demand": "csip", "h": points(rng, extreme)},
            {"demand": "sip", "h_l": mirrored(points(rng)), "h_u": points(rng, extreme)},
            {"demand": "pairs", "epsilons": budgets},
            {"demand": "metric", "distances": "line", "epsilon": e},
            {"demand": "sensitive", "inputs": [rng.randrange(k)], "epsilon": e},
            {"demand": "vulnerability", "at_most": str(share(rng)), "prior": [str(x) for x in shares(rng, k)]},
        )
    )
