"""The families: their matrices by brute force, their parities and deltas by sums over outputs, and texts that are refused."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import prod
from re import sub

import pytest

from rropt import InputError, Mechanism, families
from rropt.exact.epsilon import read_epsilon
from rropt.families import FAMILIES, find_family, from_spec, parity_of_spec
from rropt.families.bits import MODES
from rropt.families.registry import OTHER_NAMES
from tests.definitions import parity_of

F = Fraction
ENDS = ["0", "1", "1/2", "1/3", "1/1000000000000"]
BUDGETS = ["0", "1/100000000", "1", "25", "log(1000000000000)", "inf"]
ALONE = [
    "warner:p={}",
    "flip:p={}",
    "two_coin:q={}",
    "unrelated_coin:p={}",
    "mangat:p={}",
    "krr:k=3,p={}",
    "krr:k=3,gamma={}",
    "geometric:k=4,alpha={}",
    "hadamard_response:k=3,p={}",
    "subset_selection:k=4,size=2,p={}",
    "optimised_unary_encoding:k=3,q={}",
    "symmetric_unary_encoding:k=3,p={}",
    "iterated_bisymmetric:bits=2,a={}",
    "rappor:mode=permanent,bits=2,f={}",
    "four_output:delta=0,p={}",
]
PAIRS = [
    "generalised_binary:p00={},p11={}",
    "forced_response:yes={},no={}",
    "kuk:p={},q={},cards=2",
    "simmons:unrelated={},p={}",
    "unary_encoding:k=3,p={},q={}",
    "four_output:delta={},p={}",
    "rappor:mode=instantaneous,bits=2,p={},q={}",
    "rappor:mode=both,f=1/3,p={},q={}",
]
# members that meet every budget exactly
AT = [
    "warner:{}",
    "flip:{}",
    "two_coin:{}",
    "unrelated_coin:{}",
    "forced_response:{}",
    "kuk:{},cards=3",
    "simmons:unrelated=1/4,{}",
    "krr:k=3,{}",
    "christofides:{},middle=1/3",
    "geometric:k=4,{}",
    "subset_selection:k=4,size=2,{}",
    "hadamard_response:k=3,{}",
    "four_output:delta=0,{}",
    "optimised_unary_encoding:k=3,{}",
    "symmetric_unary_encoding:k=3,{}",
    "iterated_bisymmetric:bits=2,{}",
    "rappor:mode=one-time,bits=3,{}",
]
SPECS = [text.format(x) for text in ALONE for x in ENDS] + [
    text.format(x, y) for text in PAIRS for x in ENDS for y in ENDS
]


def parity_or_refusal(spec: str) -> tuple[object, object]:
    try:
        mechanism = from_spec(spec)
    except InputError as error:
        with pytest.raises(InputError) as again:
            parity_of_spec(spec)
        return str(error), str(again.value)
    assert all(sum(column) == 1 for column in mechanism.columns)
    return parity_of(mechanism), parity_of_spec(spec)


@pytest.mark.parametrize("spec", SPECS)
def test_columns_sum_to_one_and_the_closed_form_is_the_parity_of_the_matrix(spec: str) -> None:
    of_matrix, stated = parity_or_refusal(spec)
    assert stated == of_matrix


def test_every_probability_is_taken_its_ends_among_them() -> None:
    for spec in SPECS:
        forced = [F(part.partition("=")[2]) for part in spec.split(",")] if spec.startswith("forced_response") else []
        if sum(forced) <= 1:
            assert from_spec(spec).k > 1


@pytest.mark.parametrize("name", FAMILIES)
def test_a_spec_that_lacks_a_parameter_is_refused_by_the_name_of_its_family(name: str) -> None:
    start, _, rest = FAMILIES[name].example.partition(":")
    parts = rest.split(",")
    for lacking in range(len(parts)):
        try:
            from_spec(f"{start}:{','.join(parts[:lacking] + parts[lacking + 1 :])}")
        except InputError as error:
            assert name in str(error)


# two values of each parameter; of others two chances
TWO = {"k": "23", "size": "12", "bits": "12", "cards": "23", "gamma": "25", "epsilon": ["1", "ln2"]}
TWO |= {"mode": ["permanent", "instantaneous"], "christofides:cards": ["1/3:1/3:1/3", "1/2:1/4:1/4"]}


@pytest.mark.parametrize("name", FAMILIES)
def test_no_parameter_that_is_given_is_ignored(name: str) -> None:
    def made(values: dict[str, str]) -> Mechanism | None:
        try:
            return from_spec(f"{name}:{','.join(f'{x}={value}' for x, value in values.items())}")
        except InputError:
            return None

    two = {x: TWO.get(f"{name}:{x}", TWO.get(x, ["1/5", "1/6"])) for x in FAMILIES[name].parameters}
    asked = [{x: two[x][0] for x in some} for n in range(1, len(two) + 1) for some in combinations(two, n)]
    taken = [values for values in asked if made(values)]
    assert taken
    for values in taken:
        assert all(made({**values, x: two[x][1]}) != made(values) for x in values)


@pytest.mark.parametrize("mode", MODES)
def test_a_mode_without_its_parameters_is_refused_by_their_names(mode: str) -> None:
    with pytest.raises(InputError) as error:
        from_spec(f"rappor:mode={mode}")
    assert f" {' and '.join(MODES[mode])}" in str(error.value).partition(", not")[0]


def test_an_answer_is_labelled_by_what_it_says() -> None:
    for size in (1, 2, 3):
        sets = families.subset_selection(k=4, size=size, epsilon="ln3")
        likely = [[str(j) for j, x in enumerate(row) if x == max(row)] for row in sets.rows]
        assert list(sets.output_labels) == [x[0] if size == 1 else f"{{{','.join(x)}}}" for x in likely]
    assert families.christofides(cards="1/10:1/5:7/10").output_labels == ("1", "2", "3")
    for p in (families.unary_encoding(k=3, p="2/3", q="1/5"), families.iterated_bisymmetric(bits=3, a="2/3")):
        assert list(p.output_labels) == [f"{code:03b}" for code in range(8)]


@pytest.mark.parametrize("text", AT)
@pytest.mark.parametrize("epsilon", BUDGETS)
def test_epsilon_is_met_exactly(text: str, epsilon: str) -> None:
    of_matrix, stated = parity_or_refusal(text.format(f"epsilon={epsilon}"))
    assert stated == of_matrix
    assert (epsilon == "inf") == isinstance(stated, str)
    assert epsilon == "inf" or stated == read_epsilon(epsilon).t


def test_an_unrelated_question_that_all_answer_alike_hides_at_epsilon_0_alone() -> None:
    assert parity_or_refusal("simmons:unrelated=0,epsilon=0") == (1, 1)


@pytest.mark.parametrize("name", FAMILIES)
def test_a_spec_makes_what_the_function_makes(name: str) -> None:
    family = FAMILIES[name]
    parameters = dict(item.split("=") for item in family.example.partition(":")[2].split(","))
    assert from_spec(family.example) == getattr(families, name)(**parameters)
    assert family.parity(**parameters) == parity_of_spec(family.example)
    assert family.sentence.endswith(".")
    with pytest.raises(InputError):
        from_spec(f"{family.example},nonsense=1")


def chances(bits: tuple[int, ...], code: tuple[int, ...], zero: Fraction, one: Fraction) -> Fraction | int:
    of_one = ((one if bit else zero) for bit in bits)
    return prod(p if said else 1 - p for p, said in zip(of_one, code, strict=True))


def by_definition() -> Iterator[tuple[Mechanism, list[list[Fraction]]]]:
    p, q, f = F(2, 3), F(1, 5), F(1, 4)
    words, two = list(product((0, 1), repeat=3)), list(product((0, 1), repeat=2))
    draws = [[chances((x,) * 3, d, q, p) for d in words] for x in (0, 1)]
    red = [[sum(c for c, d in zip(draws[x], words, strict=True) if sum(d) == i) for x in (0, 1)] for i in range(4)]
    yield families.kuk(p=p, q=q, cards=3), red
    one_hot = [tuple(int(i == j) for i in range(3)) for j in range(3)]
    yield families.unary_encoding(k=3, p=p, q=q), [[chances(x, code, q, p) for x in one_hot] for code in words]
    # the permanent step first, then the instantaneous one
    step = [f / 2 * p + (1 - f / 2) * q, f / 2 * q + (1 - f / 2) * p]
    yield families.rappor(mode="both", bits=2, f=f, p=q, q=p), [[chances(x, code, *step) for x in two] for code in two]
    yield families.iterated_bisymmetric(bits=2, a=p), [[chances(x, code, 1 - p, p) for x in two] for code in two]
    sets = list(combinations(range(4), 2))
    yield (
        families.subset_selection(k=4, size=2, p=p),
        [[p / 3 if j in s else (1 - p) / 3 for j in range(4)] for s in sets],
    )
    # noise n has probability (1 − a)/(1 + a)·a^|n|; what falls below 0 or above 2 has the sum of a geometric series
    a, inner, tail = F(1, 3), F(1, 2), F(3, 4)
    low = [tail * a**j for j in range(3)]
    yield families.geometric(k=3, alpha=a), [low, [inner * a ** abs(1 - j) for j in range(3)], low[::-1]]
    yield families.christofides(cards="1/10:1/5:7/10"), [[F(1, 10), F(7, 10)], [F(1, 5)] * 2, [F(7, 10), F(1, 10)]]
    yield families.mangat(p=p), [[p, F(0)], [1 - p, F(1)]]
    yield families.simmons(unrelated=q, p=p), [[F(14, 15), F(4, 15)], [F(1, 15), F(11, 15)]]
    yield families.forced_response(yes=q, no=f), [[F(4, 5), f], [q, F(3, 4)]]


@pytest.mark.parametrize(("mechanism", "rows"), list(by_definition()))
def test_the_matrix_is_that_of_the_definition(mechanism: Mechanism, rows: list[list[Fraction]]) -> None:
    assert mechanism.rows == tuple(map(tuple, rows))


def test_the_halves_of_hadamard_response_share_half_of_their_outputs() -> None:
    columns = families.hadamard_response(k=7, p="3/4").columns
    halves = [{y for y, x in enumerate(column) if x == F(3, 16)} for column in columns]
    assert [len(half) for half in halves] == [4] * 7 and {len(a & b) for a, b in combinations(halves, 2)} == {2}


@pytest.mark.parametrize(
    ("spec", "at", "delta"),
    [
        *(("mangat:p=1/3", at, "1/3") for at in ("0", "1/4", "1/2", "2")),
        ("four_output:delta=1/10,epsilon=1/2", "1/2", "1/10"),
        ("four_output:delta=1/10,p=3/4", "ln2", "13/40"),
    ],
)
def test_the_stated_deltas_are_the_largest_sums_of_excesses(spec: str, at: str, delta: str) -> None:
    t, (x, y) = read_epsilon(at).t, from_spec(spec).columns
    excesses = [sum(max(F(0), a - t * b) for a, b in zip(*pair, strict=True)) for pair in ((x, y), (y, x))]
    assert max(excesses) == F(delta)


def test_of_long_strings_of_bits_no_matrix_is_made() -> None:
    assert from_spec("rappor:mode=permanent,bits=8,f=1/2").m == 2**8
    with pytest.raises(InputError, match=r"2\^4096 rows.*an epsilon 4096 times smaller"):
        from_spec("rappor:mode=permanent,bits=4096,epsilon=1")
    with pytest.raises(InputError, match="4097"):
        from_spec("rappor:mode=permanent,bits=4097,epsilon=1")


def test_the_reading_of_a_decimal_epsilon_is_told() -> None:
    assert all(make(epsilon=0.5).said for make in (families.warner, families.kuk, families.forced_response))
    assert families.warner(epsilon="1/2").said == ""


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_the_name_of_others_is_refused_with_a_spec_that_can_be_made(name: str) -> None:
    with pytest.raises(InputError) as error:
        find_family(name)
    spec = next(word.strip(",") for word in str(error.value).split() if ":" in word and "=" in word)
    assert from_spec(spec).k == from_spec(FAMILIES[OTHER_NAMES[name][0]].example).k


def test_numbers_that_were_typed_are_kept_in_the_spec_that_is_named() -> None:
    for typed, spec in (
        ("grr:k=5,epsilon=1", "krr:k=5,epsilon=1"),
        ("grr:k=5,eps=1", "krr:k=5,epsilon=1"),
        ("SS:k=6,p=1/2", "subset_selection:size=2,k=6,p=1/2"),
    ):
        with pytest.raises(InputError) as error:
            from_spec(typed)
        assert str(error.value).endswith(spec)


BAD = [
    "warnre:p=1/2",
    "warner",
    "warner:q=1/2",
    "warner:p",
    "warner:p=",
    "warner:p=1/2,p=1/3",
    "warner:3/4",
    "krr:p=1/2",
    "krr:k=8.5,epsilon=1",
    "krr:k=513,p=1/2",
    "warner:p=0,75",
    "warner:p=3/4,",
    "warner:p=75",
    "warner:p=10**10**10",
    'warner:p=__import__("os")',
    "krr:k=3,gamma=-1",
    "kuk:p=1",
    "forced_response:yes=1",
    "forced_response:yes=2/3,no=2/3",
    "simmons:unrelated=0,epsilon=ln2",
    "christofides:cards=1",
    "christofides:cards=1/2:1/3",
    "christofides:epsilon=1",
    "rappor:bits=2",
    "rappor:mode=none",
    "rappor:mode=both,f=1/2",
    "unary_encoding:k=13,p=1/2,q=1/3",
    "subset_selection:k=200,size=100,p=1/2",
    "geometric:k=257,alpha=1/2",
    "symmetric_unary_encoding:k=3,epsilon=every",
    "hadamard_response:k=512,p=1/2",
    "rappor:mode=permanent,bits=9,f=1/2",
]
# one input has nothing to hide
BAD += [sub(r"k=\d", "k=1", x.example) for x in FAMILIES.values() if "k" in x.parameters]


@pytest.mark.parametrize("text", [*BAD, "", "w" * 20_000])
def test_a_bad_spec_is_one_sentence(text: str) -> None:
    with pytest.raises(InputError) as error:
        from_spec(text)
    assert "\n" not in str(error.value) and len(str(error.value)) < 500


def test_a_spec_labels_inputs_and_outputs() -> None:
    named = from_spec("warner:p=3/4,inputs=no/yes")
    assert named == from_spec("warner:p=3/4").relabel(inputs=("no", "yes"), outputs=("no", "yes"))
    cards = from_spec("simmons:unrelated=1/2,p=2/3,inputs=no/yes,outputs=red/black")
    assert (cards.inputs, cards.outputs) == (("no", "yes"), ("red", "black"))
    assert from_spec("kuk:p=2/3,q=1/3,cards=2,inputs=no/yes").m == 3
    assert from_spec("warner:p=3/4,outputs=a/b").inputs is None
    assert from_spec("subset_selection:k=3,size=1,p=1/2,inputs=a/b/c").outputs == ("a", "b", "c")
    # where the two answers differ, the first must not be called yes; where they do not, it may
    assert from_spec("warner:p=3/4,inputs=yes/no").inputs == ("yes", "no")
    # labels tell how many categories there are
    assert from_spec("krr:inputs=a/b/c,epsilon=1") == from_spec("krr:k=3,epsilon=1,inputs=a/b/c")
    # a label keeps its comma and its blank
    assert from_spec("warner:p=3/4,inputs=nein/ja, oft").inputs == ("nein", "ja, oft")
    with pytest.raises(InputError, match="3 input labels"):
        from_spec("krr:k=2,inputs=a/b/c,epsilon=1")
    with pytest.raises(InputError, match="as in subset_selection:size=2,k=3,inputs=a/b/c,epsilon=1"):
        from_spec("subset_selection:inputs=a/b/c,epsilon=1")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("simmons:unrelated=1/4,p=2/3,inputs=Yes/No", "name the no first"),
        ("warner:p=3/4,inputs=a/b/c", "3"),
        ("warner:p=3/4,inputs=a/a", "'a'"),
        ("warner:p=3/4,inputs=", "inputs"),
        ("warner:p=3/4,inputs=a/b,inputs=c/d", "twice"),
    ],
)
def test_wrong_labels_of_a_spec_are_refused(text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        from_spec(text)
