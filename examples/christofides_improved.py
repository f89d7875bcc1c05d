"""Christofides' cards, kept after the draw: less variance than cards put back, and far less privacy than is claimed.

Sun, Zhou and Yan (2023), Algorithm 4: the variance of Theorem 4.1 is right, and Theorem 5.6's ε holds for one answer seen
alone. All answers together are not ε-private for any ε.
"""

import random
from fractions import Fraction

from rropt.decks import Deck, one_answer_epsilon, transcript_epsilon
from rropt.decks.deck import variance
from rropt.decks.estimate import estimate

PEOPLE, YES = 20, 3
cards = [1] * 5 + [3] * 15
random.Random(2).shuffle(cards)
answers = [4 - card if person < YES else card for person, card in enumerate(cards)]

deck, share = Deck((5, 0, 15), kept=True), Fraction(YES, PEOPLE)
print("estimated share:", estimate(deck, [answers.count(x) for x in (1, 2, 3)]), "true share:", share)

theorem = 4 * share * (1 - share) * Fraction(3, 4) / (PEOPLE - 1)
assert variance(deck, PEOPLE, share) == theorem
assert theorem < Fraction(3, 4) / PEOPLE  # cards put back
one, every = one_answer_epsilon(deck), transcript_epsilon(deck, PEOPLE)
print("epsilon of one answer:", one, "of all answers:", every)
assert str(one) == "log(3)" and str(every) == "inf"
