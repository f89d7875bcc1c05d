"""What other libraries answer to the questions rropt answers exactly; skipped where one is not installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

import numpy as np
import pytest

from benchmarks import wrong
from rropt import LDP, Mechanism, Trace, compare, design
from rropt.linear.legs import linear_program
from rropt.linear.numeric import float_matrix

pytestmark = pytest.mark.peer


def test_libqif_takes_different_designs_for_equivalent() -> None:
    qif = pytest.importorskip("qif", reason="libqif is not installed")
    a = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    b = Mechanism([["7501/10000", "2499/10000"], ["2499/10000", "7501/10000"]])
    first, second = (np.array(p.to_numpy().T) for p in (a, b))
    assert qif.refinement.refined_by(first, second) and qif.refinement.refined_by(second, first)
    assert compare(a, b).relation == "worse"


@pytest.mark.parametrize("k", [3, 6])
def test_libqif_finds_the_same_trace(k: int) -> None:
    qif = pytest.importorskip("qif", reason="libqif is not installed")
    found = design(Trace(), LDP("1"), inputs=k)
    gains = float_matrix(linear_program(found.problem))
    channel = qif.mechanism.d_privacy.min_loss_given_d(
        np.full(k, 1.0 / k), k, lambda i, j: 0.0 if i == j else 1.0, lambda x, y: -k * gains[y, x]
    )
    assert float((gains.T * np.array(channel)).sum()) == pytest.approx(float(found.value), abs=1e-6)


def test_opendp_randomizes_with_the_same_probability() -> None:
    dp = pytest.importorskip("opendp.prelude", reason="opendp is not installed")
    dp.enable_features("contrib")
    p = float(design(Trace(), LDP("1"), inputs=2).mechanism.rows[0][0])
    measurement = dp.m.make_randomized_response_bool(p)
    assert measurement.map(1) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("case", wrong.CASES, ids=lambda case: case.library)
def test_the_page_of_errors_says_what_a_library_of_that_version_does(case: wrong.Case) -> None:
    try:
        heading = f"## {case.library} {version(case.package)}: {case.asked}\n"
    except PackageNotFoundError:
        pytest.skip(f"{case.package} is not installed")
    page = wrong.PAGE.read_text("utf-8")
    if heading not in page:
        pytest.skip(f"the page is about another version of {case.package}")
    said = page.split(heading)[1].split("\n## ")[0]
    assert case.program in said and case.truth() in said
    assert ("So it is wrong." in said) == case.shown(wrong.run(case))
