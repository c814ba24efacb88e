"""The provers there are, by name.

`hashloom prove` runs every one that has something to say of the core.  A further kind of proof is
a further entry here.
"""

from __future__ import annotations

from hashloom.verification.answers.proof import prove_answers
from hashloom.verification.arrays.proof import KEYED_ARRAY, MESSAGE_ARRAY
from hashloom.verification.equivalence.folded.proof import prove_folded
from hashloom.verification.equivalence.proof import prove_engine
from hashloom.verification.erasing.proof import prove_erasing
from hashloom.verification.erasure.proof import prove_erasure
from hashloom.verification.flow import prove_flow
from hashloom.verification.order.proof import ORDER
from hashloom.verification.packets.proof import PACKETS
from hashloom.verification.pairs.order import PAIR_ORDER
from hashloom.verification.pairs.proof import PAIR
from hashloom.verification.pools.proof import KEYED_POOL, POOL
from hashloom.verification.properties.proof import prove_properties
from hashloom.verification.proving import Prover

PROVERS: dict[str, Prover] = {
    "equivalence": prove_engine,
    "folding": prove_folded,
    "properties": prove_properties,
    "flow": prove_flow,
    "answers": prove_answers,
    "erasure": prove_erasure,
    "erasure by packets": prove_erasing,
    "order": ORDER,
    "packets": PACKETS,
    "order of two": PAIR_ORDER,
    "packets of two": PAIR,
    "packets of pools": POOL,
    "packets of HMAC pools": KEYED_POOL,
    "array of HMAC cores": KEYED_ARRAY,
    "array of message cores": MESSAGE_ARRAY,
}
