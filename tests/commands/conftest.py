"""Stand-ins for what the commands would take long to do."""

from __future__ import annotations

import pytest
from support.hmac_model import HmacInterface, HmacModel, build_stand_in

from hashloom.cores.core import Core


@pytest.fixture
def hmac_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """HMAC cores are simulated by the model in software."""

    def sources(core: Core) -> dict[str, str]:
        interface = HmacInterface(core.interface.width or 32, core.interface.slots)
        return HmacModel(core.hash, core.contexts, interface).sources()

    monkeypatch.setattr(Core, "sources", sources)
    monkeypatch.setattr("hashloom.verification.simulation.driver.build_model", build_stand_in)
