"""How many truthful answers is one randomized answer to n yes/no questions worth?

Vinterbo (2018), Lemma 4.5: the loss is (c − s)/(1 − s), s = Σ π², c = ((a² + (1 − a)²)/(2a − 1)²)^n with a = 1 − p/2.
"""

from rropt.exact import read_number
from rropt.families import unrelated_coin
from rropt.questions import loss


def loss_of_unrelated_coins(p="1/2", shares=("1/20", "3/20", "3/10", "1/2")):
    """What is computed, and what the theorem says."""
    pi = [read_number(x) for x in shares]
    n = len(pi).bit_length() - 1
    computed = loss([unrelated_coin(p=p)] * n, pi).value
    a, s = 1 - read_number(p) / 2, sum(x**2 for x in pi)
    c = ((a**2 + (1 - a) ** 2) / (2 * a - 1) ** 2) ** n
    return computed, (c - s) / (1 - s)


CASES = [{"p": "3/4"}, {"shares": ("1/4", "3/4")}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = loss_of_unrelated_coins(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
