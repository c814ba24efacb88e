"""What users do with a core that takes rooms above this one: those offer what does the work."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hashloom.loading import offered


class Verbs:
    """Methods of a core that other rooms do the work of."""

    def simulate(self, messages: Sequence[bytes], **options: Any) -> list[bytes]:
        """Digests of `messages`, computed by the RTL in simulation.

        Options are `stalls`, the share of clocks in which each stream pauses at random, `seed`, and
        `hashes`, the name of each message's hash, for a core of several.
        Raises ToolError without a C++ compiler, CheckError when the hardware breaks the rules of
        its streams.
        """
        digests: list[bytes] = offered("simulate")(self, messages, **options)
        return digests

    def simulate_tags(self, requests: Sequence[Any], **options: Any) -> list[bytes]:
        """HMAC tags of `requests` (TagRequest), computed by the RTL of an HMAC core in simulation.

        Options are as for `simulate`.  Raises RequestError when the core is no HMAC core or a tag
        length is not accepted, and otherwise as `simulate` does.
        """
        tags: list[bytes] = offered("simulate_tags")(self, requests, **options)
        return tags

    def verify_tags(self, checks: Sequence[Any], **options: Any) -> Any:
        """What the RTL of an HMAC core says of tags (TagCheck) in simulation, and in which time.

        Options are as for `simulate`, and `turn`, after what another context may send: "beat",
        "block" or "packet".  Gives Verdicts and raises what `simulate_tags` does.
        """
        return offered("verify_tags")(self, checks, **options)

    def measured(self) -> dict[str, Any] | None:
        """The result document of exactly this RTL on the core's target, None where there is none.

        It is the newest of your own runs, or else the one that comes with hashloom.
        """
        document: dict[str, Any] | None = offered("measured")(self)
        return document

    def implement(self, seeds: Sequence[int] = (1, 2, 3, 4, 5), **options: Any) -> Any:
        """Synthesis, place and route on the core's target: see implementation.implementing."""
        return offered("implement")(self, seeds, **options)

    def area(self, **options: Any) -> Any:
        """Area by synthesis, without place and route: see implementation.implementing."""
        return offered("area")(self, **options)

    def write(self, folder: Path) -> None:
        """Writes the core's bundle: RTL, benches, documents, FuseSoC description, manifest."""
        offered("write")(self, folder)
