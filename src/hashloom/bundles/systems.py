"""What other people's systems want of a core: VHDL, a script for Vivado, a peripheral of LiteX."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hashloom import __version__
from hashloom.bundles.templating import template
from hashloom.bundles.vivado import MAP_BYTES, interfaces_of
from hashloom.cores.core import Core

LITEX_BUSES = ("wishbone", "axi4-lite")  # those that a SoC of LiteX has


class Vlnv(NamedTuple):
    """By what FuseSoC, IP-XACT and Vivado know a core."""

    vendor: str
    library: str
    name: str
    version: str


def vlnv_of(core: Core) -> Vlnv:
    """Vendor, library, name and version of a core, the same in every system."""
    library = "hmac" if core.keyed else "sha2" if core.hash.in_halves else "hash"
    return Vlnv(__package__.partition(".")[0], library, core.prefix, __version__)


def system_files(core: Core, sources: Sequence[str]) -> dict[str, str]:
    """Texts by path in the bundle; `sources` are the paths there of the portable RTL."""
    files = {
        f"vhdl/{core.top}_component.vhd": template("component.vhd.j2", core=core, example=False),
        f"vhdl/{core.top}_wrapper.vhd": template("component.vhd.j2", core=core, example=True),
        "vivado/package_ip.tcl": template(
            "package_ip.tcl.j2",
            core=core,
            sources=sources,
            vlnv=vlnv_of(core),
            interfaces=interfaces_of(core.ports),
            map_bytes=MAP_BYTES,
        ),
    }
    if core.interface.registered and core.interface.bus in LITEX_BUSES:
        files[f"litex/{core.prefix}_litex.py"] = template(
            "litex.py.j2", core=core, sources=sources, interface=core.interface
        )
    return files
