"""The provers there are, by name.

`hashloom prove` runs every one that has something to say of the core.  A further kind of proof is
a further entry here.
"""

from __future__ import annotations

from hashloom.verification.answers.proof import prove_answers
from hashloom.verification.arrays.proof import prove_array
from hashloom.verification.equivalence.folded.proof import prove_folded
from hashloom.verification.equivalence.proof import prove_engine
from hashloom.verification.erasure.proof import prove_erasure
from hashloom.verification.flow import prove_flow
from hashloom.verification.many import prove_many_order, prove_many_packets
from hashloom.verification.order.proof import prove_order
from hashloom.verification.packets.proof import prove_packets
from hashloom.verification.pairs.order import prove_pair_order
from hashloom.verification.pairs.proof import prove_pair
from hashloom.verification.properties.proof import prove_properties
from hashloom.verification.proving import Prover

PROVERS: dict[str, Prover] = {
    "equivalence": prove_engine,
    "folding": prove_folded,
    "properties": prove_properties,
    "flow": prove_flow,
    "answers": prove_answers,
    "erasure": prove_erasure,
    "order": prove_order,
    "packets": prove_packets,
    "order of many": prove_many_order,
    "packets of many": prove_many_packets,
    "order of two": prove_pair_order,
    "packets of two": prove_pair,
    "array": prove_array,
}
