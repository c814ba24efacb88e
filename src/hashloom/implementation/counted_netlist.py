"""A mapped core that counts how often its nets change while it is simulated.

Every net of the netlist after synthesis is watched bit by bit, its changes from one clock to the
next weighted by its fan-out: the pins of cells that read it.  Only settled values are seen, so
that glitches within a clock are not in the count, nor is the clock itself.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hashloom.cache import Cache
from hashloom.errors import ToolError
from hashloom.implementation.flow import run_yosys, source_key, write_sources
from hashloom.implementation.tools import find_tool
from hashloom.targets.model import Target

_JSON, _VERILOG = "run-counted.json", "run-counted.v"
_BITS = 1024  # of one vector of watched nets


def counted_netlist(sources: Mapping[str, str], top: str, target: Target, *, cache: Cache) -> str:
    """Verilog of the mapped core that prints what was counted when its simulation ends.

    The line is "trace CHANGES WEIGHTED": changes of all nets, and the same with every net times
    its fan-out.  The cells' models are part of the text.
    """
    yosys = find_tool("yosys")
    command = "; ".join(target.simulation_script(top))
    key = source_key("counted", sources, top, command, yosys)
    content = cache.get(key)
    if content is None:
        with cache.work_folder() as folder:
            script = [
                *write_sources(sources, folder),
                *target.simulation_script(top),
                f"write_json {_JSON}",
                "delete =A:blackbox",
                f"read_verilog -defer -overwrite {target.simulation_cells}",
                f"hierarchy -top {top}",
                "proc",
                f"write_verilog -noattr -norename {_VERILOG}",
            ]
            run_yosys(yosys, script, folder, "run-counted")
            content = gzip.compress(_instrumented(folder, top).encode())
        cache.put(key, content)
    return gzip.decompress(content).decode()


def _instrumented(folder: Path, top: str) -> str:
    module = json.loads((folder / _JSON).read_text())["modules"][top]
    text = (folder / _VERILOG).read_text()
    return instrumented(text, top, module)


def instrumented(text: str, top: str, module: Mapping[str, Any]) -> str:
    """`text`, a netlist of `top`, with counters of its nets.

    `module` is the same netlist as Yosys writes it in JSON.  Raises ToolError when the text has no
    such module.
    """
    begin = text.find(f"module {top}(")
    end = text.find("endmodule", begin)
    if begin < 0 or end < 0:
        raise ToolError(f"The netlist has no module {top}.")
    return text[:end] + _counters(watched(module)) + text[end:]


def watched(module: Mapping[str, Any]) -> dict[int, list[str]]:
    """By fan-out, expressions of the bits of nets that have it."""
    fan_out: Counter[int] = Counter()
    for cell in module["cells"].values():
        directions = cell["port_directions"]
        for port, bits in cell["connections"].items():
            if directions[port] == "input":
                fan_out.update(bit for bit in bits if isinstance(bit, int))
    names: dict[int, str] = {}
    for name, net in module["netnames"].items():
        bits = net["bits"]
        for index, bit in enumerate(bits):
            if isinstance(bit, int):
                place = f"[{index + net.get('offset', 0)}]" if len(bits) > 1 else ""
                names.setdefault(bit, f"\\{name} {place}".rstrip() + " ")
    found: dict[int, list[str]] = {}
    for bit, count in sorted(fan_out.items()):
        found.setdefault(count, []).append(names[bit].strip() + " ")
    return found


def _counters(nets: Mapping[int, list[str]]) -> str:
    """Registers that hold the nets a clock before, and the sums of their changes."""
    lines = ["", "  // changes of the nets from clock to clock"]
    lines += ["  reg [63:0] changes_counted = 0;", "  reg [63:0] weighted_counted = 0;"]
    plain, weighted = [], []
    for fan_out, expressions in nets.items():
        for part in range(0, len(expressions), _BITS):
            bits = expressions[part : part + _BITS]
            name = f"watched_{fan_out}_{part // _BITS}"
            width = len(bits)
            lines.append(f"  wire [{width - 1}:0] {name} = {{")
            lines += [f"    {bit}{',' if i < width - 1 else ''}" for i, bit in enumerate(bits)]
            lines.append("  };")
            lines.append(f"  reg [{width - 1}:0] {name}_q;")
            lines.append(f"  always @(posedge clk) {name}_q <= {name};")
            count = f"$countones({name} ^ {name}_q)"
            plain.append(f"64'({count})")
            weighted.append(f"64'd{fan_out} * 64'({count})")
    lines += [
        "  always @(posedge clk) begin",
        "    changes_counted <= changes_counted",
        *(f"      + {term}" for term in plain),
        "      ;",
        "    weighted_counted <= weighted_counted",
        *(f"      + {term}" for term in weighted),
        "      ;",
        "  end",
        '  final $display("trace %0d %0d", changes_counted, weighted_counted);',
        "",
    ]
    return "\n".join(lines)
