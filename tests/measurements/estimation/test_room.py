"""A core that is far too large for its device is told at once, and no other is refused."""

from __future__ import annotations

import pytest

from hashloom import cli
from hashloom.cores import Architecture, core_for, core_of
from hashloom.errors import RequestError
from hashloom.implementation.bitstream import larger_board
from hashloom.measurements.dataset import shipped
from hashloom.measurements.estimation import room
from hashloom.measurements.estimation.compiled import engine_of
from hashloom.measurements.estimation.estimator import estimate
from hashloom.measurements.estimation.features import Outline
from hashloom.request.point import point_of


def test_no_measured_core_is_estimated_so_much_too_large() -> None:
    """Of those with one message in flight, as on boards."""
    seen = 0
    for document in shipped():
        core = core_of(point_of(document))
        if core.folded or core.contexts > 1 or core.interface.registered:
            continue
        outline = Outline(core.hash, core.architecture, core.interface, engine_of(core))
        estimated = estimate(outline, core.target).resources.lut
        assert estimated <= (1 + room.MARGIN) * document["resources"]["lut"], core.name
        seen += 1
    assert seen > 40


def test_a_core_that_cannot_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    core = core_for("hmac-sha512", None, None, "ice40-up5k")
    with pytest.raises(RequestError, match=r"estimated to need \d+ lut of 5280.*tang-nano-20k"):
        room.check_room(core, larger_board)
    monkeypatch.setattr(room, "MARGIN", 9.0)
    room.check_room(core, larger_board)


@pytest.mark.parametrize("fold", [0, 1])
def test_a_core_that_may_fit(fold: int) -> None:
    room.check_room(core_for("sha256", Architecture(fold=fold), None, "ice40-up5k"), larger_board)


def test_no_tool_is_started_for_one_that_cannot_fit(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("subprocess.Popen", lambda *_, **__: 1 / 0)
    assert cli.run(["board", "icebreaker", "hmac-sha512"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "does not fit ice40-up5k" in err
