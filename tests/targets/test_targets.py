"""Targets: names, refusals, capacities and commands."""

from __future__ import annotations

import pytest

from hashloom.errors import RequestError
from hashloom.request.point import DEFAULT_TARGET
from hashloom.targets import AreaTarget, Resources, get_target, larger_target, target_names


@pytest.mark.parametrize("name", target_names())
def test_every_target_is_consistent(name: str) -> None:
    target = get_target(name)
    assert target.name == name
    assert (target.capacity.lut > 0) is not isinstance(target, AreaTarget)
    delays = target.delays
    assert 0 < delays.carry_per_bit_ns < delays.lut_ns < delays.bram_ns
    assert 0 < delays.register_ns < delays.bram_ns
    assert delays.carry_ns(64) > delays.carry_ns(32) > delays.carry_base_ns


def test_ecp5_has_every_size_and_speed() -> None:
    expected = {f"ecp5-{size}-{speed}" for size in ("12f", "25f", "45f", "85f") for speed in "678"}
    assert expected <= set(target_names())


def test_families_with_open_place_and_route() -> None:
    placed = {get_target(name).family for name in target_names()} - {
        name for name in target_names() if isinstance(get_target(name), AreaTarget)
    }
    assert placed == {"ecp5", "ice40", "nexus", "gowin", "machxo"}


@pytest.mark.parametrize("name", target_names())
def test_pins_are_placed_where_the_tool_does_not_place_them(name: str) -> None:
    target = get_target(name)
    wanted = {"nexus": "LOC", "gowin": "BEL"}.get(target.family)
    for pin in (target.clock_pin, target.data_pin):
        assert [key for key, _ in pin.attributes if wanted] == ([wanted] if wanted else [])
        assert bool(pin.buffers) == (target.family in ("nexus", "gowin"))


def test_default_target_exists() -> None:
    assert get_target(DEFAULT_TARGET).part == "LFE5U-85F CABGA381 8"


def test_name_may_be_in_capitals() -> None:
    assert get_target("ECP5-85F-8").name == "ecp5-85f-8"


def test_unknown_target_names_the_known_and_the_closest() -> None:
    with pytest.raises(RequestError, match=r"ice40-hx8k.*did you mean ecp5-85f-8\?") as refused:
        get_target("ecp5-85f-9")
    assert refused.value.exit_status == 2


def test_unknown_target_without_likeness() -> None:
    with pytest.raises(RequestError, match=r"'xq' is not a target.*ice40-up5k.*\.$"):
        get_target("xq")


def test_faster_grades_have_shorter_delays() -> None:
    slow, middle, fast = (get_target(f"ecp5-85f-{speed}").delays for speed in "678")
    assert slow.register_ns > middle.register_ns > fast.register_ns
    assert slow.lut_ns > middle.lut_ns > fast.lut_ns
    assert slow.carry_ns(32) > middle.carry_ns(32) > fast.carry_ns(32)


def test_only_ecp5_carry_cells_absorb_functions() -> None:
    assert get_target("ecp5-85f-8").delays.fused == {"ch", "maj", "select"}
    assert get_target("ice40-hx8k").delays.fused == frozenset()


def test_larger_target_stays_in_the_family_when_it_can() -> None:
    small = get_target("ecp5-25f-7")
    assert larger_target(small, Resources(30000, 0, 0, 0, 0)) == "ecp5-45f-7"
    assert larger_target(get_target("ice40-hx1k"), Resources(2000, 0, 0, 0, 0)) == "ice40-up5k"
    tight = Resources(24000, 0, 0, 0, 0)
    assert str(larger_target(get_target("ice40-hx8k"), tight)).startswith("ecp5-12f")
    assert larger_target(small, Resources(10**6, 0, 0, 0, 0)) is None


def test_shortage_names_what_is_short() -> None:
    have = Resources(lut=10, ff=10, bram=1, lutram=0, dsp=0)
    assert have.shortage(Resources(lut=11, ff=10, bram=2, lutram=0, dsp=0)) == {
        "lut": (11, 10),
        "bram": (2, 1),
    }


def test_place_command_carries_device_seed_and_report() -> None:
    command = get_target("ecp5-45f-6").place_command("n.json", "top", 7, "r.json")
    text = " ".join(command)
    assert "--45k" in command
    for part in ("--speed 6", "--json n.json", "--top top", "--seed 7", "--report r.json"):
        assert part in text


def test_what_suits_some_cores_is_added_to_what_is_said_of_all() -> None:
    target = get_target("ecp5-85f-8")
    for other in (target.crowded, target.spread, target.loose, target.short):
        assert other.place_options[: len(target.place_options)] == target.place_options
        assert len(other.place_options) > len(target.place_options)
    assert target.shallow.preparation.startswith("scratchpad ")
    ice40 = get_target("ice40-up5k")
    assert ice40.shallow == ice40
    assert ice40.loose == ice40.crowded == ice40.spread == ice40.short == ice40
