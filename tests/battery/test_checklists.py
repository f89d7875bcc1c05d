"""CONTRIBUTING's checklists, followed in a copy of the package: a toy family, notion, objective, function of rows and claim.

Each touches the files that its checklist names and no others, at most four, but five for a function of rows; then designs,
certificates, the command line and the battery, which run in the copy, must take the newcomer as they take all others.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CHECKLISTS = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MOST_FILES = 4

FAMILY = '''

@family("toy_coin:certain=1/2")
def toy_coin(*, certain: object) -> Member:
    """For both inputs, the answer is the truth with probability c, and else that of a fair coin.

    p = (1 + c)/2; `toy_coin(certain=c)` is `warner(p=(1+c)/2)`.

    Warner (1965), Randomized response: A survey technique for eliminating evasive answer bias.

    Args:
        certain: The probability c.

    Returns:
        The mechanism.

    Raises:
        InputError: c is no probability.

    Example:
        >>> from rropt.families import toy_coin
        >>> print(toy_coin(certain="1/2")[0][0])
        3/4
    """
    c = read_probability(certain, name="certain")
    a, b = (1 + c) / 2, (1 - c) / 2
    return Mechanism([[a, b], [b, a]]), lambda: larger_ratio(a, b)
'''

CHECKED_PHI = '''"""phi(x) = (x - 1)^2/x, phi'' = 2/x^3 > 0; phi(0) infinite, phi'(inf) = 1: b phi(a/b) = (a - b)^2/a."""

from ...arithmetic.quotient import ZERO, Quotient
from ...refusals import require
from ...rows.numbers import Exact

WORDS = "Neyman divergence"
FORMULA = "(a - b)^2/a"
EXACT = True
PARAMETER = ""


def between(_: Exact, a: Quotient, b: Quotient, __: object) -> Quotient:
    """(a - b)^2/a, which is 0 where both are equal."""
    difference = a - b
    if difference.is_zero():
        return ZERO
    require(not a.is_zero(), "infinite", "the divergence is infinite at a row")
    return difference * difference / a
'''

PHI = '''"""φ(x) = (x − 1)²/x: the divergence is (a − b)²/a."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from rropt.exact.element import Bound, Number
from rropt.exact.infinity import INFINITY
from rropt.designs.objectives.divergences.phi import Array, Phi

__all__ = ["Neyman"]


@dataclass(frozen=True, slots=True)
class Neyman(Phi):
    """Neyman's divergence."""

    name: ClassVar[str] = "neyman"
    is_exact: ClassVar[bool] = True
    is_rational: ClassVar[bool] = True

    @property
    def words(self) -> str:
        return "Neyman divergence"

    @property
    def is_unbounded(self) -> bool:
        return True

    def exact(self, a: Number, b: Number) -> Bound:
        if a == b:
            return Fraction(0)
        return (a - b) * (a - b) / a if a != 0 else INFINITY

    def ball(self, a: Any, b: Any) -> Any:
        return (a - b) * (a - b) / a

    def floats(self, a: Array, b: Array) -> Array:
        return (a - b) ** 2 / a

    def floats_near_silence(self, p: Array, q: Array, apart: Array) -> Array:
        return apart**2 / p

    def symbols(self, a: Any, b: Any) -> Any:
        return (a - b) ** 2 / a
'''

FAMILY_TEST = """from rropt import from_spec
from rropt.families import toy_coin, warner


def test_it_is_warner_s():
    assert from_spec("toy_coin:certain=1/2").rows == toy_coin(certain="1/2").rows == warner(p="3/4").rows
"""

NOTION = '''"""Inputs on a line: the nearer two of them are, the less an answer may tell them apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, ClassVar

from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.spelling import show
from rropt.privacy.bounds import read_probability
from rropt.privacy.pairs import ByPair

__all__ = ["Neighbours"]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Neighbours(ByPair):
    """Pr(S | j) ≤ e^(ε·|j − l|)·Pr(S | l) + δ·|j − l| for every set S of outputs and all inputs j, l."""

    name: ClassVar[str] = "neighbours"
    epsilon: Epsilon
    delta: Number

    def __init__(self, epsilon: object, delta: object = 0) -> None:
        object.__setattr__(self, "epsilon", read_epsilon(epsilon))
        object.__setattr__(self, "delta", read_probability(delta, "delta"))

    def each(self, k: int, inputs: Sequence[str] | None = None) -> Any:
        """A ratio and a slack that grow with the distance."""
        apart = {(j, n): abs(j - n) for j, n in permutations(range(k), 2)}
        return {pair: (self.epsilon.t**n, self.delta * n) for pair, n in apart.items()}

    def sentence(self) -> str:
        """What a respondent could be told."""
        return "The nearer two truths are, the less your answer tells them apart."

    def __repr__(self) -> str:
        return f"Neighbours('{self.epsilon}', '{show(self.delta)}')"
'''

OBJECTIVE = '''"""The mean of the diagonal: Σ_i p_ii / k, the chance of an honest answer where all inputs are as likely."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from rropt.designs.objectives.linear import Factors, LinearObjective
from rropt.problem.contract import Sense

if TYPE_CHECKING:
    from rropt.certificate.scope import Scope
    from rropt.problem.problem import Problem

__all__ = ["Honesty"]


@dataclass(frozen=True, slots=True, repr=False)
class Honesty(LinearObjective):
    """Σ_i p_ii / k, larger is better."""

    name: ClassVar[str] = "honesty"
    sense: ClassVar[Sense] = "max"
    inputs: ClassVar[int | None] = None
    outputs_are_inputs: ClassVar[bool] = True

    def factors(self, k: int, m: int) -> Factors:
        """1/k on the diagonal."""
        return [[(Fraction(int(i == j)), Fraction(1, k)) for j in range(k)] for i in range(m)]

    def natural_outputs(self, k: int) -> int:
        """An answer is the report of an input."""
        return k

    def rational_near(self) -> Honesty:
        """Itself."""
        return self

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """A weighted trace."""
        return {"name": "weighted trace", "sense": "max", "weights": scope.numbers([Fraction(1, problem.k)] * problem.k)}

    def __str__(self) -> str:
        return "mean of the diagonal"
'''

CLAIM = '''"""A toy paper."""

from rropt.claims import Claim, Formula

CLAIMS = [Claim("toy.lemma_1", "Section 1", "it lies below", formula=Formula("(t-1)/(t+1) <= t/(t+1)", {"t": "t > 1"}))]
'''


class Copy:
    """A copy of the package and of its battery, in which a checklist is followed."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in (
            "rropt",
            "tests/battery",
            "tests/strategies",
            "tests/definitions.py",
            "tests/surface/public.py",
            "tests/test_docstrings.py",
            "pyproject.toml",
            "README.md",
        ):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, root / name)
        (root / "CONTRIBUTING.md").write_text(CHECKLISTS, encoding="utf-8")
        self.before = self._texts()

    def _texts(self) -> dict[str, bytes]:
        made = {"__pycache__", ".hypothesis"}  # by running Python and the tests
        found = (path for path in self.root.rglob("*") if path.is_file() and not made & set(path.parts))
        return {path.relative_to(self.root).as_posix(): path.read_bytes() for path in found}

    def touched(self) -> set[str]:
        """The files that are new, or not what they were."""
        now = self._texts()
        return {name for name in now if now[name] != self.before.get(name)}

    def write(self, name: str, text: str) -> None:
        """A new file."""
        assert not (self.root / name).exists()
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text, encoding="utf-8")

    def append(self, name: str, text: str) -> None:
        """Text at the end of a file that is there."""
        with (self.root / name).open("a", encoding="utf-8") as file:
            file.write(text)

    def insert(self, name: str, *lines: tuple[str, str]) -> None:
        """For each pair, the new text before the only place where the old one stands."""
        text = (self.root / name).read_text(encoding="utf-8")
        for old, new in lines:
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
            text = text.replace(old, new + old)
        (self.root / name).write_text(text, encoding="utf-8")

    def run(self, *arguments: str, code: int = 0) -> str:
        """What Python says in the copy."""
        environment = {**os.environ, "PYTHONPATH": str(self.root), "COLUMNS": "200"}
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout

    def pass_battery(self, name: str, newcomer: str) -> None:
        """The tests of the battery that bear the newcomer's name, several of them, and that none is left out."""
        options = ("-v", "-o", "addopts=--import-mode=importlib", "-p", "no:cacheprovider")
        said = self.run(
            "-m", "pytest", *options, f"tests/battery/{name}.py", "-k", f"{newcomer} or has_its or family_is_public"
        )
        assert len(re.findall(rf"\[.*{newcomer}.*\] PASSED", said)) >= 3, said


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def named(title: str, **names: str) -> set[str]:
    """The files that a checklist names, with a newcomer's name in them."""
    section = CHECKLISTS.split(f"\n## {title}\n")[1].split("\n## ")[0]
    found = re.findall(r"^\d\. `([^`]+)`", section, re.M)
    assert 1 <= len(found) <= MOST_FILES
    for old, new in names.items():
        found = [name.replace(old, new) for name in found]
    return set(found)


def test_a_family(copy: Copy) -> None:
    copy.append("rropt/families/binary.py", FAMILY)
    copy.insert(
        "rropt/families/__init__.py",
        ("    two_coin,\n", "    toy_coin,\n"),
        ('    "two_coin",\n', '    "toy_coin",\n'),
    )
    copy.write("tests/families/test_toy_coin.py", FAMILY_TEST)
    assert copy.touched() == named("Add a family", NAME="toy_coin")
    assert "0.75  0.25" in copy.run("-m", "rropt", "show", "toy_coin:certain=1/2")
    assert "toy_coin" in copy.run("-m", "rropt", "families")
    copy.pass_battery("test_families", "toy_coin")
    tests = ("tests/test_docstrings.py", "tests/families/test_toy_coin.py")
    copy.run("-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, "-k", "published or toy_coin")


@pytest.mark.full
def test_a_notion(copy: Copy) -> None:
    copy.write("rropt/privacy/neighbours.py", NOTION)
    copy.insert(
        "rropt/privacy/__init__.py",
        ("from rropt.privacy.notion", "from rropt.privacy.neighbours import Neighbours\n"),
        ('    "Notion",\n', '    "Neighbours",\n'),
    )
    copy.insert(
        "rropt/__init__.py",
        ("    from rropt.privacy import PairwiseLDP", "    from rropt.privacy import Neighbours as Neighbours\n"),
        ("`PairwiseLDP`, `Metric`", "`Neighbours`, "),
    )
    copy.run("-m", "pytest", "-q", "tests/battery/test_notions.py", "-k", "has_its", code=1)
    copy.insert(
        "tests/strategies/demands.py",
        ('    "PairwiseLDP": budgets_of_pairs,\n', '    "Neighbours": lambda k: budgets.map(Neighbours),\n'),
        ('    "PairwiseLDP": {"factor"', '    "Neighbours": {"factor": lambda p: by_pair(Neighbours, p)},\n'),
        ("    Notion,\n    PairwiseLDP,\n", "    Neighbours,\n"),
    )
    assert copy.touched() == named("Add a notion of privacy", NAME="neighbours")
    program = """
from rropt import LDP, Design, Information, LargestVariance, Neighbours, PairwiseLDP, TotalVariance, Trace, Utility, Variance
from rropt import check, design, from_spec
from rropt.problem.stored.document import judge_document
import json
for budget in ("ln2", "1/2"):
    found = design(Trace(), Neighbours(budget), inputs=4)
    assert Neighbours(budget).holds(found.mechanism) and judge_document(json.loads(found.to_json()))[0] == "accepted"
    assert found.value == design(Utility([[4 * (i == j) for j in range(4)] for i in range(4)]), Neighbours(budget)).value
geometric = from_spec("geometric:k=3,alpha=1/2")
assert Neighbours("ln2").holds(geometric) and not Neighbours("ln(19/10)").holds(geometric)
assert design(Trace(), Neighbours("ln2"), inputs=3).value == Trace().value(geometric)
assert str(check(from_spec("krr:k=3,epsilon=1"), Neighbours(1))).startswith("Met")
assert design(Variance("1/4"), Neighbours("ln2")).value == design(Variance("1/4"), LDP("ln2")).value
pairs = [(j, n) for j in range(3) for n in range(3) if j != n]
slacks = {(j, n): f"{abs(j - n)}/20" for j, n in pairs}
each = PairwiseLDP({(j, n): "ln4" if abs(j - n) == 2 else "ln2" for j, n in pairs}, deltas=slacks)
for objective in (Trace(), TotalVariance(), LargestVariance(of="shares"), Information()):
    found, same = (design(objective, demand, inputs=3) for demand in (Neighbours("ln2", "1/20"), each))
    assert (found.lower, found.upper) == (same.lower, same.upper) and found.upper - found.lower < found.upper / 10**7
    assert judge_document(json.loads(found.to_json()))[0] == "accepted"
    assert Design.from_json(found.to_json()).problem.demand.bounds(3) == each.bounds(3)
print((Neighbours("ln2") & LDP(1)).sentence())
"""
    assert "; and " in copy.run("-c", program)
    copy.pass_battery("test_notions", "Neighbours")


@pytest.mark.full
def test_an_objective(copy: Copy) -> None:
    copy.write("rropt/designs/objectives/honesty.py", OBJECTIVE)
    copy.insert(
        "rropt/__init__.py",
        (
            "    from rropt.designs.objectives.trace import",
            "    from rropt.designs.objectives.honesty import Honesty as Honesty\n",
        ),
        ('    "loss": "rropt', '    "honesty": "rropt.designs.objectives.honesty:Honesty",\n'),
        ("`Trace`, `Utility`, `Linear`", "`Honesty`, "),
    )
    copy.insert(
        "tests/strategies/objectives.py",
        ('    "loss": Kind(', '    "honesty": Kind(st.builds(Honesty), lambda x: x),\n'),
        ("from rropt.designs.objectives.shares import", "from rropt import Honesty\n"),
    )
    assert copy.touched() == named("Add an objective", NAME="honesty")
    said = copy.run("-m", "rropt", "design", "--objective", "honesty", "--epsilon", "ln3", "--inputs", "3", "--json")
    copy.write("answer.json", said)
    assert "weighted trace (the i-th output for the i-th input) with weights [1/3, 1/3, 1/3] is 3/5" in " ".join(
        copy.run("-m", "rropt", "verify", "answer.json").split()
    )
    assert "honesty" in copy.run("-m", "rropt", "design", "--help")
    program = """
from rropt import LDP, Honesty, PairwiseLDP, Trace, design
for demand in (LDP("1/2", delta="1/10"), LDP("every"), PairwiseLDP({(0, 1): "ln2", (1, 2): "1"})):
    assert 3 * design(Honesty(), demand, inputs=3).value == design(Trace(), demand, inputs=3).value
"""
    copy.run("-c", program)
    copy.pass_battery("test_objectives", "honesty")
    copy.pass_battery("test_solvers", "honesty")


def test_a_function_of_rows(copy: Copy) -> None:
    """The checker takes certificates of the new φ, which turns chi2 round: (a − b)²/a from p to q is that of q from p."""
    copy.write("rropt/checker/functions/divergences/neyman.py", CHECKED_PHI)
    copy.insert(
        "rropt/checker/functions/divergences/__init__.py",
        ("    power,\n", "    neyman,\n"),
        ('    "power": power,\n', '    "neyman": neyman,\n'),
    )
    row = "| `neyman` | (x − 1)²/x | φ'' = 2/x³ | ∞, 1 | (a − b)²/a | `Neyman divergence` |\n"
    copy.insert("rropt/certificate/SPEC.md", ("| `le_cam` | ", row))
    copy.insert("rropt/certificate/schema.json", ('        "le_cam"\n', '        "neyman",\n'))
    copy.write("rropt/designs/objectives/divergences/neyman.py", PHI)
    section = CHECKLISTS.split("\n## Add a function of rows\n")[1].split("\n## ")[0]
    paths = re.findall(r"`(rropt/[^`]+\.(?:py|md))`", section)
    listed = {name.replace("NAME", "neyman") for name in paths if "claims" not in name}
    assert copy.touched() == {*listed, "rropt/certificate/schema.json"} and len(copy.touched()) == 5
    program = """
from rropt import LDP, Design, Divergence, Metric, design, verify
for demand in (LDP("ln3"), LDP("1/2"), Metric("line", "1/2")):
    for p, q in ((None, None), (0, 1), (["1/2", "1/2", "0"], ["1/4", "1/4", "1/2"])):
        found = design(Divergence("neyman", p, q), demand, inputs=3)
        assert found.value == design(Divergence("chi2", q, p), demand, inputs=3).value
        assert verify(found.to_json()).is_accepted and Design.from_json(found.to_json()).value == found.value
print(design(Divergence("neyman", 0, 1), LDP("1/2..1"), inputs=2).sentence)
"""
    assert "maximum of the Neyman divergence of the outputs" in copy.run("-c", program)
    options = ("--objective", "divergence", "--kind", "neyman", "--epsilon", "ln3", "--inputs", "3")
    assert "Neyman divergence" in copy.run("-m", "rropt", "design", *options)


def test_a_claim(copy: Copy) -> None:
    copy.write("proofs/papers/toy/section_1.py", CLAIM)
    said = copy.run("-m", "rropt", "audit", "toy", "--write")
    assert "proved" in said
    counted = "| [A toy paper](proofs/papers/toy) | 1 | 1 | 0 | 0 | 0 |\n"
    copy.insert("README.md", ("| [rropt's own theorems]", counted))
    written = {"proofs/papers/toy/verdicts.json"}
    assert copy.touched() - written == named("Add a claim", PAPER="toy", SECTION="section_1")
    assert written <= copy.touched()
    copy.run("-m", "rropt", "audit", "toy")
    section = copy.root / "proofs/papers/toy/section_1.py"
    section.write_text(CLAIM.replace("<= t/(t+1)", ">= t/(t+1)"), encoding="utf-8")
    assert "refuted" in copy.run("-m", "rropt", "audit", "toy.lemma_1", code=1)
