"""A table prints, exports text and finds its columns."""

import json

from rropt.survey.planning.report import Table

TABLE = Table("demo", "A title", ("a", "b"), (("1", "x"), ("2", "y_")), ("A note.",))


def test_text_json_pandas_latex() -> None:
    assert repr(TABLE).splitlines() == ["A title", "a  b", "1  x", "2  y_", "A note."]
    assert json.loads(TABLE.to_json())["rows"][1] == {"a": "2", "b": "y_"}
    assert TABLE.to_pandas().shape == (2, 2)
    assert r"y\_" in TABLE.to_latex()
    assert TABLE.column("b") == ("x", "y_")
