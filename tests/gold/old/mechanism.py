"""Answer the questions of mechanisms by the version before."""

from __future__ import annotations

from typing import Any

from rropt import Mechanism
from tests.gold.reading_old import Asked, answer_by, mechanism, told

Labels = list[str] | None
Rows = list[list[Any]]


def answer(ask: Asked) -> Asked:
    return answer_by(KINDS, ask)


def matrix(matrix: Rows, inputs: Labels = None, outputs: Labels = None, epsilon: str | None = None) -> Asked:
    return told(Mechanism(matrix, inputs, outputs, epsilon=epsilon))


def csv(csv: str, rows_are_inputs: bool) -> Asked:
    return told(Mechanism.from_csv(csv, rows_are_inputs=rows_are_inputs))


def round_trip(round_trip: Any) -> Asked:
    """A mechanism written as CSV and as JSON and read again."""
    p = mechanism(round_trip)
    return {"csv": told(Mechanism.from_csv(p.to_csv())), "json": told(Mechanism.from_json(p.to_json()))}


def post(post: list[Any]) -> Asked:
    after, p = map(mechanism, post)
    return told(after @ p)


def relabel(relabel: Any, inputs: Labels = None, outputs: Labels = None) -> Asked:
    return told(mechanism(relabel).relabel(inputs=inputs, outputs=outputs))


KINDS = {
    "matrix": matrix,
    "csv": csv,
    "round_trip": round_trip,
    "post": post,
    "relabel": relabel,
    "json": lambda json: told(Mechanism.from_json(json)),
    "design_matrix": lambda design_matrix: told(Mechanism.from_design_matrix(design_matrix)),
    "floats": lambda floats, **more: told(Mechanism.from_floats(floats, **more)),
    "float_rows": lambda float_rows: told(Mechanism([[float(x) for x in row] for row in float_rows])),
    "kron": lambda kron: told(mechanism(kron[0]).kron(mechanism(kron[1]))),
    "repeat": lambda repeat, times: told(mechanism(repeat).repeat(times)),
    "mix": lambda mix, weight: told(mechanism(mix[0]).mix(mechanism(mix[1]), weight)),
    "reorder": lambda reorder, **orders: told(mechanism(reorder).reorder(**orders)),
    "at": lambda at, epsilon: told(mechanism(at).at(epsilon)),
    "drop_zero_rows": lambda drop_zero_rows: told(mechanism(drop_zero_rows).drop_zero_rows()),
}
