"""A few questions of the battery, with the seed of this commit: every answer is accepted by the checker, or refused in a
sentence."""

import pytest

from tests.engine.battery import KINDS, ask, questions, seed_of_commits


@pytest.mark.parametrize("kind", KINDS)
def test_random_questions(kind):
    seed, ordinary = seed_of_commits(), []
    for question in questions(seed, 15 * len(KINDS)):
        if question.kind == kind:
            verdict = ask(question)
            ordinary += [] if question.is_extreme else [(seed, question, verdict)]
    refused = [found for found in ordinary if found[2].startswith("refused:")]
    assert not refused
