"""What nextpnr has placed, read and given back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hashloom.errors import ToolError
from hashloom.implementation.annealing.packed import moved, places_at, read_packed


def cell(kind: str, bel: str, pins: dict[str, int], **parameters: str) -> dict[str, Any]:
    outputs = {"F", "Q", "FCO", "OFX"}
    return {
        "type": kind,
        "parameters": parameters,
        "attributes": {"NEXTPNR_BEL": bel, "BEL_STRENGTH": "00001", "src": "a.sv:1"},
        "port_directions": {pin: "output" if pin in outputs else "input" for pin in pins},
        "connections": {pin: [net] for pin, net in pins.items()},
    }


CELLS = {
    "low": cell("TRELLIS_COMB", "X3/Y2/SLICEA.K0", {"A": 1, "FCO": 2}, MODE="CCU2"),
    "high": cell("TRELLIS_COMB", "X3/Y2/SLICEA.K1", {"FCI": 2, "F": 3}, MODE="CCU2"),
    "one": cell("TRELLIS_COMB", "X4/Y2/SLICEB.K1", {"A": 3, "F": 4}),
    "two": cell("TRELLIS_COMB", "X4/Y2/SLICEB.K0", {"B": 3, "F1": 4, "OFX": 5}),
    "reg": cell("TRELLIS_FF", "X3/Y2/SLICED.FF1", {"M": 5, "Q": 1}),
    "alone": cell("TRELLIS_COMB", "X9/Y9/SLICEC.K0", {"A": 1, "F": 6}),
}
TEXT = json.dumps(
    {
        "modules": {
            "top": {
                "settings": {"seed": "1", "router": "router1", "pack": "1"},
                "cells": CELLS,
                "netnames": {"a": {"bits": [1]}, "carry": {"bits": [2]}},
            }
        }
    }
)


def test_places_groups_and_nets() -> None:
    packed = read_packed(TEXT)
    assert [packed.places[name].z for name in CELLS] == [0, 1, 3, 2, 7, 4]
    groups = packed.groups
    assert groups["low"] == groups["high"]
    assert groups["one"] == groups["two"]
    assert len(set(groups.values())) == 2
    assert packed.drivers[1] == ("reg", "Q")
    assert packed.sinks[3] == [("one", "A"), ("two", "B")]
    assert packed.net_names == {1: "a", 2: "carry"}


def test_given_back_with_other_places_and_no_settings_of_the_run_before() -> None:
    places = [(5, 6, 2), (5, 6, 3), (7, 8, 5), (7, 8, 4), (1, 1, 0), (9, 9, 4)]
    packed = read_packed(TEXT)
    document = json.loads(moved(packed, places_at(packed, places), {2: "a;;1"}))
    module = document["modules"]["top"]
    assert module["settings"] == {"pack": "1"}
    assert module["netnames"]["carry"]["attributes"] == {"ROUTING": "a;;1"}
    assert module["netnames"]["a"] == {"bits": [1]}
    assert {name: found["attributes"] for name, found in module["cells"].items()} == {
        "low": {"src": "a.sv:1", "BEL": "X5/Y6/SLICEB.K0"},
        "high": {"src": "a.sv:1", "BEL": "X5/Y6/SLICEB.K1"},
        "one": {"src": "a.sv:1", "BEL": "X7/Y8/SLICEC.K1"},
        "two": {"src": "a.sv:1", "BEL": "X7/Y8/SLICEC.K0"},
        "reg": {"src": "a.sv:1", "BEL": "X1/Y1/SLICEA.FF0"},
        "alone": {"src": "a.sv:1", "BEL": "X9/Y9/SLICEC.K0"},
    }
    assert read_packed(TEXT).cells["reg"]["attributes"]["NEXTPNR_BEL"] == "X3/Y2/SLICED.FF1"


@pytest.mark.parametrize("text", ["", "{}", '{"modules": {"top": {"cells": {"a": {}}}}}'])
def test_what_is_no_placed_design_is_refused(text: str) -> None:
    with pytest.raises(ToolError, match="should be what nextpnr writes"):
        read_packed(text)
