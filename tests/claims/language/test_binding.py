"""Bound names: renaming, putting terms in, definitions and witnesses change no truth value, and no name is caught.

Statements are drawn with names that clash on purpose, and evaluated here by brute force, where a variable is one of three numbers.
"""

import random
from collections.abc import Iterator, Mapping
from itertools import product
from math import prod

import pytest

from rropt.claims import Claim, decide
from rropt.claims.claim import instance_of, read
from rropt.claims.goals import Existence, Goal, goals
from rropt.claims.language.elaborate import elaborate
from rropt.claims.language.grammar import read_definitions, read_formula
from rropt.claims.language.show import text
from rropt.claims.language.syntax import (
    Add,
    And,
    Call,
    Compare,
    Exists,
    Formula,
    Iff,
    Implies,
    Mul,
    Node,
    Not,
    Num,
    Or,
    Term,
    Var,
    free_variables,
    number,
    rename_apart,
    substitute,
    walk,
)
from rropt.exact.errors import InputError

NUMBERS = (0, 1, 2)
NAMES = ("x", "y", "y_2", "y_3", "i")
REAL = {"x": "real"}
Point = Mapping[str, int]


# brute force


def value(term: Node, at: Point) -> int:
    match term:
        case Num(x):
            return int(x)
        case Var(name):
            return at[name]
        case Add(items):
            return sum(value(x, at) for x in items)
        case Mul(items):
            return prod(value(x, at) for x in items)
        case Call("sum", (Var(i), low, high, body)):
            return sum(value(body, {**at, i: k}) for k in range(value(low, at), value(high, at) + 1))
    raise AssertionError(term)


def truth(formula: Node, at: Point) -> bool:
    match formula:
        case Compare(a, relation, b):
            difference = value(a, at) - value(b, at)
            return {"=": difference == 0, "<": difference < 0, "!=": difference != 0}[relation]
        case Not(a):
            return not truth(a, at)
        case And(items):
            return all(truth(x, at) for x in items)
        case Or(items):
            return any(truth(x, at) for x in items)
        case Implies(a, b):
            return not truth(a, at) or truth(b, at)
        case Iff(a, b):
            return truth(a, at) == truth(b, at)
        case Exists(names, body):
            return any(truth(body, {**at, **p}) for p in points(names))
    raise AssertionError(formula)


def points(names: tuple[str, ...]) -> Iterator[dict[str, int]]:
    return (dict(zip(names, values, strict=True)) for values in product(NUMBERS, repeat=len(names)))


def a_few(rng: random.Random) -> list[dict[str, int]]:
    return rng.sample(list(points(NAMES)), 12)


# drawing


def term(rng: random.Random, depth: int, names: tuple[str, ...] = NAMES) -> Term:
    kind = rng.choice(("var", "var", "num", "+", "*", "sum", "sum")) if depth else rng.choice(("var", "var", "num"))
    if kind == "var":
        return Var(rng.choice(names))
    if kind == "num":
        return number(rng.choice(NUMBERS))
    if kind == "sum":
        index = rng.choice(NAMES)
        high = [number(2), *(Var(x) for x in names if x != index)]
        return Call("sum", (Var(index), number(1), rng.choice(high), term(rng, depth - 1, (*names, index))))
    a, b = term(rng, depth - 1, names), term(rng, depth - 1, names)
    return Add((a, b)) if kind == "+" else Mul((a, b))


def formula(rng: random.Random, depth: int, names: tuple[str, ...] = NAMES) -> Formula:
    kind = rng.choice(("exists", "exists", "and", "or", "not", "implies", "iff")) if depth else "compare"
    if kind == "compare":
        return Compare(term(rng, 2, names), rng.choice(("=", "<", "!=")), term(rng, 1, names))
    if kind == "exists":
        bound = tuple(rng.sample(NAMES, rng.choice((1, 1, 2))))
        return Exists(bound, formula(rng, depth - 1, (*names, *bound)))
    a, b = formula(rng, depth - 1, names), formula(rng, depth - 1, names)
    made: dict[str, Formula] = {"and": And((a, b)), "or": Or((a, b)), "not": Not(a), "implies": Implies(a, b)}
    return made.get(kind, Iff(a, b))


def bound_in(*formulas: Node) -> list[str]:
    return [x for f in formulas for node in walk(f) if isinstance(node, Exists) for x in node.names]


@pytest.mark.parametrize("seed", range(30))
def test_terms_are_put_in_for_the_free_variables_and_are_not_caught(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(20):
        drawn = formula(rng, 3)
        values = {x: term(rng, 1) for x in rng.sample(NAMES, rng.randint(1, 3))}
        put = substitute(drawn, values)
        for at in a_few(rng):
            there = {**at, **{x: value(t, at) for x, t in values.items()}}
            assert truth(put, at) == truth(drawn, there), (text(drawn), {x: text(t) for x, t in values.items()})


@pytest.mark.parametrize("seed", range(30))
def test_names_that_are_kept_apart_say_the_same(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(20):
        drawn = formula(rng, 3)
        before = set(rng.sample(NAMES, 2))
        taken = set(before)
        apart = rename_apart(drawn, taken)
        bound = bound_in(apart)
        assert len(set(bound)) == len(bound) and not set(bound) & (before | set(free_variables(drawn)))
        assert taken >= {*bound, *before}
        assert set(free_variables(apart)) == set(free_variables(drawn))
        assert all(truth(apart, at) == truth(drawn, at) for at in a_few(rng)), text(drawn)


@pytest.mark.parametrize("seed", range(30))
def test_a_definition_means_the_same_wherever_it_stands(seed: int) -> None:
    """A definition is written into statements: it is refused there, or its other variables are those outside."""
    rng = random.Random(seed)
    seen = 0
    for _ in range(40):
        parameters = tuple(rng.sample(NAMES, rng.choice((0, 1, 2))))
        says = formula(rng, 1, parameters or NAMES) if rng.random() < 0.5 else term(rng, 2, parameters or NAMES)
        free = (*parameters, rng.choice(NAMES)) if rng.random() < 0.3 else NAMES
        arguments = tuple(term(rng, 1, free) for _ in parameters)
        head = f"P({', '.join(parameters)})" if parameters else "P"
        here = f"P({', '.join(map(text, arguments))})" if parameters else "P"
        around = tuple(rng.sample(NAMES, rng.choice((0, 1, 2))))
        is_term = not isinstance(says, Compare | Not | And | Or | Implies | Iff | Exists)
        other = formula(rng, 1)
        inner = f"({here}{' < y' if is_term else ''}) and ({text(other)})"
        try:
            found = read_formula(
                f"exists {', '.join(around)}: {inner}" if around else inner,
                definitions=read_definitions({head: text(says)}),
            )
        except InputError as error:
            assert "rename one of them" in str(error) or "upper end" in str(error)
            continue
        seen += 1
        for outside in a_few(rng):
            told = False
            for at in ({**outside, **p} for p in points(around)):
                # besides its parameters, a definition has the variables of the claim
                where = {**outside, **dict(zip(parameters, (value(t, at) for t in arguments), strict=True))}
                first = value(says, where) < at["y"] if is_term else truth(says, where)
                told = told or (first and truth(other, at))
            assert truth(found, outside) == told, (head, text(says), around, inner)
    assert seen >= 15


@pytest.mark.parametrize("seed", range(30))
def test_a_claim_as_read_says_what_is_written_and_its_witness_proves_it(seed: int) -> None:
    rng = random.Random(seed)
    free, bound = ("x", "i"), ("y", "y_2", "y_3")
    seen = 0
    for _ in range(30):
        given = dict.fromkeys(free, "real")
        assumed = [only(rng, free, bound) for _ in range(rng.choice((0, 1, 2)))]
        stated = only(rng, free, bound)
        witness = {x: rng.choice((*free, "0", "1", "2")) for x in rng.sample(bound, rng.randint(1, 3))}
        claim = Claim("a.b", text(stated), given=given, assuming=tuple(map(text, assumed)), witness=witness)
        reading = read(claim)
        names = bound_in(*reading.hypotheses, reading.conclusion)
        assert len({*names, *reading.names}) == len(names) + 2 and set(reading.witness) <= set(names)
        aims = goals(reading)
        for at in points(free):
            claimed = not all(truth(h, at) for h in assumed) or truth(stated, at)
            whole = Implies(And(reading.hypotheses), reading.conclusion)
            assert truth(whole, at) == claimed, claim
            assert claimed or not all(_holds(aim, at) for aim in aims), claim
        for aim in aims:
            if isinstance(aim, Goal) and not bound_in(aim.conclusion):
                opened = elaborate(aim.hypotheses, aim.conclusion)
                if bound_in(*opened.hypotheses):
                    continue
                seen += 1
                new = tuple(dict.fromkeys(x for h in opened.hypotheses for x in free_variables(h) if x not in free))
                for at in points(free):
                    plain = Implies(And(opened.hypotheses), opened.conclusion)
                    assert _holds(aim, at) == all(truth(plain, {**at, **p}) for p in points(new)), claim
    assert seen >= 5


def only(rng: random.Random, free: tuple[str, ...], bound: tuple[str, ...]) -> Formula:
    """Draw a formula whose `exists` bind only names of `bound`, and whose free variables are among `free`."""
    kind = rng.choice(("and", "or", "not", "implies", "exists", "exists", "exists", "compare"))
    if kind == "exists":
        names = tuple(rng.sample(bound, rng.choice((1, 1, 2))))
        return Exists(names, only(rng, (*free, *names), bound) if rng.random() < 0.6 else least(rng, (*free, *names)))
    a, b = (only(rng, free, bound) if rng.random() < 0.5 else least(rng, free) for _ in range(2))
    made: dict[str, Formula] = {"and": And((a, b)), "or": Or((a, b)), "not": Not(a), "implies": Implies(a, b)}
    return made.get(kind, least(rng, free))


def least(rng: random.Random, names: tuple[str, ...]) -> Formula:
    return Compare(
        Var(rng.choice(names)), rng.choice(("=", "<", "!=")), Add((Var(rng.choice(names)), number(rng.choice((0, 1)))))
    )


def _holds(aim: object, at: Point) -> bool:
    assert isinstance(aim, Goal | Existence)
    says = Exists(aim.names, aim.body) if isinstance(aim, Existence) else aim.conclusion
    return truth(Implies(And(aim.hypotheses), says), at)


# the claims that were decided wrongly


CAUGHT = [
    Claim("no.a", "((exists y: y > 0) and (exists y, y_2: y > y_2 - x)) implies x > 0", given=REAL),
    Claim("no.b", "(exists y: (exists y_2: (y = 1 and y_2 > y - x))) implies x > 0", given=REAL, assuming=("exists y: y > 0",)),
    Claim("no.c", "(exists v: (v = 1 and P(v, x))) implies x > 0", given=REAL, define={"P(y, z)": "exists v: v > y - z"}),
    Claim("no.d", "exists y: y > x", given=REAL, witness={"y": "1", "x": "0"}),
    Claim("no.e", "((exists y: y > 0) and (exists y: y < 0)) implies (exists y: y = x and x > 5)", given=REAL, witness={"y": "x"}),
]  # fmt: skip
TRUE = [
    Claim("yes.a", "(exists y: y > x) and (exists y, y_2: y > y_2)", given={"x": "x > 0"}),
    Claim("yes.b", "exists x: (exists y: y^2 = x)", witness={"x": "-1"}),
    Claim("yes.c", "exists a: argmin[x] (x - a)^2 subset {0}", given=REAL, witness={"a": "1"}),
    Claim("yes.d", "exists a: argmin[x] (x - a)^2 = {0}", given=REAL, witness={"a": "1"}),
]


@pytest.mark.parametrize("claim", CAUGHT, ids=lambda c: c.states)
def test_what_is_false_when_names_clash_is_not_proved(claim: Claim) -> None:
    assert not decide(claim).kind.is_proof


@pytest.mark.parametrize("claim", TRUE, ids=lambda c: c.states)
def test_what_is_true_when_names_clash_or_a_witness_fails_is_not_refuted(claim: Claim) -> None:
    found = decide(claim)
    assert found.kind == "undecided" and not found.counterexample


@pytest.mark.parametrize(("states", "given", "witness"), [
    ("exists x: (exists y: y^2 = x)", {}, {"x": "4"}),
    ("exists a: argmin[x] (x - a)^2 subset {0}", REAL, {"a": "0"}),
    ("(exists y: y > 0) implies exists y: y > 1", {}, {"y": "2"}),
    ("A(b)", {"x, b": "real"}, {}),
])  # fmt: skip
def test_what_a_good_witness_shows_is_proved(states: str, given: dict[str, str], witness: dict[str, str]) -> None:
    claim = Claim("yes.x", states, given=given, witness=witness, define={"A(a)": "argmin[x] (x - a)^2 = {a}"})
    assert decide(claim).kind == "proved"


def test_a_witness_may_use_what_a_hypothesis_says_to_exist_and_nothing_else() -> None:
    squares = {"given": {"x": "real"}, "witness": {"r": "s"}}
    assert decide(Claim("yes.x", "exists r: x = r^2", assuming=("exists s: x = s^2",), **squares)).kind == "proved"  # type: ignore[arg-type]
    with pytest.raises(InputError, match="the variable 's' has no domain"):
        read(Claim("no.x", "exists s, r: x = r^2", **squares))  # type: ignore[arg-type]


@pytest.mark.parametrize(("states", "define", "said"), [
    ("exists g: g < 0", {"g": "5"}, "'g' is both defined and bound; rename one of them"),
    ("argmin[g] g^2 = {0}", {"g": "5"}, "'g' is both defined and bound"),
    ("sum(g, 1, 2, g) = 3", {"g": "x"}, "'g' is both defined and bound"),
    ("sum(x, 1, 2, g) = 3", {"g": "x"}, "the definition of 'g' has a variable x, but x is a bound variable"),
    ("prod(x, 1, 2, 1 + h(2)) = 3", {"h(u)": "u*x"}, "the definition of 'h' has a variable x"),
    ("exists v: v > g", {"g": "v + x"}, "the definition of 'g' has a variable v"),
    ("x > 0", {"g": "x", "h(x)": "sum(i, 1, 2, g)"}, "the definition of 'g' has a variable x"),
    ("exists v, v: v > x", {}, "bound twice"),
    ("argmin[x, x] x^2 = {(0, 0)}", {}, "bound twice"),
    ("x > 0", {"f(u, u)": "u"}, "two parameters have the same name"),
    ("argmin[x] x^2 subset {x}", {}, "a point of argmin must not contain x"),
    ("exists v: argmin[v] v^2 = {0}", {}, "'argmin' cannot minimise over v, .* use a variable of given"),
    ("A(x)", {"A(x)": "argmin[x] x^2 = {0}"}, "'argmin' cannot minimise over x"),
    ("A(x)", {"A(a)": "argmin[x] (x - a)^2 = {a}"}, r"is put into 'argmin\[x\]', which minimises over x"),
])  # fmt: skip
def test_a_name_with_two_meanings_is_refused(states: str, define: dict[str, str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        read(Claim("no.x", states, given=REAL, define=define))


@pytest.mark.parametrize(("states", "assuming"), [
    ("(exists n: n = 1/2) implies 1/4 >= 1/2", ()),
    ("x^2 >= x", ("exists n: n = x",)),
    ("x^2 >= x", ("exists m, n: n = x and m = n",)),
])  # fmt: skip
def test_a_lemma_on_whole_numbers_is_not_used_of_a_real_number_that_exists(
    states: str, assuming: tuple[str, ...]
) -> None:
    lemma = Claim("mine.lemma", "n^2 >= n", given={"n": "integer"})
    claim = Claim("no.x", states, given=REAL, assuming=assuming, uses=(lemma.id,))
    with pytest.raises(InputError, match="rename the n that 'exists' binds"):
        instance_of(lemma.id, lemma, (), claim)
    whole = Claim("yes.x", "n^2 >= n", given={"n": "integer"}, assuming=("exists m: m = n",), uses=(lemma.id,))
    assert text(instance_of(lemma.id, lemma, (), whole)) == "n^2 >= n"
