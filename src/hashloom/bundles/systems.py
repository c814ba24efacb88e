"""What other people's systems want of a core: VHDL, a script for Vivado, a peripheral of LiteX."""

from __future__ import annotations

from collections.abc import Sequence

from hashloom import __version__
from hashloom.bundles.templating import template
from hashloom.cores.core import Core

LITEX_BUSES = ("wishbone", "axi4-lite")  # those that a SoC of LiteX has


def library(core: Core) -> str:
    """The library in a core's VLNV."""
    if core.keyed:
        return "hmac"
    return "sha2" if core.hash.shared_sums else "hash"


def system_files(core: Core, sources: Sequence[str]) -> dict[str, str]:
    """Texts by path in the bundle; `sources` are the paths there of the portable RTL."""
    files = {
        f"vhdl/{core.top}_component.vhd": template("component.vhd.j2", core=core, example=False),
        f"vhdl/{core.top}_wrapper.vhd": template("component.vhd.j2", core=core, example=True),
        "vivado/package_ip.tcl": template(
            "package_ip.tcl.j2",
            core=core,
            sources=sources,
            library=library(core),
            version=__version__,
        ),
    }
    if core.interface.registered and core.interface.bus in LITEX_BUSES:
        files[f"litex/{core.prefix}_litex.py"] = template(
            "litex.py.j2", core=core, sources=sources, interface=core.interface
        )
    return files
