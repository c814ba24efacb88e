"""What the modules of a core can be named by."""

from __future__ import annotations

import hashlib
import re

from hashloom.errors import RequestError

_PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*")  # VHDL has no other names
_LONGEST = 100  # tools cut or warn of names of more than 127 letters, and modules' names follow
_DIGITS = 8

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

# IEEE 1076-2008, section 15.10, but for those above; in VHDL small and large letters are alike
_VHDL_WORDS = """
abs access after all architecture array assume_guarantee attribute block body bus component
configuration constant disconnect downto elsif entity exit fairness file generic group guarded
impure in inertial is label linkage literal loop map mod next of on open others out package port
postponed procedure process protected range record register rem report restrict_guarantee rol ror
select severity shared signal sla sll sra srl subtype then to transport units until variable vmode
vprop vunit when
"""
VHDL_KEYWORDS = frozenset(_VHDL_WORDS.split())
_TAKEN = frozenset({"std"})  # a package of SystemVerilog (IEEE 1800-2017, annex G)


def check_prefix(prefix: str) -> None:
    """Raises RequestError, one sentence, for what modules cannot be named by."""
    if not _PREFIX.fullmatch(prefix) or len(prefix) > _LONGEST:
        raise RequestError(
            f"Modules cannot be named by {prefix!r}; accepted for --prefix is a letter and then "
            f"letters, digits and single underscores between them, {_LONGEST} at most."
        )
    if prefix in KEYWORDS | _TAKEN:
        raise RequestError(
            f"{prefix!r} is a word of SystemVerilog; accepted for --prefix is a name that is none."
        )
    if prefix.lower() in KEYWORDS | VHDL_KEYWORDS:
        raise RequestError(
            f"{prefix!r} is a word of VHDL, in which a core is declared, too; accepted for "
            "--prefix is a name that is none."
        )


def prefix_of(name: str) -> str:
    """What modules of the core `name` begin with: its name, or where that is too long, the
    beginning of it and digits of its hash."""
    if len(name) <= _LONGEST:
        return name
    digits = hashlib.sha256(name.encode()).hexdigest()[:_DIGITS]
    return f"{name[: _LONGEST - _DIGITS - 1].rstrip('_')}_{digits}"
