"""Carry inputs of Nexus chains are left open where they are constant, and only there."""

from __future__ import annotations

from typing import Any

from hashloom.targets import get_target
from hashloom.targets.nexus_carry_in import open_constant_carries


def module(kind: str) -> dict[str, Any]:
    """Two cells of a chain, the first with its carry input at the constant 0."""
    return {
        "cells": {
            "low": {"type": "VLO", "connections": {"Z": [2]}},
            "first": {"type": kind, "connections": {"CIN": [2], "A0": [2], "COUT": [3]}},
            "second": {"type": kind, "connections": {"CIN": [3], "A0": [4], "COUT": [5]}},
        }
    }


def test_first_of_a_chain_is_left_open() -> None:
    cells = open_constant_carries(module("CCU2"))["cells"]
    assert cells["first"]["connections"] == {"A0": [2], "COUT": [3]}
    assert cells["second"]["connections"] == {"CIN": [3], "A0": [4], "COUT": [5]}


def test_other_families_and_the_argument_stay_as_they_are() -> None:
    for kind in ("CCU2C", "CCU2"):
        given = module(kind)
        result = open_constant_carries(given)
        assert given == module(kind)
        assert (result == given) == (kind == "CCU2C")


def test_the_pass_is_the_targets() -> None:
    given = module("CCU2")
    assert get_target("lifcl-40-9").mapped(given) == open_constant_carries(given)
    assert get_target("gw2a-18").mapped(given) == given
