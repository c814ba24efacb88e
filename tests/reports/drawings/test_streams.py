"""Timing diagrams: every clock that tells something is drawn, the others are counted."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from support.hmac_model import HmacInterface, HmacModel, build_stand_in

from hashloom.errors import CheckError, RequestError
from hashloom.hashes import get_hash
from hashloom.reports.drawings.streams import draw_streams
from hashloom.reports.drawings.waveform import Wave, draw_waves


@pytest.fixture(autouse=True)
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashloom.verification.simulation.driver.build_model", build_stand_in)


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter() if node.text]


def test_clocks_alike_are_cut_out() -> None:
    bus = ("a", "b", *[None] * 10, "c<d", None)
    level = (True, *[False] * 13)
    found = texts(draw_waves("title & more", [Wave("bus", bus), Wave("level", level)]))
    assert {"title & more", "bus", "level", "clk", "a", "b", "c<d", "8 clocks"} <= set(found)
    assert len([text for text in found if text.endswith(" clocks")]) == 1
    assert "clocks" not in "".join(texts(draw_waves("short", [Wave("bus", bus[:6])])))


def test_a_bus_that_stays_is_drawn_once() -> None:
    found = texts(draw_waves("", [Wave("bus", ("same", "same", "same", "other"))]))
    assert found.count("same") == 1


def test_streams_of_an_hmac_core() -> None:
    core = HmacModel(get_hash("sha256"), interface=HmacInterface(32, 8), block_clocks=66)
    svg = draw_streams(core)
    assert svg == draw_streams(core)
    found = texts(svg)
    for text in ("KEY, slot 7", "MAC, slot 7, 16 bytes", "TAG", "VERIFY, slot 7, 16 bytes"):
        assert found.count(text) == 1
    assert found.count("6566654a") == 1  # the key, its first byte in the low lane
    assert found.count("46c1dc5b") == 2  # the tag's first bytes: made, then expected
    assert found.count("0: ok") == 3
    cut = [int(n) for n in re.findall(r"(\d+) clocks", " ".join(found))]
    drawn = svg.count('stroke-dasharray="2 3"') - len(cut)
    # key, message and its two block times behind those of the key, tag, expected tag, message
    assert abs(sum(cut) + drawn - (1 + 7 + 6 * 66 + 4 + 4 + 7)) < 12


def test_only_of_right_hmac_cores() -> None:
    with pytest.raises(RequestError, match="hmac-sha256"):
        draw_streams(HmacModel(get_hash("sha256"), level="message"))
    with pytest.raises(CheckError, match="status 3"):
        draw_streams(HmacModel(get_hash("sha256"), fault="forgetful"))
