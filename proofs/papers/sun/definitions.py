"""Sun, Zhou and Yan: the words of the paper as terms.

pi = π_A, b = π_B, p the probability of the sensitive question, t = e^ε, N the number of respondents (all of the
population), L the largest number on a card. A law of cards enters a formula for all L by its moments m = E Y and
s = E Y², with v = s − m² the variance; for L = 3 by p1 and p2, with p3 = 1 − p1 − p2.
"""

from functools import partial

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...listing import Repair

DEFINE = {
    "v": "s - m^2",
    "W(p, N)": "p*(1-p)/(N*(2*p-1)^2)",
    "S(p, b, pi, N)": "(b*(1-p) - b^2*(1-p)^2)/(N*p^2) + pi*(1 - p - 2*b*(1-p))/(N*p)",
    "C(v, D, N)": "v/(N*D^2)",
    "K(v, D, pi, N)": "4*pi*(1-pi)*v/((N-1)*D^2)",
    "f(p1, p2, N)": "(4*p1 + p2 - 4*p1^2 - p2^2 - 4*p1*p2)/(N*(4*p1 + 2*p2 - 2)^2)",
    "MW(t, N)": "t/(N*(t-1)^2)",
    "MC(t, p2, N)": "((t+1)^2/((t-1)^2*(1-p2)) - 1)/(4*N)",
    "IC(t, p2, pi, N)": "pi*(1-pi)/(N-1)*((t+1)^2/((t-1)^2*(1-p2)) - 1)",
    "d(t)": "t + 1/t - 2",
    "R(t, p2, N)": "1 - (N-1)/N*(1-p2)/(1 + p2*d(t)/4)",
    "PA1(t, p2, N)": "1/2 - sqrt(R(t,p2,N))/2",
    "PA2(t, p2, N)": "1/2 + sqrt(R(t,p2,N))/2",
    "low(N)": "1/2 - 1/(2*sqrt(N))",
    "high(N)": "1/2 + 1/(2*sqrt(N))",
}
says = partial(Formula, define=DEFINE)

SHARE = {"pi": "[0, 1]"}
INNER = {"pi": "(0, 1)"}
MANY = {"N": "integer N >= 2"}
ONE = {"N": "integer N >= 1"}
STRICT = {"t": "t > 1"}
MIDDLE = {"p2": "0 <= p2 < 1"}
THREE = {"p2": "0 < p2 < 1"}
DEVICE = {"p": "[0, 1/2)"}
QUESTION = {"p": "0 < p < 1", "b": "0 < b < 1"}
ASKED = {"p": "[0, 1]", "b": "[0, 1]"}
CARDS = {"L": "integer L >= 2", "m, s": "real"}
NO_ROOT_READING = "1/2-1/2√N is 1/2 - 1/(2√N), as the displays of the proof have it"

# the variance with replacement exceeds that without by pi(1-pi)/N > 0; p belongs to Warner's device and q to Simmons'
REDUCED = says(
    "w*(1-w)/(N*(2*p-1)^2) - W(p,N) = pi*(1-pi)/N and z*(1-z)/(N*q^2) - S(q,b,pi,N) = pi*(1-pi)/N and (pi*((L+1)^2 - "
    "2*(L+1)*m + s) + (1-pi)*s - (m + pi*(L+1-2*m))^2)/(N*(L+1-2*m)^2) - C(v, L+1-2*m, N) = pi*(1-pi)/N and pi*(1-pi)/N > 0",
    {**DEVICE, **SHARE, **ONE, **CARDS, "q, b": "[0, 1]", "w": "w = p*pi + (1-p)*(1-pi)", "z": "z = q*pi + (1-q)*b"},
    ("0 < pi and pi < 1", "q > 0", "L + 1 - 2*m != 0"),
)


def reduced(name: str, printed: str) -> Claim:
    """What Sections 3 and 7 say of all three devices."""
    narrowed = (
        "0 < pi and pi < 1: in a population of one kind the variances are the same",
        "q > 0: Simmons' estimator divides by it",
        "L + 1 - 2*m != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",
    )
    return Claim(name, "", printed, Theorem("SunReplaced.summary_of_section_3"), REDUCED, narrowed=narrowed)


# Sections 3.3 and 4 print the same of two devices with cards
RIGHT_CASES = Repair(
    "line 6 must be X = L + 1 - k and line 8 X = k: these are the formula, for every card k and both truths",
    formula=Formula(
        "(x = 1 implies (L+1-k)*x + k*(1-x) = L+1-k) and (x = 0 implies (L+1-k)*x + k*(1-x) = k)",
        {"L": "integer L >= 2", "k": "integer 1 <= k <= L", "x": "integer [0, 1]"},
    ),
)


def answers(device: str, section: str, after: str, expectation: str) -> list[str | Claim | Repair]:
    """The first display after the algorithm, which calls a number yes or no, and the expectation of an answer."""
    return [
        f"{section}, the first display after {after}",
        Claim(
            f"sun.{device}_answers_are_yes_or_no",
            printed="X_i is 1 if the respondent answers yes and 0 if he answers no, where X_i = (L+1-Y)x + Y(1-x)",
            evidence=Counterexample({"L": "2", "Y": "2", "x": "0"}),
            formula=Formula(
                "(L+1-Y)*x + Y*(1-x) = 0 or (L+1-Y)*x + Y*(1-x) = 1",
                {"L": "integer L >= 2", "Y": "integer 1 <= Y <= L", "x": "integer [0, 1]"},
            ),
            reading="the display was carried over from Warner's device: the formula of the next line gives numbers from 1 to "
            "L. Whatever 'yes' may mean, X_i would be 1 or 0",
        ),
        Repair("X_i is one of the numbers 1, ..., L", states="1 <= (L+1-Y)*x + Y*(1-x) and (L+1-Y)*x + Y*(1-x) <= L"),
        f"{section}, the expectation of X",
        Claim(
            f"sun.{device}_expectation",
            printed="E X = E Y + pi (L + 1 - 2 E Y)",
            evidence=Theorem(expectation),
            formula=Formula("(L + 1 - m)*pi + m*(1 - pi) = m + pi*(L + 1 - 2*m)", {**CARDS, **SHARE}),
            reading="X, which has no index, is the mean of the answers of the N people",
        ),
    ]


NO_RUNS = (
    "shown is the exact variance over all runs; the simulated values are drawn in figures and not printed, and none is "
    "checked"
)
