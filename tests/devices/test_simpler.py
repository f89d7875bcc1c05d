import json

import pytest
from typer.testing import CliRunner

from rropt import LDP, Contrast, TotalVariance, Trace, design, from_spec, verify
from rropt.cli import app
from rropt.devices import device_for

SHARES = ["0.4", "0.3", "0.15", "0.1", "0.05"]


def test_beside_rules_that_nobody_follows_stands_the_plain_device_with_its_own_value():
    found = design(TotalVariance(SHARES), LDP("ln3"), outputs="free")
    made = found.device(cards=52)
    plain = device_for(from_spec("krr:k=5,epsilon=ln3"), cards=52, prevalence=SHARES)
    assert not made.can_be_followed and made.is_simpler_as_good
    assert made.simpler.mechanism.rows == plain.mechanism.rows
    assert made.simpler.value == plain.value and made.simpler.value[1] < made.value[0]
    told, whole = made.explain(), made.explain(all_rules=True)
    assert told.startswith("Nobody could follow") and not whole.startswith("Nobody")
    assert made.rulings[3] not in told and made.rulings[3] in whole
    assert made.way_to_simpler in told and "plain=True" in made.way_to_simpler and not plain.way_to_simpler
    assert told.index(made.way_to_simpler) < told.index(made.said_of_simpler) < told.index(made.cost)
    assert made.to_dict()["simpler"]["value"] == made.simpler.to_dict()["value"]


@pytest.mark.slow
def test_no_other_device_where_it_is_plain_or_better_or_code():
    assert design(Trace(), LDP("ln3"), inputs=5).device(cards=52).simpler is None
    exact = design(TotalVariance(), LDP("ln3"), inputs=3, outputs="free").device(denominator=100)
    assert exact.simpler is None and exact.can_be_followed
    assert design(Contrast([1, 2, 3]), LDP("ln3"), outputs=2).device(denominator=20).simpler is None
    coded = design(TotalVariance(SHARES), LDP("ln3"), outputs="free").device(bits=16)
    assert coded.can_be_followed


@pytest.mark.slow
def test_the_command_shows_all_rules_when_asked(tmp_path):
    file = tmp_path / "shares.json"
    file.write_text(design(TotalVariance(SHARES), LDP("ln3"), outputs="free").to_json(), encoding="utf-8")
    call = ["device", str(file), "--cards", "52"]
    few, every = (
        CliRunner().invoke(app, [*call, *more], catch_exceptions=False).stdout for more in ([], ["--all-rules"])
    )
    assert len(few.splitlines()) < len(every.splitlines()) and "--all-rules" in few and "--all-rules" not in every
    as_file = CliRunner().invoke(app, [*call, "--json"], catch_exceptions=False)
    document = json.loads(as_file.stdout)
    assert "--plain" in as_file.stderr, "the file is of the device with more rules"
    assert document["simpler"]["instrument"] == document["instrument"]
    assert verify(as_file.stdout).is_accepted
    assert CliRunner().invoke(app, ["device", "classical", "--all-rules"]).exit_code != 0


def test_for_the_mean_of_a_scale_two_answers_stand_beside_rules_that_nobody_follows():
    found = design(Contrast([1, 2, 3, 4, 5], prevalence=["0.35", "0.3", "0.2", "0.1", "0.05"]), LDP(1), outputs="free")
    made = found.device(denominator=100)
    one_bit = design(found.problem.objective, LDP(1), outputs=2).device(denominator=100)
    assert not made.can_be_followed and not made.is_simpler_as_good
    assert made.simpler.mechanism.rows == one_bit.mechanism.rows and made.simpler.value == one_bit.value
    of_krr = device_for(from_spec("krr:k=5,epsilon=1"), denominator=100).mechanism
    assert found.problem.objective.value(of_krr) > made.simpler.value[1]
    assert len(made.simpler.rulings) == 6  # two that are forced, and a threshold between each two scores
    assert '"0" or "1", say "low"; if the truth is "2", "3" or "4", say "high"' in made.simpler.rulings[4]
