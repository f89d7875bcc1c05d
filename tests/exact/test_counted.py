from rropt.exact.spelling import counted


def test_one_is_singular_and_the_rest_is_plural() -> None:
    assert [counted(n, "answer") for n in (0, 1, 2)] == ["0 answers", "1 answer", "2 answers"]
    assert (counted(1, "person", "people"), counted(3, "person", "people")) == ("1 person", "3 people")
