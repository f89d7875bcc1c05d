from rropt.mechanism import Mechanism
from rropt.order.blackwell import compare

P = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="every")
TWICE = Mechanism([["t^2/(t^2+1)", "1/(t^2+1)"], ["1/(t^2+1)", "t^2/(t^2+1)"]], epsilon="every")
RR = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])


def test_one_relation_for_every_epsilon():
    assert compare(TWICE, P).relation == "better"
    assert compare(P, TWICE).relation == "worse"
    assert compare(P, P.reorder(outputs=[1, 0])).relation == "equivalent"


def test_a_relation_that_depends_on_epsilon_is_told_in_pieces():
    found = compare(P, RR)
    assert found.relation is None and "depends on epsilon" in found.sentence
    assert "t in [3, inf): yes" in found.explain()
    # sympy and cvxpy are asked at the single rational t too
    assert [leg.status.partition(", at t = ")[0] for leg in found.legs] == [
        "agree that B is more informative than A",
        "agree that A and B are equally informative",
        "agree that A is more informative than B",
    ]
    document = found.to_dict()
    assert [piece["holds"] for piece in document["pieces"]["A over B"]] == ["no", "yes"]
    assert [piece["interval"] for piece in document["pieces"]["B over A"]] == ["(1, 3]", "(3, inf)"]
    assert document["relations"] == [
        {"interval": "(1, 3)", "relation": "worse"},
        {"interval": "t = 3", "relation": "equivalent"},
        {"interval": "(3, inf)", "relation": "better"},
    ]
    assert "  t = 3: A and B are equally informative\n" in found.explain()
    assert all(piece["certificate"] for half in document["pieces"].values() for piece in half)


def test_what_holds_at_one_irrational_point_only_is_undecided_there():
    """B is A where t is the square root of 2, and sharper elsewhere."""
    x = "(t/(t+1)+(t^2-2)^2/(100*t^4*(t+1)))"
    found = compare(P, Mechanism([[x, f"1-{x}"], [f"1-{x}", x]], epsilon="every"))
    assert [piece.holds for piece in found.forward.pieces] == [False, None, False]
    assert all(piece.holds for piece in found.backward.pieces)
    assert "  t = about 1.4142136: undecided" in found.explain() and found.relation is None
    # the one relation that is known does not change with epsilon
    assert found.sentence == "which of A and B is more informative is not decided for every epsilon"
