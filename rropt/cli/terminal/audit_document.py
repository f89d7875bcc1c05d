"""The JSON of `rropt audit`: every claim with its statement, its reading and its verdict."""

from __future__ import annotations

from typing import Any

__all__ = ["document_of"]


def document_of(documents: list[dict[str, Any]]) -> dict[str, Any]:
    """List for every claim its statement, range of values, place in the paper, reading and verdict."""
    from rropt.claims.record import statement_of

    body = []
    for d in documents:
        claims = {
            x: {
                **statement_of(d["claims"][x]),
                **_items(d["claims"][x], verdict),
                **_place(d["claims"][x]),
                **verdict.to_dict(),
            }
            for x, verdict in d["verdicts"].items()
        }
        body.append({"paper": d["paper"], "claims": claims, "changes": d["changes"]})
    return {"schema": "rropt.audit/1", "papers": _as_text(body)}


def _items(claim: Any, verdict: Any) -> dict[str, Any]:
    """Return {"items": list}, where the list has what the function of a claim recorded; return {} for a claim without a function.

    Each item has a label, and either the fields of a statement or, under `says`, what was found.
    """
    parts = verdict.record if claim.decided_by is not None else ()
    found: list[dict[str, Any]] = [
        {"label": part["label"], **{name: value for name, value in part["statement"].items() if name != "id"}}
        for part in parts
        if "statement" in part
    ]
    found += [{"label": part.get("fact", "the checker"), "says": part["says"]} for part in parts if "says" in part]
    return {"items": found} if found else {}


def _place(claim: Any) -> dict[str, Any]:
    fields = {"where": claim.where, "reading": claim.reading, "repair_of": claim.repair_of}
    if claim.exhausts and not isinstance(claim.exhausts, str):
        fields["exhausts"] = {name: [str(x) for x in values] for name, values in claim.exhausts.items()}
    return {name: value for name, value in fields.items() if value}


def _as_text(x: Any) -> Any:
    """Copy the document, and write every whole number in it as text."""
    if isinstance(x, dict):
        return {key: _as_text(value) for key, value in x.items()}
    if isinstance(x, list):
        return [_as_text(value) for value in x]
    return str(x) if isinstance(x, int) and not isinstance(x, bool) else x
