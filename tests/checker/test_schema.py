"""schema.json describes every well-formed certificate of the corpus, and refuses those of another shape."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import rropt.certificate
from rropt.checker import check
from tests.checker.changes import changes, leaves, put

SCHEMA = json.loads((Path(rropt.certificate.__path__[0]) / "schema.json").read_text("utf-8"))
CERTIFICATES = Path(__file__).parents[1] / "certificates"
SHAPES = {
    *(
        "another_schema",
        "unknown_claim",
        "claim_that_is_a_list",
        "no_field",
        "unknown_key",
        "missing_key",
        "unknown_notion",
    ),
    *(
        "unknown_key_in_the_notion",
        "delta_beside_a_notion_without_one",
        "empty_matrix",
        "row_without_entries",
        "delta_null",
    ),
    *(
        "matrix_that_is_text",
        "field_with_t_and_ends",
        "field_without_ends",
        "field_with_unknown_ends",
        "root_between_three",
    ),
    *(
        "labels_repeated",
        "no_labels_of_inputs",
        "multiplier_of_a_row",
        "sense_missing",
        "sense_unknown",
        "objective_unknown",
    ),
    *(
        "within_for_the_variance",
        "two_prevalences",
        "restriction_unknown",
        "no_minimisers",
        "relation_unknown",
        "term_of_both_kinds",
    ),
    *(
        "verdict_unknown",
        "pieces_that_are_none",
        "index_with_a_leading_zero",
        "label_empty",
        "statement_with_two_relations",
    ),
    *(
        "integer_for_a_number",
        "true_for_a_number",
        "null_for_a_notion",
        "requirement_null",
        "restriction_null",
        "not_an_object",
    ),
}
TYPES: dict[str, type] = {"object": dict, "array": list, "string": str}
SIZES = {"minItems": (list, 1), "maxItems": (list, -1), "minLength": (str, 1), "maxLength": (str, -1)}


def fits(data: Any, schema: dict[str, Any]) -> bool:
    """Whether data are what a JSON Schema (of the words that ours uses) describes."""
    return all(holds(word, value, data, schema) for word, value in schema.items())


def holds(word: str, value: Any, data: Any, schema: dict[str, Any]) -> bool:
    """One word of a schema."""
    if word in SIZES:
        kind, sign = SIZES[word]
        return not isinstance(data, kind) or sign * len(data) >= sign * value
    is_object, is_list = isinstance(data, dict), isinstance(data, list)
    others = [x for key, x in data.items() if key not in schema.get("properties", {})] if is_object else []
    simple = {
        "$ref": lambda: fits(data, SCHEMA["$defs"][value.rpartition("/")[2]]),
        "allOf": lambda: all(fits(data, one) for one in value),
        "oneOf": lambda: sum(fits(data, one) for one in value) == 1,
        "not": lambda: not fits(data, value),
        "const": lambda: data == value,
        "enum": lambda: data in value,
        "type": lambda: isinstance(data, TYPES[value]),
        "pattern": lambda: not isinstance(data, str) or re.search(value, data) is not None,
        "items": lambda: not is_list or all(fits(x, value) for x in data),
        "prefixItems": lambda: not is_list or all(fits(x, one) for x, one in zip(data, value, strict=False)),
        "uniqueItems": lambda: not is_list or len({str(x) for x in data}) == len(data),
        "required": lambda: not is_object or set(value) <= data.keys(),
        "properties": lambda: not is_object or all(fits(data[key], one) for key, one in value.items() if key in data),
        "additionalProperties": lambda: not others or (value is not False and all(fits(x, value) for x in others)),
        "propertyNames": lambda: not is_object or all(fits(key, value) for key in data),
    }
    return word in ("$schema", "title", "description", "$defs") or simple[word]()


def document(name: str) -> Any:
    return json.loads((CERTIFICATES / f"{name}.rropt.json").read_text("utf-8"))


@pytest.mark.parametrize("kind", ["accepted", "rejected"])
@pytest.mark.slow
def test_what_is_well_formed_fits(kind: str) -> None:
    for path in sorted((CERTIFICATES / kind).glob("*.rropt.json")):
        assert fits(json.loads(path.read_text("utf-8")), SCHEMA), path.name


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_what_has_another_shape_does_not(name: str) -> None:
    assert not fits(document(f"malformed/{name}"), SCHEMA)


# What is wrong with a text of the right shape: sizes that do not fit one another, the order of what is listed, and numbers.
UNSAID = re.compile(
    "different lengths|should (be about|have (a|two) numbers?|have a (column|delta)|have \\d|have different|have sets|have blocks)"
    "|there should be a|index below|number stands|not closed|after the end|alone in its place|should increase|out of order"
    "|as many outputs|two different inputs|field of an implication|is 0 somewhere|division by|lacks the key prevalences"
    "|have different inputs|is about two inputs|objectives of one sense"
    "|a garbling should|outputs of the second|is missing, or one too many|each (list|prior|class)|where sizes|about the same inputs"
)


@pytest.mark.slow
def test_a_text_changed_at_random_fits_if_and_only_if_its_form_is_right() -> None:
    """But for what no schema says of a form, whose reasons are listed."""
    rng = random.Random(3)
    files = [path for kind in ("accepted", "rejected") for path in sorted((CERTIFICATES / kind).glob("*.rropt.json"))]
    documents = [json.loads(path.read_text("utf-8")) for path in files if path.stat().st_size < 1500]
    refused = 0
    for _ in range(150):
        data = rng.choice(documents)
        place, value = rng.choice(list(leaves(data)))
        others = list(changes(value))
        data = put(data, place, rng.choice(others)) if others and place else data
        verdict = check(json.dumps(data))
        if fits(data, SCHEMA):
            assert verdict.condition != "form" or UNSAID.search(verdict.reason), (verdict.reason, data)
        else:
            assert verdict.condition == "form", (verdict, data)
            refused += 1
    assert refused > 20
