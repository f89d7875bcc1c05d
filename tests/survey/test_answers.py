"""Reading a survey: every carrier gives the same sums, labels are matched by name, files and mistakes."""

import importlib.util
import inspect
import os
import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import fields
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from rropt.exact.errors import InputError
from rropt.survey import associate, estimate, estimate_mean, regress, two_samples
from rropt.survey.answers import Answers, Columns, Device, Labels, read_answers, read_sampling, text_of
from rropt.survey.data_file import read_table
from tests.survey.conftest import WARNER, compare_groups

NO_YES = [("no", "yes")]


def carried(frame: pd.DataFrame, how: str, folder: Path) -> object:
    """The same data by another library or file."""
    if how == "pandas":
        return frame
    if how in ("csv", "parquet"):
        path = folder / f"people.{how}"
        frame.to_csv(path, index=False) if how == "csv" else frame.to_parquet(path)
        return path
    if how == "spark":
        sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed")
        if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
            pytest.skip("there is no Java")
        builder = sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
        session = (
            builder.config("spark.driver.host", "localhost").config("spark.sql.shuffle.partitions", "1").getOrCreate()
        )
        rows = [tuple(None if x != x else x for x in row) for row in frame.itertuples(index=False)]
        return session.createDataFrame(rows, list(frame))
    if how == "dask":
        return pytest.importorskip("dask.dataframe").from_pandas(frame, npartitions=3)
    if how == "duckdb":
        return pytest.importorskip("duckdb").from_df(frame)
    if how == "pyarrow":
        return pytest.importorskip("pyarrow").Table.from_pandas(frame)
    found = pytest.importorskip("polars").from_pandas(frame)
    return found.lazy() if how == "lazy" else found


def sums(a: Answers) -> list[object]:
    return [
        a.groups,
        a.total(a.n).tolist(),
        a.total(a.w).tolist(),
        a.total(a.w2).tolist(),
        a.drawn.tolist(),
        a.left_out,
    ]


@pytest.mark.parametrize("how", ["polars", "lazy", "pyarrow", "duckdb", "dask", "spark", "csv", "parquet"])
def test_every_carrier_gives_the_same_sums(how: str, people: pd.DataFrame, tmp_path: Path) -> None:
    frame = people.assign(said=people.said.where(people.index % 17 > 0))
    for columns in (
        Columns.of(answer="said", by="g", weights="w", cluster="c", stratum="h", missing="drop"),
        Columns.of(answer="said", by=["g", "h"], stratum="h", other="drop"),
    ):
        found, wanted = (read_answers(x, NO_YES, columns) for x in (carried(frame, how, tmp_path), frame))
        assert sums(found) == sums(wanted)
        mine = frame.said.notna() & (frame.w > 0 if columns.weights else True)
        table = frame[mine].groupby(list(columns.by) or (lambda _: ""))["said"].value_counts().unstack()
        assert found.total(found.n).tolist() == table.to_numpy().tolist()


def test_a_table_of_counts_is_its_rows(people: pd.DataFrame) -> None:
    table = people.groupby(["g", "c", "h", "said"]).size().reset_index(name="n")
    how = {"answer": "said", "by": "g", "cluster": "c", "stratum": "h"}
    assert sums(read_answers(table, NO_YES, Columns.of(**how, counts="n"))) == sums(
        read_answers(people, NO_YES, Columns.of(**how))
    )


@pytest.mark.parametrize(
    ("labels", "value", "place"),
    [
        (("no", "yes"), "Yes", 1),
        (("no", "yes"), 1, 1),
        (("no", "yes"), True, 1),
        (("no", "yes"), "false", 0),
        (("0", "1"), 1.0, 1),
        (("0", "1"), np.True_, 1),
        (("0", "1"), "no", 0),
        (("0", "1"), Decimal("1.00"), 1),
        (("0", "1", "2"), "no", None),
        (("yes", "Yes"), "YES", None),
        (("yes", "Yes"), "Yes", 1),
        (("a", "b"), 0, None),
        (("no", "yes"), None, None),
        (("no", "yes"), " yes ", 1),
        (("é", "b"), "e\u0301", 0),
        (("no", "yes"), 2, None),
    ],
)
def test_labels_are_matched_by_name(labels: tuple[str, ...], value: object, place: int | None) -> None:
    assert Labels(labels).place(value) == place


def test_lists_counts_and_weights() -> None:
    a = read_answers(["yes", "no", "yes"], NO_YES, Columns.of(weights=["1/2", 0, 2]))
    assert (a.total(a.w).tolist(), a.total(a.w2).tolist(), a.sizes.tolist()) == ([[0, 2.5]], [[0, 4.25]], [2])
    assert read_answers(np.array([0, 1, 1]), NO_YES, Columns.of()).total(np.ones(2)).tolist() == [[1, 1]]
    assert [text_of(x) for x in (1.0, Fraction(1, 2), float("nan"), "a")] == ["1", "1/2", "(missing)", "a"]
    # a label of more digits than decimals are computed with
    long = f"{10**37 + 1}"
    assert [text_of(Decimal(x)) for x in (long, f"{long}.50", "100", "1.00", "1E+2")] == [
        long,
        f"{long}.5",
        "100",
        "1",
        "100",
    ]


def args_of(of: Any) -> dict[str, str]:
    """What a docstring says of each argument, on one line."""
    listed = (inspect.getdoc(of) or "").partition("Args:\n")[2].partition("\n\n")[0]
    return {
        x: " ".join(text.split()) for x, text in re.findall(r"^    (\w+): (.*?)(?=^    \w|\Z)", listed, re.M | re.S)
    }


@pytest.mark.parametrize(
    "function", [estimate, estimate_mean, two_samples, associate, regress], ids=lambda x: x.__name__
)
def test_every_function_takes_the_columns_by_one_name_one_default_and_one_meaning(function: Callable[..., Any]) -> None:
    declared, told = ({x: re.split(r"[;,.]", text)[0] for x, text in args_of(f).items()} for f in (Columns, function))
    taken = {x.name: x.default for x in inspect.signature(function).parameters.values()}
    own = {"answer", "by", *({"associate": ["missing"], "regress": ["missing"]}.get(function.__name__, []))}
    same = [x for x in fields(Columns) if x.name in taken and x.name not in own]
    assert {"weights", "counts", "cluster", "stratum", "meanings"} <= {x.name for x in same}
    assert [x.name for x in same if told[x.name] != declared[x.name]] == []
    assert [x.name for x in same if taken[x.name] != x.default] == []


def test_what_is_left_out_is_told_once_for_all_groups() -> None:
    frame = pd.DataFrame(
        {"said": ["no", "yes", "?", "no", None, "?"], "g": [*"aab", *"aba"], "c": range(6), "w": [1, 1, 1, 0, 1, 1]}
    )
    how = {"answer": "said", "by": "g", "cluster": "c", "weights": "w", "other": "drop", "mechanism": WARNER}
    told = estimate(frame, **how).to_dict()["attention"]
    assert [x for x in told if not x.startswith(("The answers come from", "Errors and tests"))] == [
        "No answer of the group b counts.",
        "Left out: 3 answers that are no output ('?' (2), '(missing)' (1)) in the groups 'b' (2), 'a' (1). The estimate assumes "
        "that refusing is unrelated to the truth.",
        "Left out: 1 row with a weight of 0; the clusters of such rows count.",
    ]
    doubled = pd.concat([frame[frame["w"] > 0], frame.assign(said="no")])
    compared = compare_groups(doubled, answer="said", by="g", other="drop", mechanism=WARNER).to_dict()["attention"]
    assert compared[-1].startswith("Left out: 3 answers that are no output ('?' (2), '(missing)' (1)) in the groups")
    assert [x for x in told if x.startswith(("No answer", "Left"))] == estimate_mean(
        frame, scores=[1, 2], **how
    ).to_dict()["attention"]
    # an answer of a row that counts for nothing need not be an output
    assert estimate(frame.assign(w=[1, 1, 0, 1, 0, 0]), **(how | {"other": "error"})).groups == ("a",)


def test_groups_are_in_order_and_the_missing_one_is_last() -> None:
    frame = pd.DataFrame({"said": ["no", "yes"] * 4, "age": [10, 9, None, 10, 2, 2, 9, None]})
    assert read_answers(frame, NO_YES, Columns.of(answer="said", by="age")).groups == ("2", "9", "10", "(missing)")


def test_a_cluster_of_two_strata_is_named_with_both() -> None:
    # clusters that are numbered anew in each stratum, after one that lies in n alone
    rows = [("n", 0), *((h, c) for h in "ns" for c in (1, 2))]
    frame = pd.DataFrame([(h, c, said) for h, c in rows for said in ("no", "yes")], columns=["h", "c", "said"])
    with pytest.raises(InputError, match="the cluster '1' has rows in the strata 'n' and 's'"):
        estimate(frame, mechanism=WARNER, answer="said", cluster="c", stratum="h")


def test_units_that_were_drawn_count_without_an_answer() -> None:
    a = read_answers(
        pd.DataFrame({"said": ["no", "yes", "no", "?"], "c": [1, 2, 3, 4], "w": [1, 1, 0, 1]}),
        NO_YES,
        Columns.of(answer="said", cluster="c", weights="w", other="drop"),
    )
    assert (a.drawn.tolist(), a.own_units([0]), a.freedom.tolist()) == ([4], (2, 1), [1])  # type: ignore[union-attr]


CASES = [
    ({"answer": "nobody"}, {}),
    ({"answer": "said", "weights": "g"}, {}),
    ({"answer": "said", "cluster": "said"}, {}),
    ({"answer": "letter"}, {}),
    ({"answer": "said", "counts": "x"}, {}),
    ({}, {}),
    ({"answer": "said", "weights": "w", "counts": "c"}, {}),
    ({"answer": "said", "other": "perhaps"}, {}),
    ({"answer": "said", "cluster": "c", "stratum": "g"}, {}),
    ({"answer": "said", "by": [["g"]]}, {}),
]


@pytest.mark.parametrize("how", [x for x, _ in CASES], ids=str)
def test_mistakes_are_refused_in_one_sentence(how: dict[str, str], people: pd.DataFrame) -> None:
    with pytest.raises(InputError, match=r"^[^\n]{20,400}$"):
        read_answers(people, NO_YES, Columns.of(**how))


@pytest.mark.parametrize(
    "data", ["no", 7, {"no": -1}, ["no", ["yes"]], {"no": 0}, np.zeros((2, 2)), "there_is_none.csv"], ids=str
)
def test_data_that_are_no_survey_are_refused(data: object) -> None:
    with pytest.raises(InputError, match=r"^[^\n]{20,400}$"):
        read_answers(data, NO_YES, Columns.of(answer="said") if isinstance(data, str) and "." in data else Columns.of())


SAID = {"said": ["no", "yes"] * 2}
REFUSED: list[tuple[object, dict[str, object], str]] = [
    ([{"said": "no"}, {"said": "yes"}], {}, "data frame or the path of the file in place of the list"),
    (["no", "yes"], {"weights": [1]}, "2 answers and 1 weights"),
    ({"no": 1, "yes": 2}, {"weights": [1]}, "the data are counts"),
    (["no", "yes"], {"weights": [1, 1e160]}, "one from 1e-100 to 1e100"),
    (["no", "yes"], {"weights": [0, 0]}, "2 rows have a weight of 0"),
    (["no", None, None], {}, "2 answers are missing"),
    (["?", "no", "?"], {}, r"'\?' \(2\)"),
    (list("eedcba?"), {}, r": 'e' \(2\), '\?' \(1\), 'a' \(1\), 'b' \(1\), 'c' \(1\), and 1 more; say which"),
    (["?", "?"], {"other": "drop"}, "2 were left out"),
    (pd.DataFrame(SAID | {"c": [1, 1, 2, None]}), {"cluster": "c"}, "no label in the column 'c'"),
    (pd.DataFrame(SAID | {"a": ["x, y", "x"] * 2, "b": ["z", "y, z"] * 2}), {"by": ["a", "b"]}, "'x, y, z'"),
    (pd.DataFrame(SAID | {"g": [[1], [2]] * 2}), {"by": "g"}, "'g' holds several values"),
    (pd.DataFrame(SAID | {"w": pd.Series([1, "a"] * 2, dtype=object)}), {"weights": "w"}, "'w' has weights that are"),
    (pd.DataFrame(SAID | {"w": [True] * 4}), {"weights": "w"}, "'w' has weights that are"),
    (pd.DataFrame(SAID | {"n": [1, 2, 1.5, 1]}), {"counts": "n"}, "'n' has counts that are"),
    (pd.DataFrame(SAID | {"n": [1, 2, -1, 1]}), {"counts": "n"}, "'n' has counts that are"),
    (pd.DataFrame(SAID | {"n": [1, 2, 1e23, 1]}), {"counts": "n"}, "'n' has counts that are"),
    (pd.DataFrame(SAID | {"w": [1, 2, np.inf, 1]}), {"weights": "w"}, "'w' has weights that are"),
    (pd.DataFrame(SAID), {"weights": 7}, "'7' must be the name of a column"),
    (pd.DataFrame([["no", "no"], ["yes", "yes"]], columns=["said", "said"]), {}, "rename the columns"),
]


@pytest.mark.parametrize(("data", "how", "says"), REFUSED, ids=[x for *_, x in REFUSED])
def test_what_cannot_be_added_up_is_named(data: object, how: dict[str, object], says: str) -> None:
    columns = Columns.of(answer="said" if isinstance(data, pd.DataFrame) else None, **how)
    with pytest.raises(InputError, match=rf"^(?=[^\n]{{20,400}}$).*{says}"):
        read_answers(data, NO_YES, columns)


def test_srs_has_a_factor_for_every_group() -> None:
    assert read_sampling("srs", {"x": 10, "y": 20}, ("x", "y")).factor(5, 1) == 15 / 19
    assert read_sampling("srs", 10).factor(5) == 5 / 9 and read_sampling("census").factor(5) == 0


def test_answers_to_two_items_are_numbered_as_by_the_kronecker_product() -> None:
    frame = pd.DataFrame({"a": ["no", "yes"], "b": ["z", "x"]})
    a = read_answers(frame, [("no", "yes"), ("x", "y", "z")], Columns.of(answer=("a", "b")))
    assert sorted(a.output.tolist()) == [2, 3]


@pytest.mark.parametrize(
    ("outputs", "said"),
    [
        (("no", "yes"), [1, 2]),
        (("no", "yes"), ["n", "y"]),
        (("no", "yes"), ["a", "b"]),
        (("no", "yes"), [0.5, 1]),
        (("no", "yes"), ["no", "yes", "maybe"]),
        (("no", "yes"), ["", "yes"]),
        (("0", "1"), [1, 2]),
        (("1", "2"), [0, 1]),
        (("1", "2"), ["no", "yes"]),
        (("A", "B"), [0, 1]),
        (("yes", "Yes"), ["YES", "yes"]),
        (("true", "yes"), [1, 0]),
    ],
    ids=str,
)
def test_labels_that_do_not_fit_an_uneven_device_are_refused(outputs: tuple[str, ...], said: list[object]) -> None:
    p = Device(np.array([[0.9, 0.3], [0.1, 0.7]]), ("x", "y"), outputs)
    for data in (said * 20, pd.DataFrame({"said": pd.Series(said * 20, dtype=object)}), dict.fromkeys(said, 20)):
        with pytest.raises(InputError, match=r"^[^\n]{20,400}$"):
            estimate(data, mechanism=p, answer="said" if isinstance(data, pd.DataFrame) else None)


def test_a_device_whose_yes_stands_first_is_matched_by_name() -> None:
    turned = Device(np.array([[0.1, 0.7], [0.9, 0.3]]), ("x", "y"), ("yes", "no"))
    plain = Device(np.array([[0.9, 0.3], [0.1, 0.7]]), ("x", "y"), ("no", "yes"))
    for said in ([1] * 30 + [0] * 70, [True] * 30 + [False] * 70, ["Yes"] * 30 + ["NO "] * 70):
        for p in (turned, plain):
            assert estimate(said, mechanism=p).prevalence == pytest.approx((2 / 3, 1 / 3))


@pytest.mark.parametrize("has_polars", [True, False])
def test_a_parquet_file_is_read_by_polars_or_pandas(
    has_polars: bool, people: pd.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: find(name) if has_polars or name != "polars" else None
    )
    if not has_polars:
        monkeypatch.setitem(sys.modules, "polars", None)  # an import fails
    columns = Columns.of(answer="said", by="g", weights="w", cluster="c")
    path = carried(people, "parquet", tmp_path)
    assert sums(read_answers(path, NO_YES, columns)) == sums(read_answers(people, NO_YES, columns))
    table = read_table(Path(str(path)), most=2)
    assert table.names == tuple(people.columns) and table.column("said") == people.said.to_list()[:2]


def test_cells_stand_for_what_meanings_say_and_na_in_a_file_of_r_is_no_label(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text("said;town\nJa;a\nJa;a\nNein;a\nk.A.;a\nNein;NA\n")
    columns = Columns.of(answer="said", by="town", missing="drop", meanings={"Ja": "yes", "Nein": "no", "k.A.": ""})
    found = read_answers(file, NO_YES, columns)
    assert found.groups == ("a", "(missing)") and found.total(found.n).tolist() == [[1, 2], [1, 0]]
    assert "1 answer that is no output ((missing)" in found.left_out[0].replace("'", "")
    with pytest.raises(InputError, match="'maybe'"):
        read_answers(file, NO_YES, Columns.of(answer="said", meanings={"Ja": "maybe"}))


def test_a_csv_is_read_as_by_polars(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    file = tmp_path / "people.csv"
    file.write_bytes('\ufeffa;b\r\n1;"x ""q"" ; y"\r\n\r\n;\r\n"two\nlines";é\x1b[2J\r\n4\r\n NA ;5'.encode())
    frame, found = polars.read_csv(file, infer_schema=False, separator=";"), read_table(file, printed=False)
    assert found.names == tuple(frame.columns)
    assert [tuple(x or None for x in row) for row in found.rows] == frame.rows()
    assert read_table(file, printed=False, most=2).rows == found.rows[:2]
    assert read_table(file).rows[3] == ("two\\nlines", "é\\x1b[2J")
