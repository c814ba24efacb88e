"""What part of a device a measured core takes, and what the whole device would hash.

A core that is small in look-up tables may be large in flip-flops: the share is that of the kind of
cell of which it takes most. Both figures follow from what a document holds, so that documents that
were written without them get them when they are read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hashloom.targets import Resources, get_target

SHARE, PER_DEVICE = "device_share", "gbps_per_device"


def device_share(resources: Resources, target: str) -> float:
    """The largest part a core takes of the device's look-up tables, flip-flops, block RAMs or
    memories of look-up tables, 1 for all of them."""
    return get_target(target).capacity.share(resources)


def gbps_per_device(mbps: float, share: float) -> float:
    """Throughput in Gbit/s of a device that is full of a core of `mbps` Mbit/s.

    It is a measure to compare cores by: place and route seldom fills a device to the last cell.
    """
    return mbps / 1000 / share


def with_share(document: Mapping[str, Any]) -> dict[str, Any]:
    """A result document with `device_share` and `gbps_per_device`, after `mbps_per_lut`."""
    share = device_share(Resources(**document["resources"]), document["target"])
    figures = {
        SHARE: round(share, 5),
        PER_DEVICE: round(gbps_per_device(document["throughput_mbps"]["aggregate"], share), 2),
    }
    found: dict[str, Any] = {}
    for name, value in document.items():
        found[name] = value
        if name == "mbps_per_lut":
            found |= figures
    return found | figures
