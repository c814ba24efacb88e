"""What an HMAC core is asked in a suite: each function returns packets with their right answers."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hashloom.verification.checking.checks import Check
from hashloom.verification.checking.hmac_oracle import (
    Oracle,
    Where,
    ask,
    edge_key_lengths,
    edge_message_lengths,
    erase,
    expect,
    load,
    planned,
    random_request,
)
from hashloom.verification.checking.of_hash import each_hash
from hashloom.verification.simulation.driver import Start
from hashloom.verification.simulation.packets import (
    MAXIMUM_SLOTS,
    MINIMUM_TAG_BYTES,
    Command,
    Operation,
    Status,
)
from hashloom.verification.simulation.subject import HmacCore, beat_bytes, block_bytes
from hashloom.verification.tags import TagRequest
from hashloom.verification.vectors import rfc_tags

Checks = tuple[Check, ...]

_NO_OPERATION = (Status.NOT_POSSIBLE,)


def rfc_vectors(core: HmacCore) -> Checks:
    """The test cases of RFC 2202, RFC 2286 and RFC 4231; none for SHA-512/t and SM3."""
    cases = [
        (vector.name, TagRequest(vector.key, vector.message, len(vector.tag)), vector.tag)
        for vector in rfc_tags.vectors(core.hash.name)
    ]
    return planned(core, cases)


def edges(core: HmacCore) -> Checks:
    """Every edge length of a key with every edge length of a message."""
    source = random.Random(11)
    keys = [source.randbytes(length) for length in edge_key_lengths(core)]
    requests = [
        TagRequest(key, source.randbytes(length))
        for length in edge_message_lengths(core)
        for key in keys
    ]
    return _against_hmac(core, requests)


def digests(core: HmacCore) -> Checks:
    """Messages of every edge length without a key, on every context."""
    oracle, source = Oracle(core), random.Random(12)
    messages = [source.randbytes(length) for length in edge_message_lengths(core)]
    return tuple(
        oracle.hash(message, context) for message in messages for context in range(core.contexts)
    )


def random_pairs(core: HmacCore, count: int, seed: int) -> Checks:
    """Random keys and messages, more keys than slots in turn."""
    source = random.Random(seed)
    keys: list[bytes] = []
    return _against_hmac(core, [random_request(core, source, keys) for _ in range(count)])


def mixed_pairs(core: HmacCore, count: int, seed: int) -> Checks:
    """Random keys and messages, each key of a random hash of the core, more keys than slots."""
    source = random.Random(seed)
    several = [(each, Oracle(each), list[bytes]()) for each in each_hash(core)]
    found = []
    for index in range(count):
        one, oracle, keys = source.choice(several)
        request = replace(random_request(one, source, keys), hash=one.hash.name)
        tag = oracle.tag(request.key, request.message)[: request.tag_bytes]
        found.append((f"message {index}, key of {one.hash.name}", request, tag))
    return planned(core, found)


def truncations(core: HmacCore) -> Checks:
    """Tags of every length: made, accepted, and rejected for a bit of the last byte."""
    oracle, source = Oracle(core), random.Random(12)
    key = source.randbytes(20)
    checks = [load(key, Where(start="sent"))]
    for tag_bytes in range(MINIMUM_TAG_BYTES, core.hash.digest_bytes + 1):
        message = source.randbytes(source.randrange(block_bytes(core)))
        where = Where(tag_bytes % core.contexts, start="answered" if len(checks) == 1 else "free")
        wrong = 8 * tag_bytes - 1 - source.randrange(8)
        checks += [
            oracle.mac(key, message, tag_bytes, where),
            *oracle.verify(key, message, tag_bytes, where),
            *oracle.verify(key, message, tag_bytes, where, wrong),
        ]
    return tuple(checks)


def verifications(core: HmacCore, bits: Sequence[int]) -> Checks:
    """Right tags, and tags with one wrong bit: each of `bits` of the whole tag."""
    oracle, source = Oracle(core), random.Random(13)
    key = source.randbytes(32)
    checks = [load(key, Where(start="sent"))]
    for index, bit in enumerate(bits):
        message = source.randbytes(source.randrange(2 * block_bytes(core)))
        where = Where(index % core.contexts, start="answered" if not index else "free")
        for flip in (None, bit) if index % 8 == 0 else (bit,):
            checks += oracle.verify(key, message, core.hash.digest_bytes, where, flip)
            where = Where(where.context)
    return tuple(checks)


def reloads(core: HmacCore, rounds: int, fenced: bool) -> Checks:
    """Keys for a slot right behind messages that use it, and messages with it right behind.

    Without fences they have to be run in order, packet by packet. Two slots take turns where the
    core has them, so that other keys are in use too.
    """
    oracle, source = Oracle(core), random.Random(14)
    lengths = edge_key_lengths(core)
    start: Start = "sent" if fenced else "free"
    keys = dict.fromkeys(range(min(2, core.interface.slots)), b"first key")
    checks = [load(key, Where(slot=slot, start="sent")) for slot, key in keys.items()]
    for number in range(rounds):
        for context in range(core.contexts):
            slot = source.choice(list(keys))
            message = source.randbytes(source.randrange(3 * block_bytes(core)))
            where = Where(context, slot, start if context == 0 else "free")
            checks.append(oracle.mac(keys[slot], message, core.hash.digest_bytes, where))
        slot = number % len(keys)
        keys[slot] = source.randbytes(lengths[number % len(lengths)])
        checks.append(load(keys[slot], Where(number * 5 % core.contexts, slot, start)))
    return tuple(checks)


def races(core: HmacCore, rounds: int) -> Checks:
    """Keys loaded while other contexts use the slot: each tag is by the old key or the new one.

    The core may refuse the key while a packet that uses the slot is unfinished, and messages that
    come while the key does. Those of the context that loads the key are made with the old one
    before, and behind it with the new one, unless that was refused.  In an array no message of
    another context is possible while the key comes.
    """
    oracle, source = Oracle(core), random.Random(15)
    amid = Status.NOT_POSSIBLE if core.interface.copies > 1 else Status.NO_KEY
    whole = core.hash.digest_bytes
    checks: list[Check] = []
    for number in range(rounds):
        old, new = source.randbytes(24), source.randbytes(edge_key_lengths(core)[number % 6])
        loader, loaded = number % core.contexts, -1
        checks.append(load(old, Where(loader, start="answered")))
        for context in range(core.contexts):
            messages = [source.randbytes(source.randrange(2 * block_bytes(core))) for _ in "ab"]
            where = Where(context, start="answered" if context == 0 else "free")
            if context == loader:
                checks.append(oracle.mac(old, messages[0], whole, where))
                loaded = len(checks)
                checks.append(replace(load(new, Where(context)), refusal=Status.NOT_POSSIBLE))
                behind = oracle.mac(new, messages[1], whole, Where(context))
                otherwise = oracle.mac(old, messages[1], whole).digests
                checks.append(replace(behind, behind=loaded, otherwise=otherwise))
                continue
            for message in messages:
                either = oracle.mac([old, new], message, whole, where)
                checks.append(replace(either, refusal=amid))
                where = Where(context)
    return tuple(checks)


def erasures(core: HmacCore) -> Checks:
    """Slots erased behind messages that use them, used then, and loaded again; to run in order."""
    oracle, source = Oracle(core), random.Random(16)
    slots = range(min(3, core.interface.slots))
    checks: list[Check] = []
    for number in range(2 * len(slots)):
        slot, everything = number % len(slots), number >= len(slots)
        keys = [source.randbytes(source.randrange(2 * block_bytes(core))) for _ in slots]
        checks += [load(key, Where(slot=s)) for s, key in enumerate(keys)]
        for context in range(core.contexts):
            checks.append(_some_tag(oracle, source, keys[slot], Where(context, slot)))
        checks.append(erase(Where(number % core.contexts, slot), everything))
        for context in range(core.contexts):
            for s, key in enumerate(keys):
                where = Where(context, s)
                if everything or s == slot:
                    checks += _without_key(core, f"erased slot {s}", where)
                else:
                    checks.append(_some_tag(oracle, source, key, where))
    return tuple(checks)


def errors(core: HmacCore) -> Checks:
    """Every way of asking wrongly, each followed by right messages on its context and the next."""
    oracle, source = Oracle(core), random.Random(17)
    key = source.randbytes(20)
    checks = [*_without_key(core, "slot never loaded", Where()), load(key, Where(start="sent"))]
    start: Start = "answered"
    for index, wrong in enumerate(_wrong(core, oracle, key)):
        context = index % core.contexts
        checks += [_placed(check, context, start) for check in wrong]
        start = "sent" if any(check.setup for check in wrong) else "free"
        for other in (context, (context + 1) % core.contexts):
            checks.append(_some_tag(oracle, source, key, Where(other, start=start)))
        checks.append(oracle.hash(source.randbytes(source.randrange(200)), context))
        start = "free"
    return tuple(checks)


def _wrong(core: HmacCore, oracle: Oracle, key: bytes) -> Iterator[tuple[Check, ...]]:
    """Wrong requests of a core with `key` in slot 0, with what goes before them."""
    whole, block = core.hash.digest_bytes, block_bytes(core)
    message = bytes(range(100))
    tag = oracle.tag(key, message)
    unknown = range(core.interface.slots, MAXIMUM_SLOTS)
    for slot in sorted({*unknown[:1], *unknown[-1:]}):
        yield tuple(_without_key(core, f"unknown slot {slot}", Where(slot=slot)))
        for operation in (Operation.KEY, Operation.ERASE):
            command = Command(operation, slot)
            name = f"{operation.name} of unknown slot {slot}"
            erases = operation == Operation.ERASE
            # Amid packets of others it may not be possible, which is said first.
            amid = [Status.NOT_POSSIBLE] if core.contexts > 1 else []
            yield (ask(name, command, b"" if erases else key, [Status.NO_KEY, *amid]),)
    for tag_bytes in (0, 1, MINIMUM_TAG_BYTES - 1, whole + 1, 127):
        name = f"tag of {tag_bytes} bytes"
        wrong_length = [Status.TAG_BYTES]
        yield (ask(name, Command(Operation.MAC, 0, tag_bytes), message, wrong_length),)
        verify = Command(Operation.VERIFY, 0, tag_bytes)
        expected = (tag + bytes(127))[:tag_bytes]
        yield (expect(expected), ask(f"{name} to verify", verify, message, wrong_length))
    cut = min(16, whole - 4)
    verify = Command(Operation.VERIFY, 0, cut)
    yield (ask("no expected tag", verify, message, [Status.NO_TAG]),)
    for length in (0, 4, cut - 1, cut + 1, whole, whole + 1, 2 * block):
        wrong = ask(f"expected tag of {length} bytes", verify, message, [Status.NO_TAG])
        yield (expect((tag + bytes(2 * block))[:length]), wrong)
    used = ask("expected tag used twice", verify, message, [Status.NO_TAG])
    yield (expect(tag[:cut]), ask("expected tag", verify, message, [Status.OK]), used)
    resume = core.interface.resume
    for number in range(Operation.RESTORE + 1 if resume else Operation.SAVE, 16):
        check = ask(f"operation {number}", Command(number, 0, whole), message, _NO_OPERATION)
        yield (replace(check, job=replace(check.job, answered=True)),)
    if resume:
        yield from _behind_restore(core, key)
    for length in (0, 1, block - 1, block + 1) if resume else ():
        save = Command(Operation.SAVE)
        yield (ask(f"save of {length} bytes", save, bytes(length), [Status.MALFORMED]),)
    yield from _malformed(core, oracle, key)


def _behind_restore(core: HmacCore, key: bytes) -> Iterator[tuple[Check, ...]]:
    """Keyed messages behind a restored state: that would make a MAC from a state of one's own."""
    block = block_bytes(core)
    state = bytes(block // 2) + (8 * block).to_bytes(block // 8, "big")
    restore = ask("restored state", Command(Operation.RESTORE), state, [Status.OK])
    mac = Command(Operation.MAC, 0, 16)
    yield (restore, ask("tag behind a restored state", mac, b"m", [Status.NOT_POSSIBLE]))
    verify = Command(Operation.VERIFY, 0, 16)
    refused = ask("verification behind a restored state", verify, b"m", [Status.NOT_POSSIBLE])
    yield (expect(bytes(16)), restore, refused)


def _malformed(core: HmacCore, oracle: Oracle, key: bytes) -> Iterator[tuple[Check, ...]]:
    """Packets whose tkeep breaks the rules, in the first beat, in the middle and in the last."""
    whole, block, lanes = core.hash.digest_bytes, block_bytes(core), beat_bytes(core)
    message = bytes(i & 255 for i in range(2 * block))
    beats = len(message) // lanes
    for broken in sorted({1, beats // 2, beats - (lanes == 1)}):
        operations = (Operation.HASH, Operation.MAC, Operation.VERIFY, Operation.SAVE)
        for operation in operations if core.interface.resume else operations[:-1]:
            command = Command(operation, 0, whole)
            name = f"{operation.name} with a broken beat {broken}"
            wrong = ask(name, command, message, [Status.MALFORMED], broken=broken)
            tag = oracle.tag(key, message)
            yield (expect(tag), wrong) if operation == Operation.VERIFY else (wrong,)
        name = f"key with a broken beat {broken}"
        command = Command(Operation.KEY, core.interface.slots - 1)
        wrong = ask(name, command, message, [Status.MALFORMED], Where(start="answered"), broken)
        yield (wrong, load(key, Where(slot=command.slot, start="answered")))


def _without_key(core: HmacCore, name: str, where: Where) -> list[Check]:
    """A tag and a verification with a slot that has no key."""
    whole = core.hash.digest_bytes
    mac, verify = (Command(op, where.slot, whole) for op in (Operation.MAC, Operation.VERIFY))
    return [
        ask(f"tag with {name}", mac, b"message", [Status.NO_KEY], where),
        expect(bytes(whole), Where(where.context)),
        ask(f"verification with {name}", verify, b"", [Status.NO_KEY], Where(where.context)),
    ]


def _some_tag(oracle: Oracle, source: random.Random, key: bytes, where: Where) -> Check:
    message = source.randbytes(source.randrange(3 * block_bytes(oracle.core)))
    tag_bytes = source.randrange(MINIMUM_TAG_BYTES, oracle.core.hash.digest_bytes + 1)
    return oracle.mac(key, message, tag_bytes, where)


def _placed(check: Check, context: int, start: Start) -> Check:
    """Return `check` on a context; it begins when `start` says, unless it has to wait itself."""
    job = check.job
    moved = replace(job, context=context, start=start if job.start == "free" else job.start)
    return replace(check, job=moved)


def _against_hmac(core: HmacCore, requests: Sequence[TagRequest]) -> Checks:
    oracle = Oracle(core)
    cases = [
        (
            f"message {index} of {len(each.message)} bytes, key of {len(each.key)} bytes",
            each,
            oracle.tag(each.key, each.message)[: each.tag_bytes],
        )
        for index, each in enumerate(requests)
    ]
    return planned(core, cases)
