"""The oracle against examples written by hand from docs/hmac.md and README.md."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace

import pytest

from hashloom.verification.random.requests import Beat, Op, Packet, Shape, Status
from hashloom.verification.random.streams import sha2
from hashloom.verification.random.streams.oracle import Oracle

SHAPE = Shape("sha256", keyed=True, contexts=3, beat_bytes=4, resume=True)
HASHES = ("sha224", "sha256", "sha384", "sha512", "sha512_224", "sha512_256")
JEFE = b"Jefe"
WANT = b"what do ya want for nothing?"
RFC_4231_2 = bytes.fromhex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
Sent = Packet | Beat


def answers(*sent: Sent, shape: Shape = SHAPE) -> list[list[tuple[Status | None, bytes]]]:
    """Status and bytes of the answers of each context."""
    oracle = Oracle(shape)
    feed(oracle, *sent)
    return [[(a.status, a.data) for a in queue] for queue in oracle.due]


def feed(oracle: Oracle, *sent: Sent) -> None:
    for item in sent:
        beats = item.beats(oracle.shape.beat_bytes) if isinstance(item, Packet) else [item]
        for beat in beats:
            oracle.take(beat)


def statuses(*sent: Sent, tid: int = 0, shape: Shape = SHAPE) -> list[Status | None]:
    return [status for status, _ in answers(*sent, shape=shape)[tid]]


def key(slot: int, payload: bytes = JEFE, tid: int = 0) -> Packet:
    return Packet(tid, Op.KEY, payload, slot=slot)


def mac(slot: int, message: bytes = WANT, tid: int = 0, length: int = 32) -> Packet:
    return Packet(tid, Op.MAC, message, length, slot)


def verify(slot: int, message: bytes = WANT, tid: int = 0, length: int = 32) -> Packet:
    return Packet(tid, Op.VERIFY, message, length, slot)


def tag(payload: bytes = RFC_4231_2, tid: int = 0) -> Packet:
    return Packet(tid, Op.TAG, payload)


@pytest.mark.parametrize("name", HASHES)
@pytest.mark.parametrize("length", [0, 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 300])
def test_the_compression_function_is_that_of_hashlib(name: str, length: int) -> None:
    message = bytes(range(256)) * 2
    begun = sha2.family(name).block_bytes
    whole = length // begun * begun
    state = sha2.compress(name, sha2.initial(name), message[:whole])
    digest = sha2.digest_from(name, state, message[whole:length], length)
    assert digest == hashlib.new(name, message[:length]).digest()


def test_hash_and_mac() -> None:
    assert answers(Packet(1, Op.HASH, b"abc"))[1] == [
        (Status.DONE, hashlib.sha256(b"abc").digest())
    ]
    assert answers(key(3), mac(3, length=16))[0] == [(0, b""), (0, RFC_4231_2[:16])]


def test_a_long_key_is_hashed() -> None:
    long = bytes(131)
    assert answers(key(0, long), mac(0))[0][1][1] == hmac.digest(long, WANT, "sha256")


def test_no_key_no_slot_and_an_erased_slot() -> None:
    assert statuses(mac(0)) == [Status.NO_KEY]
    assert statuses(key(4), Packet(0, Op.ERASE, b"", slot=4)) == [Status.NO_KEY] * 2
    erase = Packet(0, Op.ERASE, b"what", slot=1)
    assert statuses(key(1), erase, mac(1)) == [0, 0, Status.NO_KEY]
    assert statuses(key(1), Packet(0, Op.ERASE_ALL, b""), mac(1)) == [0, 0, Status.NO_KEY]


@pytest.mark.parametrize("code", [Op.ERASE, Op.ERASE_ALL])
def test_erasing_is_a_single_beat(code: Op) -> None:
    long = Packet(0, code, b"ignored")
    assert statuses(key(0), long, mac(0)) == [Status.DONE, Status.IMPOSSIBLE, Status.DONE]


@pytest.mark.parametrize(("length", "status"), [(3, 4), (4, 0), (32, 0), (33, 4), (127, 4)])
def test_lengths_of_tags(length: int, status: int) -> None:
    assert statuses(key(0), mac(0, length=length)) == [0, status]


def test_the_expected_tag_serves_one_verify() -> None:
    assert statuses(key(0), tag(), mac(0), verify(0), verify(0)) == [0, 0, 0, Status.NO_TAG]
    wrong = RFC_4231_2[:-1] + b"\0"
    assert statuses(key(0), tag(wrong), verify(0)) == [0, Status.REJECTED]
    assert statuses(key(0), tag(wrong), tag(), verify(0)) == [0, 0]
    assert statuses(key(0), tag(RFC_4231_2[:31]), verify(0)) == [0, Status.NO_TAG]
    assert statuses(key(0), tag(), verify(9), verify(0)) == [0, Status.NO_KEY, Status.NO_TAG]
    assert statuses(key(0), tag(tid=1), verify(0)) == [0, Status.NO_TAG]


def test_a_malformed_tag_replaces_a_right_one() -> None:
    broken = tag()
    broken.holes = {0: 0b1011}
    assert statuses(key(0), tag(), broken, verify(0)) == [0, Status.NO_TAG]


@pytest.mark.parametrize(
    ("keeps", "status"),
    [
        ((15, 15), 0),
        ((15, 0), 0),
        ((15, 3), 0),
        ((15, 5), 1),
        ((15, 2), 1),
        ((7, 15), 1),
        ((0, 15), 1),
    ],
)
def test_rules_of_tkeep(keeps: tuple[int, int], status: int) -> None:
    first = Beat(0, Op.HASH, b"abcd", keeps[0], last=False)
    assert statuses(first, Beat(0, Op.HASH, b"efgh", keeps[1], last=True)) == [status]


def test_a_malformed_key_leaves_its_slot_empty() -> None:
    broken = key(0, bytes(8))
    broken.holes = {0: 7}
    assert statuses(key(0), broken, mac(0)) == [0, Status.MALFORMED, Status.NO_KEY]


def test_a_message_uses_the_key_of_its_first_beat() -> None:
    first, *rest = mac(0, tid=1).beats(4)
    started = answers(key(0), first, *rest, key(0, b"other"), mac(0))
    assert started[1] == [(0, RFC_4231_2)]
    assert started[0][2] == (0, hmac.digest(b"other", WANT, "sha256"))


def test_between_the_beats_of_a_key_there_is_none() -> None:
    first, second = key(0, bytes(8)).beats(4)
    sent = (key(0), first, mac(0, tid=1), second, mac(0, tid=2))
    assert statuses(*sent, tid=1) == [Status.NO_KEY]
    assert statuses(*sent, tid=2) == [Status.DONE]


def test_a_key_does_not_wait_for_what_is_unfinished() -> None:
    begun = mac(0, tid=1).beats(4)[0]
    assert statuses(key(0), begun, key(0), key(1)) == [0, Status.IMPOSSIBLE, 0]
    refused = mac(2, tid=1).beats(4)[0]
    assert statuses(refused, key(2)) == [0]
    loading = key(1, bytes(8), tid=1).beats(4)[0]
    assert statuses(loading, key(2), key(200)) == [Status.IMPOSSIBLE] * 2


@pytest.mark.parametrize("code", [Op.ERASE, Op.ERASE_ALL])
@pytest.mark.parametrize("other", [Op.HASH, Op.TAG, Op.RESTORE, 12])
def test_erasing_needs_everything_to_be_finished(code: Op, other: int) -> None:
    begun = Packet(1, other, bytes(8)).beats(4)[0]
    assert statuses(begun, Packet(0, code, b"", slot=200)) == [Status.IMPOSSIBLE]
    assert statuses(replace(begun, tid=3), Packet(0, code, b"")) == [Status.DONE]


def saved(message: bytes) -> bytes:
    return answers(Packet(0, Op.SAVE, message))[0][0][1]


def test_save_and_restore() -> None:
    message = bytes(range(200))
    state = saved(message[:64])
    assert len(state) == 40
    assert state[32:] == (512).to_bytes(8, "big")
    digest = hashlib.sha256(message).digest()
    restore = Packet(1, Op.RESTORE, state)
    sent = (restore, Packet(1, Op.HASH, message[64:]), Packet(1, Op.HASH, message))
    assert answers(*sent)[1] == [(0, digest), (0, digest)]
    twice = answers(restore, Packet(1, Op.SAVE, message[64:128]))[1][0][1]
    assert twice == saved(message[:128])


@pytest.mark.parametrize("length", [0, 63, 65])
def test_save_takes_whole_blocks(length: int) -> None:
    assert statuses(Packet(0, Op.SAVE, bytes(length))) == [Status.MALFORMED]


def test_behind_a_restore() -> None:
    restore = Packet(0, Op.RESTORE, saved(bytes(64)))
    on = Packet(0, Op.HASH, b"abc")
    plain = (Status.DONE, hashlib.sha256(b"abc").digest())
    refused: list[Packet] = [mac(0), verify(0), key(0), Packet(0, 13, b"")]
    for packet in refused:
        assert answers(restore, packet, on)[0] == [(Status.IMPOSSIBLE, b""), plain]
    assert answers(restore, Packet(0, Op.ERASE, b"", slot=99), on)[0][1] == plain
    between = answers(restore, tag(), Packet(0, Op.ERASE, b""), on)[0]
    assert between[1][1] == hashlib.sha256(bytes(64) + b"abc").digest()
    assert statuses(Packet(0, Op.RESTORE, bytes(39)), on, on) == [Status.MALFORMED, Status.DONE]


def test_without_resume_there_is_no_restore() -> None:
    shape = replace(SHAPE, resume=False)
    sent = (Packet(0, Op.RESTORE, bytes(40)), Packet(0, Op.SAVE, bytes(64)))
    assert statuses(*sent, shape=shape) == [Status.IMPOSSIBLE] * 2


def test_lengths_that_cannot_be_counted() -> None:
    shape = replace(SHAPE, length_bits=16)
    bytes_ = 1 << 13
    assert statuses(Packet(0, Op.HASH, bytes(bytes_ - 1)), shape=shape) == [Status.DONE]
    assert statuses(Packet(0, Op.HASH, bytes(bytes_)), shape=shape) == [Status.MALFORMED]
    assert statuses(key(0, bytes(bytes_)), mac(0), shape=shape) == [1, Status.NO_KEY]
    fits, too_long = mac(0, bytes(bytes_ - 65)), mac(0, bytes(bytes_ - 64))
    assert statuses(key(0), fits, too_long, shape=shape) == [0, 0, 1]
    near = bytes(32) + (2**16 - 512).to_bytes(8, "big")
    restore = Packet(0, Op.RESTORE, near)
    assert statuses(restore, Packet(0, Op.HASH, bytes(63)), shape=shape) == [0]
    assert statuses(restore, Packet(0, Op.HASH, bytes(64)), shape=shape) == [1]
    beyond = Packet(0, Op.RESTORE, bytes(32) + (2**16).to_bytes(8, "big"))
    assert statuses(beyond, Packet(0, Op.HASH, b""), shape=shape) == [1]


def test_zeroise() -> None:
    shape = replace(SHAPE, zeroize=True)
    oracle = Oracle(shape)
    begun = mac(0, tid=1).beats(4)
    feed(oracle, key(0), tag(tid=2), Packet(2, Op.RESTORE, saved(bytes(64))), begun[0])
    oracle.zeroise()
    assert oracle.due[0][0].status == Status.ZEROISED
    assert not oracle.due[1][0].finished
    feed(oracle, Packet(0, Op.ERASE, b""), *begun[1:])
    assert [a.status for a in oracle.due[0]] == [7, 6]
    assert oracle.due[1][0].finished
    assert oracle.due[1][0].status == Status.ZEROISED
    unfinished = key(0, bytes(8), tid=1).beats(4)[0]
    feed(oracle, unfinished)
    oracle.zeroise()
    feed(oracle, key(0), Packet(2, Op.HASH, b""), verify(0, tid=2))
    assert oracle.due[0][-1].status == Status.DONE  # the zeroised KEY is in nobody's way
    assert [a.status for a in oracle.due[2]] == [0, Status.NO_TAG]
    assert oracle.due[2][0].data == hashlib.sha256(b"").digest()


def test_private_slots() -> None:
    shape = replace(SHAPE, private=True)
    sent = (key(0), key(1, tid=1), mac(0, tid=1), key(0, tid=1), Packet(1, Op.ERASE, b"", slot=0))
    assert statuses(*sent, tid=1, shape=shape) == [0, 3, 3, 3]
    all_ = (*sent, Packet(1, Op.ERASE_ALL, b""), mac(0), mac(1, tid=1), key(1))
    assert statuses(*all_, shape=shape) == [0, 0, 0]
    assert statuses(*all_, tid=1, shape=shape)[-1] == Status.NO_KEY
    broken = key(1)
    broken.holes = {0: 5}
    assert statuses(broken, key(1, tid=1), tid=1, shape=shape) == [0]


def test_a_message_core() -> None:
    shape = Shape("sha384", keyed=False, contexts=1, beat_bytes=8, length_bits=16)
    assert answers(Packet(0, 0, b"abc"), shape=shape)[0] == [(0, hashlib.sha384(b"abc").digest())]
    broken = Packet(0, 0, b"abc", holes={0: 5})
    assert [len(data) for _, data in answers(broken, shape=shape)[0]] == [48]
    assert statuses(broken, Packet(0, 0, bytes(1 << 13)), Packet(0, 0, b""), shape=shape) == [
        1,
        1,
        0,
    ]


def test_other_contexts_are_dropped() -> None:
    assert answers(Packet(3, Op.HASH, b"abc")) == [[], [], []]


def test_the_first_beat_chooses_the_hash() -> None:
    names = ("sha512_224", "sha384", "sha512")
    shape = Shape(names[0], keyed=False, contexts=2, beat_bytes=8, others=names[1:])
    message = bytes(range(20))
    for number, name in enumerate(names):
        first, *others = Packet(0, Op.HASH, message).beats(8)
        beats = [replace(first, user=number), *(replace(beat, user=3) for beat in others)]
        assert answers(*beats, shape=shape)[0] == [(0, hashlib.new(name, message).digest())]
    beats = [replace(beat, user=3) for beat in Packet(1, Op.HASH, message).beats(8)]
    assert [(status, len(data)) for status, data in answers(*beats, shape=shape)[1]] == [(1, 64)]


ARRAY = replace(SHAPE, resume=False, array=True)


@pytest.mark.parametrize("code", [Op.HASH, Op.MAC, Op.TAG, Op.KEY])
@pytest.mark.parametrize("change", [Op.KEY, Op.ERASE, Op.ERASE_ALL])
def test_in_an_array_keys_do_not_change_amid_packets(code: Op, change: Op) -> None:
    """Whatever packet of another tid is unfinished, in whatever slot."""
    first, *rest = Packet(1, code, bytes(32), 32, 1).beats(4)
    sent = (key(1), first, Packet(0, change, b"", slot=2), *rest)
    assert statuses(*sent, shape=ARRAY) == [0, Status.IMPOSSIBLE]
    own = (key(1), first, Packet(1, Op.HASH, b"").beats(4)[0], Packet(0, change, b"", slot=2))
    assert statuses(*own, shape=ARRAY) == [0, 0]  # the empty beat has ended it


@pytest.mark.parametrize("slot", [0, 9])
def test_in_an_array_nothing_begins_amid_a_key(slot: int) -> None:
    """Whether its slot exists or not; an expected tag stays, and another one is lost."""
    first, *rest = key(slot, bytes(8), tid=1).beats(4)
    amid = (Packet(0, Op.HASH, b""), verify(2), tag(bytes(32)), key(0))
    sent = (key(2), tag(), first, *amid, *rest, verify(2), verify(2))
    refused = [Status.IMPOSSIBLE] * 3
    assert statuses(*sent, shape=ARRAY) == [0, *refused, 0, Status.NO_TAG]
    assert statuses(*sent, tid=1, shape=ARRAY) == [Status.NO_KEY if slot == 9 else Status.DONE]


def test_in_an_array_a_refused_key_bars_nothing() -> None:
    begun, *ended = mac(2, tid=2).beats(4)
    first, *rest = key(0, bytes(8), tid=1).beats(4)
    sent = (key(2), begun, first, mac(2), *rest, *ended)
    assert statuses(*sent, shape=ARRAY) == [0, 0]
    assert statuses(*sent, tid=1, shape=ARRAY) == [Status.IMPOSSIBLE]


def test_in_an_array_zeroise_meets_what_was_refused() -> None:
    oracle = Oracle(ARRAY)
    first, *rest = key(0, bytes(8), tid=1).beats(4)
    begun, *ended = mac(0).beats(4)
    feed(oracle, first, begun, Packet(2, Op.HASH, b""))
    oracle.zeroise()
    feed(oracle, *ended, Packet(2, Op.HASH, b""), *rest, Packet(2, Op.HASH, b""))
    found = [[answer.status for answer in queue] for queue in oracle.due]
    assert found == [[7], [7], [7, Status.IMPOSSIBLE, 0]]
