"""Names of signals in a core of two engines."""

from __future__ import annotations

from hashloom.verification.answers.gates import Gates

INNER, OUTER = "inner", "outer"


def seen_from(gates: Gates, engine: str, *, over: bool = False) -> Gates:
    """The same gates, in which what belongs to one engine also has the name that it has in a core
    of a single one: `inner_started` is `started`, `u_inner_rota.full_q` is `u_rota.full_q`.

    What is behind both engines keeps such a name, unless the engine's goes `over` it.
    """
    found = dict(gates.signals)
    for name, bits in gates.signals.items():
        for before, after in ((f"{engine}_", ""), (f"u_{engine}_", "u_")):
            if name.startswith(before):
                short = after + name.removeprefix(before)
                found[short] = bits if over else found.get(short, bits)
    return Gates(found, gates.drivers)
