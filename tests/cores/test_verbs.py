"""What users do with a core by its methods is what rooms above do with it."""

from __future__ import annotations

import hashlib
import hmac
import inspect
from pathlib import Path

import pytest

from hashloom import VERBS
from hashloom.cores import Core, core_for
from hashloom.errors import RequestError
from hashloom.loading import offered
from hashloom.verification.tags import TagRequest


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_there(verb: str) -> None:
    own = list(inspect.signature(getattr(Core, verb)).parameters)
    whole = list(inspect.signature(offered(verb)).parameters)
    named = [name for name in own[1:] if name != "options"]
    assert whole[0] == "core"
    assert whole[1 : 1 + len(named)] == named


def test_digests_and_tags() -> None:
    assert core_for("sha256").simulate([b"abc"]) == [hashlib.sha256(b"abc").digest()]
    (tag,) = core_for("hmac-sha256").simulate_tags([TagRequest(b"key", b"abc")], stalls=0.2)
    assert tag == hmac.digest(b"key", b"abc", "sha256")


def test_area_is_of_targets_without_place_and_route() -> None:
    with pytest.raises(RequestError, match="synthesis only"):
        core_for("sha256").area()


def test_bundle(tmp_path: Path) -> None:
    core_for("sha256").write(tmp_path / "out")
    assert (tmp_path / "out" / "rtl" / "sha256.sv").exists()
