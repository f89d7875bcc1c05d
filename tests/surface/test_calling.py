"""Calls whose arguments do not fit, of public names and of families, end in one sentence that says what to write."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable
from inspect import isfunction, signature

import pytest
from cvxpy import Minimize, Problem, Variable

import rropt
from rropt import LDP, InputError, RhoBreach, Trace, compare, design, least, plots
from rropt.families import krr
from rropt.surface.calling import MADE_BY, guide
from tests.surface import public

PUBLIC = public.of_problems()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda: LDP(1, 0.05),
            "LDP takes 1 value without a name, and was given 2; name the others, as in LDP(1, delta=0.05)",
        ),
        (
            lambda: krr(4, 1),
            "krr takes no values without a name, and was given 2; name the others, as in krr(k=4, p=1)",
        ),
        (lambda: LDP(), "LDP needs epsilon; write LDP(epsilon=…): its arguments are epsilon, delta"),
        (lambda: LDP(1, dleta=0.05), "LDP has no argument dleta; did you mean delta?"),
        (lambda: LDP(1, epsilon=2), "LDP is given epsilon twice, once by its place; leave one out"),
        (lambda: RhoBreach("1/5"), "RhoBreach needs rho2; write RhoBreach('1/5', rho2=…)"),
        (lambda: compare("a"), "compare needs second"),
        (lambda: design(Trace(), LDP(1), 3), "as in design("),
        (
            lambda: least("delta", Trace(), LDP("ln2"), inputs=3, reach="8/5"),
            "as in least('delta', Trace(), demand=LDP(",
        ),
        (lambda: Trace([1], [2]), "leave the others out"),
    ],
)
def test_a_call_that_does_not_fit_is_told_what_to_write(call: Callable[[], object], said: str) -> None:
    with pytest.raises(InputError) as refused:
        call()
    assert said in str(refused.value)
    assert isinstance(refused.value, TypeError)


@pytest.mark.parametrize("name", MADE_BY)
def test_a_result_is_made_by_its_function(name: str) -> None:
    with pytest.raises(InputError, match=f"nobody makes an? {name} by hand: it is made by"):
        PUBLIC[name][1](nothing=1)
    assert MADE_BY[name].partition(",")[0] in PUBLIC


def test_every_public_name_that_can_be_called_is_guided() -> None:
    for name, (_, found) in PUBLIC.items():
        if not callable(found) or name in ("Element", "ExactNumber", "Rational"):
            continue
        made = found.__dict__.get("__init__") if isinstance(found, type) else found
        assert (
            made is None or (isinstance(found, type) and issubclass(found, Exception)) or hasattr(made, "__wrapped__")
        ), name


def test_what_goes_wrong_inside_a_call_is_left_as_it_is() -> None:
    @guide
    def broken(x: object) -> object:
        return len(x)  # type: ignore[arg-type]

    assert broken("ab") == 2
    with pytest.raises(TypeError, match="has no len") as error:
        broken(1)
    assert not isinstance(error.value, InputError)
    assert list(signature(broken).parameters) == ["x"]


def test_guided_functions_and_classes_are_pickled_by_name() -> None:
    assert pickle.loads(pickle.dumps(rropt.design)) is rropt.design
    assert pickle.loads(pickle.dumps(rropt.LDP("1/2"))) == rropt.LDP("1/2")
    assert pickle.loads(pickle.dumps(krr)) is krr


def test_inside_the_library_a_function_is_called_without_its_guide() -> None:
    for name, (_, found) in PUBLIC.items():
        if isfunction(found):
            inside = found.__wrapped__  # type: ignore[attr-defined]
            assert getattr(sys.modules[inside.__module__], name) is inside and not hasattr(inside, "__wrapped__"), name
            assert pickle.loads(pickle.dumps(found)) is found


WRONG = {
    "a cvxpy problem": Problem(Minimize(Variable()), []),
    "a lambda": lambda p: 0,
    "demands": [LDP(1), LDP(2)],
    "a text": "privacy please",
}
RIGHT = {"demand": LDP(1), "epsilon": 1, "grid": {"epsilon": ["1"]}, "inputs": [0], "rho2": "1/2", "t": 3}
FUNCTIONS = [name for name, (_, found) in PUBLIC.items() if isfunction(found) and name != "verify"]
P = krr(k=3, epsilon=1)


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_says_what_to_give_instead(name: str, wrong: str) -> None:
    parameters = list(signature(PUBLIC[name][1]).parameters.values())
    more = {
        x.name: RIGHT.get(x.name, P) for x in parameters[1:] if x.default is x.empty and x.kind is not x.VAR_KEYWORD
    }
    with pytest.raises(InputError) as refused:
        PUBLIC[name][1](WRONG[wrong], **more)
    assert "\n" not in str(refused.value) and 20 < len(str(refused.value)) < 400


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize(
    "method",
    [
        LDP(1).holds,
        LDP(1).violations,
        LDP(1).tightest,
        (LDP(1) & LDP(2, delta="1/10")).tightest,
        rropt.PairwiseLDP({(0, 1): 1}).holds,
        rropt.Metric("line", 1).tightest,
        rropt.Sensitive([0], 1).holds,
        Trace().value,
        P.at,
        P.kron,
        P.repeat,
        P.from_csv,
        P.from_floats,
        P.from_json,
        P.from_sympy,
        design(Trace(), LDP("every"), inputs=3).at,
        rropt.profile(P).delta,
        rropt.profile(P).at,
        plots.plot_design,
        plots.plot_frontier,
    ],
    ids=lambda x: x.__qualname__,
)
def test_a_method_says_what_to_give_instead(method: Callable[[object], object], wrong: str) -> None:
    with pytest.raises(InputError) as refused:
        method(WRONG[wrong])
    assert "\n" not in str(refused.value) and 20 < len(str(refused.value)) < 400


def test_what_goes_wrong_with_the_right_arguments_is_left_as_it_is() -> None:
    @guide
    def broken(x: str | None, y: Iterable[Iterable[int]] = ()) -> object:
        return x.nothing  # type: ignore[union-attr]

    for x, y in (("a", ()), (None, [[1]])):
        with pytest.raises(AttributeError) as error:
            broken(x, y)
        assert not isinstance(error.value, InputError)
    for x, y, said in ((3, (), "give a text"), ("a", [1], "rows of numbers")):
        with pytest.raises(InputError, match=said):
            broken(x, y)  # type: ignore[arg-type]


def test_methods_of_a_design_guide_although_its_class_was_not_asked_for() -> None:
    said = "from rropt import LDP, Variance, design\ndesign(Variance('1/10'), LDP('ln3')).device('spinner')"
    found = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=False)
    assert "Design.device takes no values without a name" in found.stderr


@pytest.mark.parametrize(
    "call",
    [
        lambda x: design(Trace(), LDP(1), inputs=2, seconds=x),
        lambda x: design(Trace(), LDP(1), inputs=x),
        lambda x: rropt.profile(krr(k=2, epsilon=1), x),
    ],
)
def test_a_number_that_python_does_not_write_is_refused_in_a_sentence(call: Callable[[int], object]) -> None:
    with pytest.raises(InputError, match="has more digits than Python writes; give shorter numbers"):
        call(10**5000)
