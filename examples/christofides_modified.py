"""Christofides' cards, put back after each draw: a census of 400 people.

Sun, Zhou and Yan (2023), Algorithm 3 and Theorem 3.1: the variance is σ²/(N·D²), whatever the prevalence.
"""

import random
from fractions import Fraction

from rropt.decks import Deck, estimate, one_answer_epsilon, transcript_epsilon, variance

COUNTS, PEOPLE, YES = (2, 1, 7), 400, 60

rng = random.Random(1)
answers = []
for person in range(PEOPLE):
    card = rng.choices((1, 2, 3), COUNTS)[0]
    answers.append(4 - card if person < YES else card)

deck = Deck(COUNTS)
found = estimate(answers, deck)
print(found)

mean, square = Fraction(5, 2), Fraction(69, 10)  # of one card: (2·1 + 1·2 + 7·3)/10 and (2·1 + 1·4 + 7·9)/10
assert found.share == float((Fraction(sum(answers), PEOPLE) - mean) / (4 - 2 * mean))
theorem = (square - mean**2) / (PEOPLE * (4 - 2 * mean) ** 2)
assert variance(deck, PEOPLE, Fraction(YES, PEOPLE)) == theorem and found.variance == float(theorem)
assert abs(found.share - YES / PEOPLE) < 4 * found.variance**0.5
assert transcript_epsilon(deck, PEOPLE) == one_answer_epsilon(deck)
