"""Every result that a public name leads to prints well and converts: to a dictionary, JSON, pandas, LaTeX, a notebook."""

from __future__ import annotations

import dataclasses
import enum
import importlib
import inspect
import json
import math
import pkgutil
import re
import sys
import typing
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from rropt.formats import read_json

import rropt
from rropt import LDP, BetaFactor, RhoBreach, Trace, Variance
from rropt.exact.errors import InputError
from rropt.results import (
    data_frame,
    fact_table,
    latex_table,
    notebook_html,
    plain_data,
    say_value,
    text_table,
)
from rropt.surface.screen import say_warning
from tests.surface import public

# what a public name leads to and is no result: what the user states, numbers, and errors
NO_RESULTS = {
    "a question, printed as it is written": (
        "BayesFactor BetaFactor CSIP Linear LDP PairwiseLDP Parity RhoBreach SIP Notion Prevalence Quantifier Problem Trace "
        "Utility Variance Sampling Objective Divergence Information row_function.Function TotalVariance Contrast Determinant "
        "LargestVariance Prevalences Condition Metric Sensitive All Vulnerability LinearObjective LinearSum LinearWorst "
        "SublinearObjective ConvexSum ConvexWorst Estimation VarianceSum VarianceWorst EstimateSum EstimateWorst"
    ),
    "what a demand amounts to": "PairBounds Average",
    "a number or its field": "BallPair Epsilon Element ExactNumber Rational Exponential Radical Algebraic Free Root Log "
    "Infinity",
    "an error": "Disagreement InputError Undecided",
    "one word of a result": "Verdict coverage.Route intervals.Method sampling.Kind",
    "a part of a device, read out in its script": "Instrument Rule Sets script.Part",
    "what a mechanism whose answers are sets is made of": "ClassMatrix Classes PatternWeights",
    "a row of a plan's table": "KnownDevice",
    "the page for the board, in languages of its own": "Report Page page.Heading page.Text page.Note page.Items page.Grid "
    "page.Picture page.Code",
    "one number of a result": "StandardError",
    "a pose, which is sympy's or cvxpy's own": "SymbolicProblem Derivation Step Placed CvxpyAnswer",
    "the columns of a model": "formulas.Matrix",
    "a function of rows, which a question names": "Phi",
    "the values of t of a piece": "span.Span",
    "how a stored proof is checked again, which bears the name of a survey's plan": "induction.Plan monotone.Plan",
    "one formula of a result, shown by it": "BoundaryPiece Formula BestVariance PointVariance",
}
# what rooms offer beside: its results have tests of their own, and a pose is sympy's or cvxpy's
OTHERS = {
    *("associate", "compare_estimates", "compare_groups", "estimate_mean", "plan_epsilons", "regress", "two_samples"),
    *(
        "compare",
        "admissible",
        "deficiency",
        "dominates",
        "dominating_staircase",
        "below_optimal_binary",
        "warner_table",
    ),
    *("problem", "garbling_problem", "admissibility_problem", "Ratio", "largest_ratio"),
}
EXCLUDED = {name for names in NO_RESULTS.values() for name in names.split()}
FORMS = ("to_dict", "to_json", "to_pandas", "to_latex")
NEW = (
    "rropt.",
    "rropt.engine.",
    "rropt.objectives.",
    "rropt.claims.",
    "rropt.order.",
    "rropt.privacy.",
    "rropt.poses.",
    "rropt.show",
    "rropt.survey.",
    "rropt.binary.",
    "rropt.cli.",
    "rropt.noise",
    "rropt.questions",
    "rropt.decks",
)  # whose results are `rropt.show`'s


def classes() -> dict[str, list[type]]:
    found: dict[str, list[type]] = {}
    for module in pkgutil.walk_packages(rropt.__path__, "rropt."):
        if "checker" not in module.name and "__main__" not in module.name and not module.name.startswith(NEW):
            loaded = importlib.import_module(module.name)
            for name, value in vars(loaded).items():
                if inspect.isclass(value) and value.__module__ == loaded.__name__:
                    found.setdefault(name, []).append(value)
    return found


CLASSES = classes()


def named(annotation: object, module: str) -> Iterator[type]:
    """The classes of rropt that an annotation speaks of, names imported for type checking alone included."""
    scope = vars(importlib.import_module(module))
    for name in re.findall(r"[A-Za-z_]\w*", str(annotation)):
        value = scope.get(name)
        options = [value] if inspect.isclass(value) else list(typing.get_args(value)) or CLASSES.get(name, [])
        yield from (x for x in options if inspect.isclass(x) and x.__module__.startswith("rropt"))


def led_to(cls: type) -> Iterator[type]:
    if dataclasses.is_dataclass(cls):
        for f in dataclasses.fields(cls):
            yield from named(f.type, cls.__module__)
    for name, member in vars(cls).items():
        function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
        if not name.startswith("_") and inspect.isfunction(function):
            yield from named(function.__annotations__.get("return"), cls.__module__)


def is_excluded(cls: type) -> bool:
    return (
        issubclass(cls, enum.Enum)
        or cls.__name__ in EXCLUDED
        or cls.__module__.startswith(NEW)
        or f"{cls.__module__.rpartition('.')[2]}.{cls.__name__}" in EXCLUDED
    )


def reachable() -> list[type]:
    todo: list[type] = []
    for name, (_, value) in public.of_problems().items():
        if name in OTHERS:
            continue
        if inspect.isclass(value):
            todo.append(value)
        else:
            todo += named(value.__annotations__.get("return"), value.__module__)
    seen: set[type] = set()
    while todo:
        cls = todo.pop()
        if cls not in seen:
            seen.add(cls)
            todo += led_to(cls)
    return sorted((c for c in seen if not is_excluded(c)), key=lambda c: f"{c.__module__}.{c.__name__}")


@pytest.mark.parametrize("cls", reachable(), ids=lambda c: f"{c.__module__}.{c.__name__}")
def test_every_result_type_has_every_form(cls: type) -> None:
    assert [name for name in FORMS if not callable(getattr(cls, name, None))] == []
    assert hasattr(cls, "_repr_html_") and cls.__repr__ is not object.__repr__
    assert dataclasses.is_dataclass(cls) and cls.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert "__slots__" in vars(cls)


def test_the_walk_finds_what_it_should() -> None:
    names = {c.__name__ for c in reachable()}
    assert {"Design", "MechanismRegion"} <= names
    assert not EXCLUDED & {"Design"}


WARNER, KUK = (rropt.from_spec(s) for s in ("warner:p=3/4", "kuk:p=2/3,q=1/3"))
KRR = rropt.from_spec("krr:k=3,epsilon=1")


def shop() -> Iterator[Any]:
    """One of every result, those that a result holds included."""
    yield from (rropt.design(Variance("1/4"), LDP("1/2", delta="1/10")), rropt.design(Trace(), LDP("every"), inputs=3))
    yield rropt.design(Variance("every"), LDP(1, delta="1/10"))
    yield from (rropt.breach.breach_bound(RhoBreach("1/5", "1/2")), rropt.breach.tightest_precise(BetaFactor(2)))
    yield from (
        rropt.breach.canonical_region(BetaFactor(2)),
        rropt.breach.compare_demands(BetaFactor(2), RhoBreach("1/5", "1/2")),
    )
    yield from (rropt.breach.protected_region(WARNER), rropt.breach.protected_region(KRR).witness("1/2", "3/5"))
    yield from (
        rropt.check(WARNER),
        rropt.check(WARNER, LDP(1)),
        rropt.profile(KRR),
        rropt.profile(KRR, times=400),
        *LDP(1).violations(WARNER),
    )
    yield rropt.verify(rropt.design(Trace(), LDP(1), inputs=2).certificate)
    yield (measures := rropt.measure(KRR, divergences=[rropt.Divergence("kl")]))
    yield from (measures.trade_off, measures.renyi[0])
    yield (ranking := rropt.rank(3, 1))
    yield ranking.rows[0]
    yield (bound := rropt.frontier("1/10"))
    yield bound.pieces[0]
    yield rropt.frontier(Trace(), inputs=3)
    yield rropt.least("epsilon", Trace(), reach=2, inputs=3)
    yield from RhoBreach("1/5", "1/3").violations(WARNER)
    sip = rropt.SIP([(0, 0), ("1/2", "1/5"), (1, "3/5")], [(0, "2/5"), ("1/2", "4/5"), (1, 1)])
    yield from (rropt.Sensitive([1], "ln2").tightest(WARNER), sip.tightest(WARNER))
    yield rropt.design(Variance("1/4"), LDP(1)).device(dice=2)
    yield rropt.designs.binary_optima([0.5, 1.0], 0, 0.1)
    yield rropt.design(rropt.Information(), LDP("1/2..1"), inputs=3)
    yield from others()


def others() -> Iterator[Any]:
    """Results of the subpackages."""
    yield rropt.rank(3, "1")
    sets = rropt.design(rropt.TotalVariance(), LDP("1/2"), inputs=40).sets
    yield sets


def unpacked(found: Any, seen: dict[str, Any]) -> None:
    if isinstance(found, tuple):
        for x in found:
            unpacked(x, seen)
    elif dataclasses.is_dataclass(found) and not is_excluded(type(found)):
        kind = type(found).__module__ + "." + type(found).__name__
        seen.setdefault(f"{kind} with pieces" if getattr(found, "pieces", ()) else kind, found)
        names = [f.name for f in dataclasses.fields(found)]
        for name in [*names, *(n for n in ("gained", "by_bounds") if hasattr(type(found), n))]:
            unpacked(getattr(found, name), seen)


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for found in shop():
        unpacked(found, seen)
    return {kind: x for kind, x in seen.items() if callable(getattr(x, "to_json", None))}


def other_data(x: Any) -> list[Any]:
    """All that is in a dictionary and is neither text, True, False nor None; numbers are to be texts."""
    if isinstance(x, dict):
        return [key for key in x if type(key) is not str] + [y for value in x.values() for y in other_data(value)]
    if isinstance(x, list):
        return [y for value in x for y in other_data(value)]
    return [] if type(x) in (str, bool, type(None)) else [x]


@pytest.mark.slow
def test_every_result_shows_and_converts(results: dict[str, Any]) -> None:
    shown = {kind.split(" ")[0] for kind in results}
    assert {f"{c.__module__}.{c.__name__}" for c in reachable()} <= shown
    for kind, found in results.items():
        text, name = repr(found), type(found).__name__
        assert text.strip() and not text.startswith(f"{name}(") and "Fraction(" not in text, kind
        assert "object at 0x" not in text and not re.search(r"\b[A-Z]\w+\(\w+=", text), f"{kind}: {text}"
        page = found._repr_html_()
        assert page.startswith("<") and page.count("<table") == page.count("</table"), kind
        document = found.to_dict()
        assert not other_data(document), kind
        assert read_json(found.to_json()).items() >= json.loads(json.dumps(document)).items(), kind
        assert "Fraction(" not in found.to_json() and "object at" not in found.to_json(), kind
        assert len(found.to_pandas()) > 0, kind
        assert found.to_latex().count(r"\begin") == found.to_latex().count(r"\end") > 0, kind
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(found, dataclasses.fields(found)[0].name, None)


def test_a_design_for_every_prevalence_is_typeset_piece_by_piece() -> None:
    found = rropt.design(Variance("every"), LDP(1, delta="1/10"))
    assert found.mechanism is None and len(found.pieces) > 1
    mechanisms = sum(len(piece.mechanisms) for piece in found.pieces)
    assert found.to_latex().count("pmatrix") == 2 * mechanisms and len(found.to_pandas()) == mechanisms


def test_the_parts() -> None:
    assert (
        say_value(Fraction(1, 3)) == "1/3 ≈ 0.333333" and say_value(None) == "none" and say_value((True, 2)) == "yes, 2"
    )
    assert plain_data({"a": (Fraction(1, 3), 2, True, None, float("inf"))}) == {"a": ["1/3", "2", True, None, "inf"]}
    assert fact_table({"a": 1})[1] == [("a", "1")]
    assert text_table(("a", "bc"), [("def", "g")]) == "a    bc\ndef  g"
    assert r"50\% \& \_\{\}\# \textbackslash{}\textasciicircum{}" in latex_table(("x",), [("50% & _{}# \\^",)])
    assert "$\\varepsilon$" in latex_table(("ε",), [])
    # after the end of a row, LaTeX reads a star or a bracket as an option of that end
    for begins in ("[1cm]", "*", " [x]"):
        assert not re.search(r"(\\\\|\\\w+rule)\s*[\[*]", latex_table(("x",), [("a",), (begins,), (begins,)]))


def test_a_notebook_has_the_words_in_order_and_every_table_once() -> None:
    def words() -> str:
        return (
            say_warning("<x>")
            + "\n\na & b\n"
            + text_table(("n", "x"), [("1", "1/3 ≈ 0.333"), ("2", "7" * 30)])
            + "\n  last"
        )

    page = notebook_html(words, (("unused",), [("row",)]))
    assert page == (
        "<div><p><strong>Warning: &lt;x&gt;</strong></p><p>a &amp; b</p><table><tr><th>n</th><th>x</th></tr>"
        '<tr><td>1</td><td title="1/3">0.333</td></tr>'
        f'<tr><td>2</td><td title="{"7" * 30}">7.77778e+29</td></tr></table><p>&emsp;last</p></div>'
    )
    assert (
        notebook_html(lambda: "w", (("a",), [("b",)]))
        == "<div><p>w</p><table><tr><th>a</th></tr><tr><td>b</td></tr></table></div>"
    )
    many = notebook_html(lambda: text_table(("a",), [("b",)] * 501), ((), ()))
    assert many.count("<tr>") == 62 and "441 more rows" in many
    assert text_table(("a",), [("b",)]) == "a\nb"  # nothing is set aside any more


@pytest.mark.parametrize("width", ["40", "500"])
def test_a_notebook_says_the_warning_first_and_breaks_nothing(width: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)
    page = rropt.design(Variance("1/10"), LDP("1/2", delta="1/10"), inputs=("no", "yes"))._repr_html_()
    assert page.startswith("<div><p><strong>Warning: ") and page.count("<table>") == 1
    assert page.index("confession") < page.index("Respondents:") < page.index("<table>")
    assert "up to 10 % may give" in page


def test_a_data_frame_has_numbers_and_exact_forms_beside_them() -> None:
    header = ("input", "x", "n", "words", "y")
    found = data_frame(header, [("0", "1/3 ≈ 0.333333", "10", "a", "1e-05"), ("1", "2*e ≈ 5.43656", "9", "2", "")])
    assert list(found.columns) == ["input", "x", "x (exact)", "n", "words", "y"]
    assert list(found["x"]) == [1 / 3, 2 * math.e] and list(found["x (exact)"]) == ["1/3", "2*e"]
    assert list(found.sort_values("n")["n"]) == [9, 10] and list(found["input"]) == ["0", "1"]
    assert list(found["words"]) == ["a", "2"] and found["y"][0] == 1e-05 and math.isnan(found["y"][1])
    assert list(data_frame(("epsilon",), [("log(3) ≈ 1.09861",), ("inf",)])["epsilon"]) == [1.09861, math.inf]


def test_the_numbers_of_results_are_numbers_in_their_frames() -> None:
    found = rropt.design(Variance("1/10"), LDP("ln3"), inputs=("no", "yes")).to_pandas()
    assert found.loc["no", "no"] == 0.75 and found.loc["no", "no (exact)"] == "3/4" and set(found["value"]) == {0.84}
    ranking = rropt.rank(3, "ln3")
    assert list(ranking.to_pandas().sort_values("people")["people"]) == sorted(
        x.people for x in (*ranking.rows, *ranking.elsewhere)
    )
    assert rropt.designs.binary_optima([0.5, 1.0], 0, 0.1).to_pandas()["value"].sum() > 5


@pytest.mark.parametrize(
    "made",
    [
        lambda: rropt.design(Variance("1/10"), LDP("ln3")),
        lambda: rropt.from_spec("warner:p=3/4"),
        lambda: rropt.designs.binary_optima([0.5, 1.0], 0, 0.1),
    ],
)
def test_without_pandas_one_sentence_says_what_to_do(made: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    found = made()
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(
        InputError, match="to_pandas makes a frame of pandas, which is not installed; pip install pandas"
    ):
        found.to_pandas()
