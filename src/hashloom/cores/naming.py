"""Names of modules and files: every module of a core begins with the core's prefix.

So two cores stand in one design, each with the library modules it was generated with.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from hashloom.errors import RequestError

_PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_LONGEST = 100
_MODULE = re.compile(r"^module (\w+)", re.MULTILINE)
_INSTANCE = re.compile(r"^( +)(\w+)(?= (?:#\(|u_\w+ \())", re.MULTILINE)


# IEEE 1800-2017, annex B
_WORDS = """
accept_on alias always always_comb always_ff always_latch and assert assign assume automatic
before begin bind bins binsof bit break buf bufif0 bufif1 byte case casex casez cell chandle
checker class clocking cmos config const constraint context continue cover covergroup coverpoint
cross deassign default defparam design disable dist do edge else end endcase endchecker endclass
endclocking endconfig endfunction endgenerate endgroup endinterface endmodule endpackage
endprimitive endprogram endproperty endsequence endspecify endtable endtask enum event
eventually expect export extends extern final first_match for force foreach forever fork
forkjoin function generate genvar global highz0 highz1 if iff ifnone ignore_bins illegal_bins
implements implies import incdir include initial inout input inside instance int integer
interconnect interface intersect join join_any join_none large let liblist library local
localparam logic longint macromodule matches medium modport module nand negedge nettype new
nexttime nmos nor noshowcancelled not notif0 notif1 null or output package packed parameter pmos
posedge primitive priority program property protected pull0 pull1 pulldown pullup
pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase randsequence rcmos real realtime
ref reg reject_on release repeat restrict return rnmos rpmos rtran rtranif0 rtranif1 s_always
s_eventually s_nexttime s_until s_until_with scalared sequence shortint shortreal showcancelled
signed small soft solve specify specparam static string strong strong0 strong1 struct super
supply0 supply1 sync_accept_on sync_reject_on table tagged task this throughout time
timeprecision timeunit tran tranif0 tranif1 tri tri0 tri1 triand trior trireg type typedef union
unique unique0 unsigned until until_with untyped use uwire var vectored virtual void wait
wait_order wand weak weak0 weak1 while wildcard wire with within wor xnor xor
"""
KEYWORDS = frozenset(_WORDS.split())


def check_prefix(prefix: str) -> None:
    """Raises RequestError, one sentence, for what modules cannot be named by."""
    if not _PREFIX.fullmatch(prefix) or len(prefix) > _LONGEST:
        raise RequestError(
            f"Modules cannot be named by {prefix!r}; accepted for --prefix is a letter and then "
            f"letters, digits and underscores, {_LONGEST} at most."
        )
    if prefix in KEYWORDS:
        raise RequestError(
            f"{prefix!r} is a word of SystemVerilog; accepted for --prefix is a name that is none."
        )


def library_module(name: str, prefix: str) -> str:
    """The library's name of a module of a core with that prefix, which may be ""."""
    return name.removeprefix(f"{prefix}_") if prefix else name


def prefixed(own: Mapping[str, str], library: Mapping[str, str], prefix: str) -> dict[str, str]:
    """Files by name: a core's own, which have the prefix, and the library's with it.

    Both are texts by file name, which is the module's and ".sv".  Instances keep their names.
    """
    modules = {name.removesuffix(".sv") for name in library}

    def instances(text: str) -> str:
        return _INSTANCE.sub(renamed, text)

    def renamed(found: re.Match[str]) -> str:
        indent, module = found.groups()
        return f"{indent}{prefix}_{module}" if module in modules else found[0]

    files = {name: instances(text) for name, text in own.items()}
    for name, text in library.items():
        declared = _MODULE.sub(rf"module {prefix}_\1", text, count=1)
        files[f"{prefix}_{name}"] = instances(declared)
    return files
