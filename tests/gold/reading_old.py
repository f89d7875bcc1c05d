"""What readers of the version before share: mechanisms and demands of a question, exact numbers of an answer."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.gold.lines import exact_number

Asked = dict[str, Any]


def answer_by(kinds: dict[str, Callable[..., Asked]], ask: Asked) -> Asked:
    """Answer by the function of the question's first key; a refusal is said by the class of its error."""
    import rropt
    from rropt.exact import Disagreement, Undecided

    kind = next(iter(ask))
    try:
        return kinds[kind](**ask)
    except (rropt.InputError, Undecided, Disagreement) as error:
        return {"refused": refusal(error)}


def refusal(error: Exception) -> str:
    """The public class of a refusal: a private class counts as the public one that it derives from."""
    public = {"InputError", "Undecided", "Disagreement"}
    return next((x.__name__ for x in type(error).__mro__ if x.__name__ in public), type(error).__name__)


def mechanism(spec: Any) -> Any:
    import rropt

    if isinstance(spec, str):
        return rropt.from_spec(spec)
    more = {key: x for key, x in spec.items() if key != "rows"}
    return rropt.Mechanism(spec["rows"], **more)


def demand(given: Any) -> Any:
    """The demand of a dictionary; several joined by `&` where it has the key `all`."""
    import rropt

    if "all" in given:
        first, *others = map(demand, given["all"])
        for other in others:
            first = first & other
        return first
    named = dict(given)
    kind = named.pop("demand")
    if "pairs" in named:
        named["epsilons"] = {(a, b): x for a, b, x in named.pop("pairs")}
    make = {
        "ldp": rropt.LDP,
        "parity": rropt.Parity,
        "rho": rropt.RhoBreach,
        "beta": rropt.BetaFactor,
        "bayes": rropt.BayesFactor,
        "csip": rropt.CSIP,
        "sip": rropt.SIP,
        "pairs": rropt.PairwiseLDP,
        "metric": rropt.Metric,
        "sensitive": rropt.Sensitive,
        "vulnerability": rropt.Vulnerability,
    }[kind]
    places = [
        named.pop(x) for x in ("epsilons", "distances", "inputs", "epsilon", "gamma", "rho1", "rho2") if x in named
    ]
    places += [named.pop(x) for x in ("beta", "factor", "h", "h_l", "h_u", "at_most") if x in named]
    return make(*places, **named)


def number(x: Any) -> Any:
    """An exact number: a rational, a number of Q(t), or infinity."""
    from rropt.exact.decimal import decimal
    from rropt.exact.spelling import show

    if x is None:
        return None
    if isinstance(x, int | Fraction) and abs(x) < 10**400 and Fraction(x).denominator < 10**400:
        return exact_number(x)
    text = "" if isinstance(x, Fraction) else show(x)
    if text == "inf":
        return {"exact": text}
    low, high = (Fraction(decimal(x, digits=30, direction=way)) for way in ("lower", "upper"))
    return exact_number(low, high, text)


def interval(low: Any, high: Any) -> Any:
    """An interval of exact numbers that contains what is asked; one number where both ends are the same."""
    if low == high:
        return number(low)
    ends = [number(x) for x in (low, high)]
    first, last = (end.get(key, end.get("exact")) for end, key in zip(ends, ("low", "high"), strict=True))
    return {"at_least": first} if last == "inf" else exact_number(Fraction(first), Fraction(last))


def budget(x: Any) -> Any:
    """ε: its e^ε exactly, and bounds of itself."""
    ratio = number(x.t)
    return (
        ratio
        if ratio.get("exact") == "inf"
        else {"ratio": ratio, "epsilon": interval(*x.bounds(width=Fraction(1, 10**25)))}
    )


def table(rows: Any) -> list[list[Any]]:
    return [[number(x) for x in row] for row in rows]


def told(p: Any, *, most: int = 100) -> Asked:
    """A mechanism: its entries and labels; of a large one the shape and two rows."""
    labels = {"inputs": list(p.input_labels), "outputs": list(p.output_labels)}
    if p.is_free:
        return {"rows": [[show_free(x) for x in row] for row in p.rows]} | labels
    if p.m * p.k > most:
        return {"shape": [p.m, p.k], "first": table(p.rows[:1]), "last": table(p.rows[-1:])}
    return {"rows": table(p.rows)} | labels


def show_free(x: Any) -> str:
    """A function of a free t, as text."""
    from rropt.exact.spelling import show

    return show(x, symbol="t")


def rounded(text: str) -> Any:
    """A decimal of a table, which may be one unit of its last digit away from the number."""
    unit = Fraction(1, 10 ** len(text.partition(".")[2]))
    return exact_number(Fraction(text) - unit, Fraction(text) + unit)
