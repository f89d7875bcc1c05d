"""The answers about Blackwell's order as plain dictionaries of text and as sentences for a reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rropt.exact.decimal import decimal, shown
from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds
from rropt.exact.matrix import Rows
from rropt.exact.spelling import show
from rropt.formats import cell
from rropt.mechanism import Mechanism
from rropt.results import Table, number_fields, text_table

if TYPE_CHECKING:
    from rropt.designs.admissibility import Admissibility, Gained
    from rropt.designs.comparison import Comparison
    from rropt.designs.deficiency import Deficiency
    from rropt.designs.dominance import Witness
    from rropt.designs.dominance_pieces import DominancePiece, DominancePieces

__all__ = [
    "admissibility_dict",
    "admissibility_words",
    "comparison_dict",
    "comparison_words",
    "deficiency_dict",
    "deficiency_words",
    "gained_dict",
    "gained_table",
    "gained_words",
    "matrix",
    "mechanism_dict",
    "piece_dict",
    "pieces_dict",
    "pieces_words",
    "witness_dict",
]

MOST_SHOWN = 8
WIDEST = 160
SEVERAL = (
    "one verdict is in several pieces where the witness changes, or, for one and the same witness, where an entry touches "
    "0 or another action becomes best: the checker takes no piece in which one of these signs changes"
)


def matrix(rows: Rows) -> list[list[str]]:
    """Exact entries as text."""
    return [[show(x) for x in row] for row in rows]


def mechanism_dict(p: Mechanism) -> dict[str, Any]:
    """Labels and exact entries."""
    return {
        "inputs": list(p.inputs) if p.inputs else None,
        "outputs": list(p.outputs) if p.outputs else None,
        "exact": matrix(p.rows),
    }


def witness_dict(witness: Witness, *, better: str) -> dict[str, Any]:
    """The decision problem and both values; `better` names the mechanism that earns more."""
    values = {"A": witness.first, "B": witness.second} if better == "B" else {"A": witness.second, "B": witness.first}
    return {
        "prior": [show(w) for w in witness.prior],
        "gains": matrix(witness.gains),
        "better": better,
        "values": {name: show(value) for name, value in values.items()},
    }


def deficiency_dict(found: Deficiency) -> dict[str, Any]:
    """`exact` or null, and bounds rounded outward."""
    fields = number_fields(found.exact, found.lower, found.upper)
    assert fields is not None
    why = {"uncertified": found.uncertified} if found.uncertified else {}
    return {**fields, "certificate": found.certificate or None, **why}


def comparison_dict(found: Comparison) -> dict[str, Any]:
    """The document of `rropt compare --json`: A is the first mechanism, B the second."""
    from rropt.designs.comparison import SCHEMA

    forward, backward = found.forward.witness, found.backward.witness
    witnesses = [witness_dict(forward, better="B")] if forward else []
    witnesses += [witness_dict(backward, better="A")] if backward else []
    return {
        "schema": SCHEMA,
        "relation": found.relation,
        "verdict": found.sentence,
        "garbling": None if found.garbling is None else mechanism_dict(found.garbling),
        "garbling_is": _direction(found),
        "witness": witnesses[0] if witnesses else None,
        "witnesses": witnesses,
        "deficiency": deficiency_dict(found.deficiency),
        "reverse_deficiency": deficiency_dict(found.reverse_deficiency),
        "A": mechanism_dict(found.first),
        "B": mechanism_dict(found.second),
        "certificate": found.certificate,
    }


def _direction(found: Comparison) -> str | None:
    if found.garbling is None:
        return None
    return "C with C·A = B" if found.forward.holds else "C with C·B = A"


def comparison_words(found: Comparison) -> str:
    """The verdict with its witnesses."""
    lines = [found.sentence]
    if found.garbling is not None:
        source, target = ("A", "B") if found.forward.holds else ("B", "A")
        lines += [
            "",
            f"Passing the output of {source} through this matrix C gives {target} exactly (C·{source} = {target}):",
        ]
        lines.append(repr(found.garbling))
        if any(cell(x).startswith("≈") for row in found.garbling.rows for x in row):
            lines.append("Entries after ≈ alone are rounded; C itself is in --json and in the result's `garbling`.")
    for half, better in ((found.forward, "B"), (found.backward, "A")):
        if half.witness is not None:
            lines += ["", *_witness_words(half.witness, half.first, better)]
    lines += ["", f"Deficiency of A towards B: {deficiency_words(found.deficiency)}"]
    lines.append(f"Deficiency of B towards A: {deficiency_words(found.reverse_deficiency)}")
    return "\n".join(lines)


def deficiency_words(found: Deficiency) -> str:
    """The number, or its bounds."""
    if found.exact is not None:
        return shown(found.exact)
    low, high = decimal(found.lower, direction="lower"), decimal(found.upper, direction="upper")
    return f"at least {low} and at most {high}" + (f" (uncertified: {found.uncertified})" if found.uncertified else "")


def _witness_words(witness: Witness, p: Mechanism, better: str) -> list[str]:
    other = "A" if better == "B" else "B"
    lines = [f"A decision problem on which {better} earns strictly more than {other}:"]
    lines.append(f"  prior: {_listed(p.input_labels, witness.prior)}")
    for number, row in enumerate(witness.gains[:MOST_SHOWN]):
        lines.append(f"  gains of action {number}: {_listed(p.input_labels, row)}")
    if len(witness.gains) > MOST_SHOWN:
        lines.append(f"  … {len(witness.gains) - MOST_SHOWN} more actions (all in --json)")
    lines.append(f"  value with {better}: {shown(witness.second)}, with {other}: {shown(witness.first)}")
    return lines


def _listed(labels: Sequence[str], xs: Sequence[Number]) -> str:
    some = [f"{label}: {show(x)}" for label, x in zip(labels, xs, strict=True)][:MOST_SHOWN]
    return ", ".join(some) + (", …" if len(xs) > MOST_SHOWN else "")


def pieces_dict(found: DominancePieces) -> list[dict[str, Any]]:
    """One entry a piece."""
    return [piece_dict(piece) for piece in found.pieces]


def piece_dict(piece: DominancePiece) -> dict[str, Any]:
    """The piece with its garbling or its decision problem, and its certificate."""
    decision = piece.decision
    return {
        "interval": piece.interval,
        "holds": None if piece.holds is None else "yes" if piece.holds else "no",
        "reason": piece.reason or None,
        "garbling": None if piece.garbling is None else matrix(piece.garbling),
        "witness": None
        if decision is None
        else {
            "prior": [show(w) for w in decision.prior],
            "gains": matrix(decision.gains),
            "values": None
            if piece.values is None
            else dict(zip(("first", "second"), map(show, piece.values), strict=True)),
        },
        "certificate": piece.certificate,
        **({} if piece.through is None else {"through": _through(piece)}),
    }


def _through(piece: DominancePiece) -> dict[str, Any]:
    """The rational mechanism that stands in for the one with the fixed e^ε, and the order between the two."""
    link = piece.through
    assert link is not None
    side = "second" if piece.stands_second else "first"
    stand_in = piece.second if piece.stands_second else piece.first
    return {"stand_in": mechanism_dict(stand_in), "for": side, "says": link.sentence, "certificate": link.certificate}


def pieces_words(found: DominancePieces, first: str, second: str) -> str:
    """For which t the first is at least as informative as the second, with the witnesses that are short."""
    lines = [f"Is {first} at least as informative as {second}? With t = e^epsilon:"]
    for verdict in found.verdicts:
        lines.append(f"  {verdict.explain()}")
        if verdict.witnesses == 1:
            lines += _piece_words(verdict.pieces[0], first, second)
    if any(len(verdict.pieces) > 1 for verdict in found.verdicts):
        lines.append(f"  ({SEVERAL})")
    return "\n".join(lines)


def _piece_words(piece: DominancePiece, first: str, second: str) -> list[str]:
    """The garbling, or the decision problem and its values, where they are short."""
    if piece.through is not None:
        said = second if piece.stands_second else first
        better, worse = (said + "'", said) if piece.through.first in (piece.first, piece.second) else (said, said + "'")
        first, second = (first, second + "'") if piece.stands_second else (first + "'", second)
        number = said + "' has a rational number in place of the e^epsilon of " + said
        return [
            *_shown_witness(piece, first, second),
            f"    ({number}; {better} is at least as informative as {worse})",
        ]
    return _shown_witness(piece, first, second)


def _shown_witness(piece: DominancePiece, first: str, second: str) -> list[str]:
    if piece.garbling is not None:
        lines = [f"    C with C·{first} = {second}: {_rows(piece.garbling)}"]
    elif piece.decision is not None and piece.values is not None:
        lines = [
            f"    prior {_row(piece.decision.prior)}, gains (one row an action): {_rows(piece.decision.gains)}",
            f"    value with {second}: {show(piece.values[1])}, with {first}: {show(piece.values[0])}",
        ]
    else:
        return []
    return lines if max(map(len, lines)) <= WIDEST else ["    (too long to print here; --json and `pieces` have it)"]


def _rows(rows: Rows) -> str:
    return f"[{', '.join(map(_row, rows))}]"


def _row(xs: Sequence[Number]) -> str:
    return f"[{', '.join(map(show, xs))}]"


def _bounds(x: Bounds) -> dict[str, str]:
    fields = number_fields(None, *x)
    assert fields is not None
    return fields


def _exact(x: Number | None) -> str | None:
    return None if x is None else show(x)


def gained_dict(gained: Gained) -> dict[str, Any]:
    """Each measure as [before, after]."""
    return {
        "bayes_success": [show(x) for x in gained.bayes_success],
        "variance": None if gained.variance is None else [_exact(x) for x in gained.variance],
        "mutual_information": [_bounds(x) for x in gained.mutual_information],
        "deficiency": deficiency_dict(gained.deficiency),
    }


def admissibility_dict(found: Admissibility) -> dict[str, Any]:
    """The verdict, the failing rows, the dominating mechanism with its garbling, and what was gained."""
    gained = found.gained
    return {
        "admissible": "yes" if found.admissible else "no",
        "gamma": show(found.gamma),
        "verdict": found.sentence,
        "minimal_form": found.said,
        "faults": [{"output": fault.output, "reason": fault.reason} for fault in found.faults],
        "dominating": None if found.dominating is None else mechanism_dict(found.dominating),
        "garbling": None if found.garbling is None else mechanism_dict(found.garbling),
        "gained": None if gained is None else gained_dict(gained),
        "certificates": list(found.certificates),
    }


def admissibility_words(found: Admissibility) -> str:
    """The verdict in words, with the dominating mechanism and what it gains."""
    lines = [found.sentence[0].upper() + found.sentence[1:]]
    if found.said:
        lines.append(f"Judged on the minimal form ({found.said})")
    lines += [f"  {fault}" for fault in found.faults[1:MOST_SHOWN]]
    gained = found.gained
    if found.dominating is None or gained is None:
        return "\n".join(lines)
    lines += [
        "",
        "This admissible mechanism is strictly more informative; randomizing its output further gives the design back:",
    ]
    lines += [repr(found.dominating), "", gained_words(gained)]
    return "\n".join(lines)


def gained_table(gained: Gained) -> Table:
    """What was gained, before and after."""
    rows = [("Bayes success, uniform prior", *map(shown, gained.bayes_success))]
    if gained.variance is not None:
        old, new = ("none (nothing is identified)" if x is None else shown(x) for x in gained.variance)
        rows.append(("n·Var at prevalence 1/2", old, new))
    low, high = (shown(x[0]) for x in gained.mutual_information)
    rows.append(("mutual information, nats, at least", _tail(low), _tail(high)))
    rows.append(("deficiency towards the better one", deficiency_words(gained.deficiency), "0"))
    return ("gained", "before", "after"), rows


def gained_words(gained: Gained) -> str:
    """The table for a terminal."""
    return text_table(*gained_table(gained))


def _tail(text: str) -> str:
    """The decimal of `exact ≈ decimal`."""
    return text.rpartition("≈ ")[2]
