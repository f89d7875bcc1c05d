from rropt.exact.decimal import decimal, show_with_decimal
from rropt.exact.infinity import INFINITY
from rropt.exact.spelling import counted, roughly, show


def test_one_is_singular_and_the_rest_is_plural() -> None:
    assert [counted(n, "answer") for n in (0, 1, 2)] == ["0 answers", "1 answer", "2 answers"]
    assert (counted(1, "person", "people"), counted(3, "person", "people")) == ("1 person", "3 people")


def test_a_large_number_is_told_by_its_power_of_ten() -> None:
    assert [roughly(n) for n in (0, 10**9 - 1, 10**9, 10**5000 - 1)] == [
        "0",
        "999,999,999",
        "about 10^9",
        "about 10^4999",
    ]


def test_minus_infinity_keeps_its_sign() -> None:
    for say in (show, decimal, show_with_decimal):
        assert (say(INFINITY), say(-INFINITY)) == ("inf", "-inf")
