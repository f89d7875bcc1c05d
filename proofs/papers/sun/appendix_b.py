"""Appendix B: the proof of Theorem 4.1."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from rropt.claims import Claim, Fact, Repair, Statement
from rropt.claims.chance import Chance
from rropt.claims.evidence import Item

from .definitions import CARDS, EXAMPLE, MANY, ONE, POSSIBLE, SHARE, SURVEY
from .surveys import law, mean, people, shares

DECKS = ((2, 1), (1, 1, 1), (2, 0, 2, 1), (1, 3, 0))
LARGE, ANY = {**CARDS, **SHARE, **MANY}, {**CARDS, **SHARE, **ONE}
MOMENTS = "m = E Y, s = E Y^2, c = E Y_i Y_j and q = E x_i x_j for i != j; Y and x are independent"
CENSUS = {"N": "integer N >= 2", "A, B1, B2": "integer"}
TERMS = {k: SURVEY[k].split("=")[1].strip() for k in ("L", "pi", "m", "s")}
TERMS |= {"c": "m^2 - (s - m^2)/(N-1)", "q": "pi*(N*pi-1)/(N-1)"}
PAIR = {"c": "c = m^2 - (s - m^2)/(N-1)", "q": "q = pi*(N*pi-1)/(N-1)"}
JOINT = "(q*((L+1)^2 - 2*(L+1)*m + c) + (1-2*pi+q)*c + 2*(pi-q)*((L+1)*m - c))"
BRACKET = "(N*pi*(N*pi-1) + (N-N*pi)*(N-N*pi-1) - 2*N + pi*(N-N*pi))"
TWO_N = "(N*pi*(N*pi-1) + (N-N*pi)*(N-N*pi-1) - 2*N*pi*(N-N*pi))"
MIDDLE = "(-2*(L+1)*N*pi*(N*pi-1) + 2*(L+1)*N*pi*(N-N*pi))*m + (L+1)^2*N*pi*(N*pi-1)"
FOURTH = "(4*N^2*pi^2 - 4*N^2*pi + N^2 - N)"
REST = "2*(L+1)*N*pi*(1 + N - 2*N*pi)*m + (L+1)^2*N*pi*(N*pi-1)"
SIX = "N*s - 2*N*(L+1)*pi*m + N*(L+1)^2*pi"
EIGHT = "N^2*((L+1)^2*pi^2 + (1-2*pi)^2*m^2 + 2*(L+1)*pi*(1-2*pi)*m)"
FIFTH = f"{FOURTH}*(m^2 - (s - m^2)/(N-1)) + {REST}"
SUM_READING = "the lines from the third on leave out the denominator N(N-1) of E x_i x_j: they are the sum of E X_i X_j over i != j"


def general(states: str) -> Iterator[Item]:
    """A corrected formula for every deck and census."""
    yield Statement("every deck and census", states, given={**LARGE, **PAIR})


def two(chance: Chance, counts: tuple[int, ...]) -> tuple[int, int]:
    """The first two cards that are drawn and kept, by kind."""
    left = list(counts)
    found = []
    for _ in range(2):
        k = chance.choose(range(len(left)), [Fraction(c, sum(left)) for c in left])
        left[k] -= 1
        found.append(k + 1)
    return found[0], found[1]


def card_items() -> Iterator[Item]:
    """P(Y_i = m, Y_j = n) is p_m p_n N/(N − 1), or p_m (p_m N − 1)/(N − 1) for m = n, and the marginals are p."""
    for counts in DECKS:
        size, p, found = sum(counts), shares(counts), law(two, counts)
        for a in range(len(counts)):
            for b in range(len(counts)):
                want = p[a] * (p[b] * size - (a == b)) / (size - 1)
                yield Fact(f"cards {counts}: {a + 1} and {b + 1}", found.get((a + 1, b + 1), Fraction(0)), "=", want)


def dependence_items() -> Iterator[Item]:
    """Neither two cards nor two truths have a product law."""
    for counts in ((2, 1), (1, 1, 1), (1, 3, 0)):
        p, found = shares(counts), law(two, counts)
        yield Fact(f"cards {counts}: both are 1", found.get((1, 1), Fraction(0)), "!=", p[0] * p[0])
    for yes in (1, 2):
        met = law(order, people(yes, 3))
        both = sum((w for x, w in met.items() if x[:2] == (1, 1)), Fraction(0))
        yield Fact(f"{yes} of 3 people: the first two are both in A", both, "!=", Fraction(yes, 3) ** 2)
    for counts in ((2, 1), (1, 1, 1)):
        joint = law(both_orders, counts, people(1, 3))
        for (k, x), w in joint.items():
            product = shares(counts)[k - 1] * (Fraction(1, 3) if x else Fraction(2, 3))
            yield Fact(f"cards {counts}: Y_i = {k} and x_i = {x}", w, "=", product)


def order(chance: Chance, truths: tuple[int, ...]) -> tuple[int, ...]:
    """A census in random order."""
    left, found = list(truths), []
    while left:
        found.append(left.pop(chance.choose(range(len(left)))))
    return tuple(found)


def both_orders(chance: Chance, counts: tuple[int, ...], truths: tuple[int, ...]) -> tuple[int, int]:
    """The second respondent's card and truth, with both orders random."""
    return two(chance, counts)[1], order(chance, truths)[1]


def people_items() -> Iterator[Item]:
    """The laws of two truths of a census in random order."""
    for size in (2, 3, 4, 5):
        for yes in range(size + 1):
            group = people(yes, size)
            met = law(lambda chance, t=group: order(chance, t)[:2])
            label = f"N = {size}, {yes} of A"
            pairs = size * (size - 1)
            yield Fact(f"{label}: E x_i", mean(met, lambda x: x[0]), "=", Fraction(yes, size))
            yield Fact(f"{label}: both", met.get((1, 1), Fraction(0)), "=", Fraction(yes * (yes - 1), pairs))
            no = size - yes
            yield Fact(f"{label}: neither", met.get((0, 0), Fraction(0)), "=", Fraction(no * (no - 1), pairs))
            yield Fact(f"{label}: the second only", met.get((0, 1), Fraction(0)), "=", Fraction(yes * no, pairs))


def range_items(end: Callable[[tuple[int, ...]], int]) -> Iterator[Item]:
    """E Y_i Y_j as the sum over m and n from 1 to an end that depends on the deck."""
    for counts in (*DECKS, (1, 0, 1)):
        found, last = law(two, counts), end(counts)
        total = sum(
            (m * n * found.get((m, n), Fraction(0)) for m in range(1, last + 1) for n in range(1, last + 1)),
            Fraction(0),
        )
        label = f"cards {counts}, N = {sum(counts)}, summed to {last}"
        yield Fact(label, mean(found, lambda y: y[0] * y[1]), "=", total)


PUT_IN = "the engine enters the expectations as terms in m, s and pi; in Coq they are those of what is drawn"

CLAIMS = [
    Claim(
        "sun.appendix_b_estimator",
        "(z2/N^2 - 2*m*z1/N + m^2)/D^2 - ((z1/N - m)/D)^2 = (z2 - z1^2)/(N^2*D^2)",
        where="Appendix B, first two displays",
        printed="Var of the estimator is Var(sum X)/(N^2 (L+1-2EY)^2)",
        reading="z1 and z2 are the first two moments of the sum of the answers, D = L+1-2EY",
        given={**MANY, "z1, z2, m": "real", "D": "D != 0"},
        narrowed=(
            ("D != 0", "the estimator divides by L+1-2EY (sun.proportions_not_all_equal)"),
            ("", "that an expectation is linear, so that z1 and z2 are all that is needed, is put in"),
        ),
    ),
    Claim(
        "sun.appendix_b_square",
        "(x1+x2+x3)^2 = x1^2 + x2^2 + x3^2 + (x1*x2 + x1*x3 + x2*x1 + x2*x3 + x3*x1 + x3*x2)",
        kernel="Draws.variance_of_any_sum",
        where="Appendix B, Var(sum X) = sum E X_i^2 + sum over i != j of E X_i X_j - (E sum X)^2",
        printed="the square of the sum is the squares and the products over i != j",
        reading="the engine's statement is about three answers, the theorem in Coq about any number of them and any linear "
        "expectation",
        argument="in the square of a sum of N terms too each x_i is multiplied with itself once and each ordered pair i != j "
        "occurs once",
        given={"x1, x2, x3": "real"},
    ),
    Claim(
        "sun.appendix_b_dependence",
        kernel="SunPairs.dependence",
        where="Appendix B, the sentence before (6)",
        printed="Y_i and Y_j are dependent, x_i and x_j too, but Y_i and x_i are independent",
        narrowed=(
            "",
            "a number on some and not all cards, an attribute that some and not all people have: in a deck or a census of one kind "
            "nothing depends on anything",
        ),
        decided_by=dependence_items,
        argument="instances show the dependence; the cards and the order of the people are drawn apart, so any Y and any x "
        "are independent",
    ),
    Claim(
        "sun.eq_6_line_1",
        "N*(pi*((L+1)^2 - 2*(L+1)*m + s) + (1-pi)*s) = N*(pi*((L+1)^2 - 2*(L+1)*m + s) + pi*s)",
        where="Appendix B, (6), first line",
        printed="sum E X_i^2 = sum E[(L+1-Y_i)^2 x_i^2 + Y_i^2 x_i^2]",
        reading="E x_i^2 = pi. The last factor must be (1-x_i)^2, as the second line has it",
        given=SURVEY,
        assuming=POSSIBLE,
        example=EXAMPLE,
        repairs=(
            Repair(
                states="(y1*x + y0*(1-x))^2 = y1^2*x^2 + y0^2*(1-x)^2",
                given={"x": "x = 0 or x = 1", "y1, y0": "real"},
                kernel="SunRepaired.eq_6",
                argument="y1 is L+1-Y_i and y0 is Y_i: of what is equal the expectations are",
                why="sum E X_i^2 = sum E[(L+1-Y_i)^2 x_i^2 + Y_i^2 (1-x_i)^2]",
            ),
        ),
    ),
    Claim(
        "sun.eq_6_line_2",
        "N*(pi*((L+1)^2 - 2*(L+1)*m + s) + (1-pi)*s) = N*(((L+1)^2 + s - 2*(L+1)*m)*x2 + s*(1 - 2*pi + x2))",
        where="Appendix B, (6), second and third lines",
        printed="= N[E(L+1-Y)^2 E x^2 + E Y^2 E(1-x)^2] = N[(L+1)^2 + E Y^2 - 2(L+1)E Y]E x^2 + N E Y^2 E(1-2x+x^2)",
        kernel="SunRepaired.eq_6",
        reading="x2 = E x_i^2 = pi",
        argument=PUT_IN,
        given={**ANY, "x2": "x2 = pi"},
    ),
    Claim(
        "sun.eq_6_line_4",
        f"N*(((L+1)^2 + s - 2*(L+1)*m)*pi + s*(1 - 2*pi + pi)) = {SIX}",
        kernel="SunRepaired.eq_6",
        where="Appendix B, (6), last line",
        printed="= N E Y^2 - 2N(L+1) pi E Y + N(L+1)^2 pi",
        argument=PUT_IN,
        given=ANY,
    ),
    Claim(
        "sun.appendix_b_product",
        "((L+1-y)*x + y*(1-x))*((L+1-z)*w + z*(1-w)) = (L+1-y)*(L+1-z)*x*w + y*z*(1-x)*(1-w)"
        " + y*(L+1-z)*(1-x)*w + z*(L+1-y)*(1-w)*x",
        kernel="SunPairs.product_of_answers",
        where="Appendix B, E X_i X_j, first display",
        printed="E X_i X_j = E(L+1-Y_i)(L+1-Y_j) E x_i x_j + E Y_i Y_j E(1-x_i)(1-x_j) + 2 E Y_i(L+1-Y_j) E(1-x_i)x_j",
        argument="y, z are Y_i, Y_j and x, w are x_i, x_j; the last two products have the same expectation because (i, j) and "
        "(j, i) have the same law",
        given={"L": "integer L >= 2", "y, z, x, w": "real"},
    ),
    Claim(
        "sun.appendix_b_upper_end",
        kernel="Slips.not_sun_appendix_b_upper_end",
        where="Appendix B, E Y_i Y_j, first line",
        printed="E Y_i Y_j is the sum over m and n from 1 to N",
        reading="of the N cards none need show a middle number, as the note after Theorem 5.5 has it: two cards 1 and 3 "
        "make a deck",
        decided_by=lambda: range_items(sum),
        repairs=(
            Repair(
                kernel="SunPairs.product_to_L",
                decided_by=lambda: range_items(len),
                why="to L, the largest number on a card",
                argument="five decks; no card shows a number above L",
            ),
        ),
    ),
    Claim(
        "sun.appendix_b_card_pairs",
        kernel="SunPairs.card_pairs",
        where="Appendix B, E Y_i Y_j, the probabilities in its second line",
        printed="P(Y_i = m, Y_j = n) is p_m p_n N/(N-1) for n != m and p_m (p_m N - 1)/(N-1) for n = m",
        reading="the index k != m of the inner sum is n",
        decided_by=card_items,
        argument="all pairs of cards of four decks; for every deck the second of two draws without replacement has these "
        "conditional probabilities (N p_n - [n = m])/(N - 1)",
    ),
    Claim(
        "sun.appendix_b_card_product",
        "N/(N-1)*m*m - s/(N-1) = m^2 - (s - m^2)/(N-1)",
        where="Appendix B, E Y_i Y_j, last two lines",
        printed="= N/(N-1) E Y sum m p_m - 1/(N-1) sum m^2 p_l = (E Y)^2 - Var Y/(N-1)",
        narrowed=(
            "",
            "the letter l of the printed p_l stands for nothing; what is decided has p_m, of which the sum is E Y^2",
        ),
        given={"m, s": "real", **MANY},
    ),
    Claim(
        "sun.appendix_b_people_pairs",
        kernel="SunPairs.people_pairs",
        where="Appendix B, E x_i, E x_i x_j, E(1-x_i)(1-x_j), E(1-x_i)x_j: the first and the last term of each",
        printed="E x_i = pi, E x_i x_j = C(N pi, 2)/C(N, 2), E(1-x_i)(1-x_j) = C(N - N pi, 2)/C(N, 2), "
        "E(1-x_i)x_j = C(N pi, 1) C(N - N pi, 1)/A(N, 2)",
        decided_by=people_items,
        argument="every census of two to five people; in every other the ordered pairs are counted in the same way",
    ),
    Claim(
        "sun.eq_7_line_1",
        f"{JOINT} = ((L+1)^2 - m*(L+1) + c)*q + c*(1-2*pi+q) + ((L+1)*m - c)*(pi-q) + ((L+1)*m - c)*(pi-q)",
        where="Appendix B, (7), first line",
        printed="E X_i X_j = E[(L+1)^2 - Y_i(L+1) + Y_i Y_j] E x_i x_j + E Y_i Y_j E(1-x_i)(1-x_j) + ...",
        reading=MOMENTS + ". E(L+1-Y_i)(L+1-Y_j) has -2(L+1)E Y, and so has the next line of the paper",
        given=CENSUS,
        assuming=POSSIBLE,
        define=TERMS,
        example=EXAMPLE,
        repairs=(
            Repair(
                kernel="SunRepaired.eq_7_line_1",
                argument=PUT_IN,
                decided_by=lambda: general(
                    f"{JOINT} = ((L+1)^2 - 2*m*(L+1) + c)*q + c*(1-2*pi+q) + ((L+1)*m - c)*(pi-q) + ((L+1)*m - c)*(pi-q)"
                ),
                why="-2 Y_i(L+1) in the first bracket",
            ),
        ),
    ),
    Claim(
        "sun.eq_7_line_2",
        f"{JOINT} = c*(q + (1-2*pi+q) - (pi-q) - (pi-q)) + m*(-2*(L+1)*q + (L+1)*(pi-q) + (L+1)*(pi-q)) + (L+1)^2*q",
        where="Appendix B, (7), second line",
        printed="= E Y_i Y_j [E x_i x_j + E(1-x_i)(1-x_j) - E x_i(1-x_j) - E(1-x_i)x_j] + E Y [-2(L+1)E x_i x_j + (L+1)E x_i(1-x_j)"
        " + (L+1)E(1-x_i)x_j] + (L+1)^2 E x_i x_j",
        kernel="SunRepaired.eq_7_line_2",
        reading=MOMENTS + "; the left side is E X_i X_j, the head of the chain, as line 1 is refuted by itself",
        argument=PUT_IN,
        given={**LARGE, "c, q": "real"},
    ),
    Claim(
        "sun.eq_7_line_3",
        f"{JOINT} = {BRACKET}*c + {MIDDLE}",
        where="Appendix B, (7), third line",
        printed="= [N pi(N pi-1) + (N-N pi)(N-N pi-1) - 2N + pi(N-N pi)]E Y_i Y_j + [-2(L+1)N pi(N pi-1) + 2(L+1)N pi(N-N pi)]E Y"
        " + (L+1)^2 N pi(N pi-1)",
        reading=MOMENTS + "; " + SUM_READING + ", and '-2N + pi(N-N pi)' is -2N pi(N-N pi)",
        given=CENSUS,
        assuming=POSSIBLE,
        define=TERMS,
        example=EXAMPLE,
        repairs=(
            Repair(
                kernel="SunRepaired.eq_7_line_3",
                argument=PUT_IN,
                decided_by=lambda: general(f"N*(N-1)*{JOINT} = {TWO_N}*c + {MIDDLE}"),
                why="the sum of E X_i X_j over all i != j, with -2N pi(N-N pi) in the bracket",
            ),
        ),
    ),
    Claim(
        "sun.eq_7_line_4",
        f"{BRACKET}*c + {MIDDLE} = {FOURTH}*c + {REST}",
        where="Appendix B, (7), fourth line",
        printed="= [4N^2 pi^2 - 4N^2 pi + N^2 - N]E Y_i Y_j + 2(L+1)N pi[1+N-2N pi]E Y + (L+1)^2 N pi(N pi-1)",
        reading="from the third line as printed",
        given=CENSUS,
        assuming=POSSIBLE,
        define=TERMS,
        example=EXAMPLE,
        repairs=(
            Repair(
                decided_by=lambda: general(f"{TWO_N}*c + {MIDDLE} = {FOURTH}*c + {REST}"),
                why="from the corrected third line",
            ),
        ),
    ),
    Claim(
        "sun.eq_7_line_5",
        f"{FOURTH}*c + {REST} = {FIFTH}",
        where="Appendix B, (7), last line",
        printed="= [4N^2 pi^2 - 4N^2 pi + N^2 - N][(E Y)^2 - Var Y/(N-1)] + 2(L+1)N pi[1+N-2N pi]E Y + (L+1)^2 N pi(N pi-1)",
        given={**LARGE, **PAIR},
        narrowed=(
            "",
            "that E Y_i Y_j is (E Y)^2 - Var Y/(N-1) is put in, as c, and is the step of this line: it is shown as "
            "sun.appendix_b_card_pairs and sun.appendix_b_card_product",
        ),
    ),
    Claim(
        "sun.eq_7",
        f"{JOINT} = {FIFTH}",
        where="Appendix B, (7), first and last term",
        printed="E X_i X_j = the last line of (7)",
        reading=MOMENTS + "; " + SUM_READING,
        given=CENSUS,
        assuming=POSSIBLE,
        define=TERMS,
        example=EXAMPLE,
        repairs=(
            Repair(
                kernel="SunRepaired.eq_7",
                argument=PUT_IN,
                decided_by=lambda: general(f"N*(N-1)*{JOINT} = {FIFTH}"),
                why="the sum over all i != j, which (6) and (8) are added to",
            ),
        ),
    ),
    Claim(
        "sun.eq_8_line_1",
        f"{SIX} + N*(N-1)*{JOINT} = N^2*(m + pi*(L+1-2*m))^2",
        where="Appendix B, (8), first line",
        printed="E(sum X)^2 = N^2 [E Y + pi(L+1-2EY)]^2",
        reading="the left side is the expectation of the square, as the second display of the proof uses the symbol; what the "
        "proof subtracts, and the right side is, is the square of the expectation",
        given=CENSUS,
        assuming=POSSIBLE,
        define=TERMS,
        example=EXAMPLE,
        repairs=(
            Repair(
                kernel="SunRepaired.eq_8_line_1",
                argument=PUT_IN,
                decided_by=lambda: general("(N*((L+1-m)*pi + m*(1-pi)))^2 = N^2*(m + pi*(L+1-2*m))^2"),
                why="(E sum X)^2 on the left",
            ),
        ),
    ),
    Claim(
        "sun.eq_8_line_2",
        "N^2*(m + pi*(L+1-2*m))^2 = N^2*((L+1)*pi + (1-2*pi)*m)^2",
        where="Appendix B, (8), second line",
        printed="= N^2 [(L+1)pi + (1-2pi)E Y]^2",
        given=ANY,
    ),
    Claim(
        "sun.eq_8_line_3",
        f"N^2*((L+1)*pi + (1-2*pi)*m)^2 = {EIGHT}",
        where="Appendix B, (8), third line",
        printed="= N^2 [(L+1)^2 pi^2 + (1-2pi)^2 (E Y)^2 + 2(L+1)pi(1-2pi)E Y]",
        given=ANY,
    ),
    Claim(
        "sun.appendix_b_final",
        f"({SIX} + ({FIFTH}) - {EIGHT})/(N^2*(L+1-2*m)^2) = 4*pi*(1-pi)*(s-m^2)/((N-1)*(L+1-2*m)^2)",
        where="Appendix B, last display",
        printed="combining (6), (7) and (8) the variance is 4 pi(1-pi) Var Y/((N-1)(L+1-2EY)^2)",
        reading="(7) as the sum over i != j, which its last line is",
        given=LARGE,
        assuming=("L + 1 - 2*m != 0",),
        narrowed=(
            "L + 1 - 2*m != 0",
            "the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",
        ),
    ),
]
