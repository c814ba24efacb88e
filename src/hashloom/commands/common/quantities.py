"""Throughputs and times as people write them."""

from __future__ import annotations

import math
import re

from hashloom.errors import RequestError

_UNITS = {"": 1e-6, "k": 1e-3, "m": 1.0, "g": 1e3, "t": 1e6}  # in Mbit/s
_NUMBER = r"(\d+(?:\.\d*)?|\.\d+)\s*"
_RATE = re.compile(_NUMBER + r"([kmgtKMGT]?)(?:bit/s|bits/s|bps|b/s|bit|b)?")
_TIMES = {"ns": 1.0, "us": 1e3, "µs": 1e3, "ms": 1e6}
_TIME = re.compile(_NUMBER + r"(ns|us|µs|ms)")


def rate_mbps(text: str) -> float:
    """A throughput in Mbit/s.  Raises RequestError for what is not one."""
    found = _RATE.fullmatch(text.strip())
    value = float(found[1]) * _UNITS[found[2].lower()] if found else 0.0
    if not 0 < value < math.inf:
        raise RequestError(
            f"--throughput {text} is no throughput; accepted are bits a second such as 2G, 500M or "
            "1.5Gbit/s."
        )
    return value


def time_ns(text: str) -> float:
    """A time in ns.  Raises RequestError for what is not one."""
    found = _TIME.fullmatch(text.strip())
    value = float(found[1]) * _TIMES[found[2].lower()] if found else 0.0
    if not 0 < value < math.inf:
        raise RequestError(
            f"--max-latency {text} is no time; accepted are times such as 500ns or 2us."
        )
    return value
