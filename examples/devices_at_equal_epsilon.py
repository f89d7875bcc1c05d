"""Modified Warner, Simmons and Christofides, and improved Christofides at one epsilon in a census: who needs the fewest people?

Sun, Zhou and Yan (2023), section 6.4 and Table 2: the least number of people for a variance of 1/10, where 1/10 say yes.
"""

from rropt.decks import least_people, spread
from rropt.families import christofides, simmons, warner

PRINTED = {"0.05": (4000, 4040, 1456), "0.25": (160, 161, 59), "0.5": (40, 40, 16)}

for epsilon, printed in PRINTED.items():
    two, three = warner(epsilon=epsilon).columns[0], christofides(epsilon=epsilon, middle="1/100").columns[0]
    # at equal epsilon Simmons' device with an unrelated share of 1/2 is Warner's
    assert simmons(epsilon=epsilon, unrelated="1/2").columns[0] == two
    found = [least_people(three, "1/10", "1/10", kept=kept) for kept in (False, True)]
    print(
        epsilon,
        "Warner and Simmons:",
        least_people(two, "1/10", "1/10"),
        "Christofides, modified and improved:",
        *found,
    )
    assert (least_people(two, "1/10", "1/10"), *found) == printed
    assert spread(two) < spread(three)
