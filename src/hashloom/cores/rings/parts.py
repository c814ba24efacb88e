"""The parts of a core with a ring of descriptors: what lies between the core and the memory."""

from __future__ import annotations

from hashloom.cores.rings.numbers import JOB_BITS, NUMBER_BITS, RingNumbers
from hashloom.rtl.typed import netlist
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Item, Unit, Unused, assigns
from hashloom.rtl.typed.values import Signal, Value, Wires, any_bit, join

# Modules between the core's two ports to memory and each bus.
MASTERS = {"axi4": "axi4_master", "wishbone": "wishbone_master"}
_LONG = 8  # bit of a length from which on a descriptor is long


def ring_part(n: RingNumbers) -> netlist.Part:
    """Descriptors: which are fetched, and what they say."""
    signals = [
        Signal("running", 1, "the ring runs"),
        Signal("stopped", 1, "it does not and has forgotten everything"),
        Signal("clear", 1, "everything is to be forgotten"),
        Signal("halted", 1, "no descriptor is fetched for an error"),
        Signal("new_tail_fits", 1, "what is written may be the next tail"),
        Signal("head", 16, "descriptors that were fetched"),
        Signal("quiet", 1, "nothing is on the bus or about to be"),
        Signal("stop", 1, "nothing more is begun"),
        Signal("forget", 1, "a reset, or the ring was stopped"),
        Signal("fetch_valid", 1, "a descriptor is asked for"),
        Signal("fetch_address", 32, "where it is"),
        Signal("offer_coming", 1, "a descriptor is on its way"),
        Signal("offer_valid", 1, "a descriptor is offered"),
        Signal("offer_address", 32, "of its data"),
        Signal("offer_length", 32, "their bytes"),
        Signal("offer_command", n.command_bits, "of its packet"),
        Signal("offer_result", 26, "address of its result in 64 bytes"),
        Signal("offer_slot", 15, "its place in the ring"),
        Signal("offer_number", NUMBER_BITS, "low bits of its number"),
        Signal("offer_interrupt", 1, "an interrupt is wanted"),
        Signal("offer_first", 1, "it begins a packet"),
        Signal("offer_last", 1, "it ends its packet"),
        Signal("offer_bad", 1, "it breaks the rules"),
    ]
    parameters = {"WIDTH": n.width, "COMMAND_BITS": n.command_bits, "KEYED": int(n.keyed)}
    unit = Unit(face("descriptor_ring"), "u_ring", parameters)
    offer = ("valid", "ready", "address", "length", "command", "result", "slot", "number")
    marks = ("interrupt", "first", "last", "bad")

    def body(w: Wires) -> list[Item]:
        wired = {
            **w.own(("clk", "rst")),
            "run": w.control_run,
            **w.own(("quiet", "running", "stopped", "clear")),
            "halt": w.status_failed,
            "halted": w.halted,
            "base": w.ring_base,
            "size": w.ring_size,
            "tail": w.tail_filled,
            "new_tail": w.write_data.slice(15, 0),
            "new_tail_fits": w.new_tail_fits,
            "head": w["head"],
            **w.pairs("request_", "fetch_", ("valid", "ready", "address")),
            "word_valid": w.fetch_word_valid,
            **w.pairs("word_", "word_", ("data", "error", "last")),
            **w.pairs("offer_", "offer_", ("coming", *offer, *marks)),
        }
        quiet = w.read_idle & w.write_idle & ~w.fetch_valid & ~w.burst_valid
        return [
            unit.wired(wired),
            *assigns(
                [
                    (w.quiet, quiet),
                    (w.stop, ~w.running),
                    (w.forget, w.rst | w.clear),
                ]
            ),
        ]

    return netlist.Part(lambda: [signals], [unit], body, "Descriptors")


def order_part(n: RingNumbers) -> netlist.Part:
    """The order of packets: which descriptors wait, and which stay in their context."""
    signals = [
        Signal("pass_valid", 1, "the descriptor on offer is passed on"),
        Signal("pass_first", 1, "its packet goes to the next context"),
        Signal("pass_rests", 1, "which rests behind it"),
        Signal("turned", 1, "data of a burst are passed on"),
        Signal("ended", 1, "the last ones of a descriptor"),
        Signal("rests", 1, "behind which the context rests"),
    ]
    parameters = {"CONTEXTS": n.contexts, "COUNT_BITS": n.under_way_bits}
    unit = Unit(face("packet_order"), "u_order", parameters)

    def body(w: Wires) -> list[Item]:
        wired = {
            "clk": w.clk,
            "rst": w.forget,
            **w.pairs("offer_", "offer_", ("valid", "first", "last", "bad")),
            "offer_long": any_bit(w.offer_length.slice(31, _LONG)),
            "offer_operation": w.offer_command.slice(3, 0),
            "pass_valid": w.pass_valid,
            "pass_ready": w.offer_ready,
            **w.own(("pass_first", "pass_rests", "turned", "ended", "rests")),
        }
        rows = [
            (w.turned, w.record_valid & w.record_ready),
            (w.ended, w.turned & w.record_ends),
            (w.rests, w.ended & w.record_command.bit(n.command_bits + 1)),
        ]
        return [unit.wired(wired), *assigns(rows)]

    return netlist.Part(lambda: [signals], [unit], body, "Order")


def reader_part(n: RingNumbers) -> netlist.Part:
    """Bursts: what is read of a descriptor's data, and when there is room."""
    command = "{a context rests, it begins a packet, command}" if n.ordered else "of its packet"
    signals = [
        Signal("offer_ready", 1, "the descriptor is taken"),
        Signal("burst_valid", 1, "a burst of data is asked for"),
        Signal("burst_address", 32, "of its first word"),
        Signal("burst_beats", 8, "words"),
        Signal("record_valid", 1, "a record of a burst is there"),
        Signal("record_context", n.context_bits, "context"),
        Signal("record_lane", (n.lanes - 1).bit_length(), "of the first byte in its word"),
        Signal("record_bytes", 8, "of the burst"),
        Signal("record_ends", 1, "it ends its descriptor"),
        Signal("record_first", 1, "which begins a packet"),
        Signal("record_last", 1, "which ends its packet"),
        Signal("record_bad", 1, "which breaks the rules"),
        Signal("record_number", NUMBER_BITS, "low bits of its number"),
        Signal("record_command", n.read_bits, command),
        Signal("record_job", JOB_BITS, "what else belongs to it"),
        Signal("freed", 1, "a word has left its room"),
    ]
    parameters = {
        "WIDTH": n.width,
        "BLOCK_BYTES": n.block_bytes,
        "ROOM": 1 << n.room_bits,
        **n.of_descriptors,
        "COMMAND_BITS": n.read_bits,
    }
    unit = Unit(face("burst_reader"), "u_reader", parameters)
    offer = ("address", "length", "first", "last", "bad", "number", "command")

    def body(w: Wires) -> list[Item]:
        wired = {
            "clk": w.clk,
            "rst": w.forget,
            "stop": w.stop,
            **w.pairs("offer_", "offer_", ("coming", "valid", "ready", *offer)),
            **(_in_order(w) if n.ordered else {}),
            "offer_job": join(w.offer_result, w.offer_slot, w.offer_interrupt),
            "failed": w.data_failed,
            "failed_context": w.data_failed_context,
            "failed_number": w.data_failed_number,
            **w.pairs("request_", "burst_", ("valid", "ready", "address", "beats")),
            "freed": w.freed,
            **w.own(_RECORD),
        }
        return [unit.wired(wired), *assigns([(w.freed, w.stored_valid & w.stored_ready)])]

    return netlist.Part(lambda: [signals], [unit], body, "Bursts")


def _in_order(w: Wires) -> dict[str, Value]:
    """What the reader of bursts is offered where order is kept.

    Whether a descriptor begins a packet goes with its command: the reader is told whether the
    packet goes to the next context.
    """
    return {
        "offer_valid": w.pass_valid,
        "offer_first": w.pass_first,
        "offer_command": join(w.pass_rests, w.offer_first, w.offer_command),
    }


_RECORD = tuple(
    f"record_{name}"
    for name in (
        *("valid", "ready", "context", "lane", "bytes", "ends", "first", "last", "bad"),
        *("number", "command", "job"),
    )
)


def align_part(n: RingNumbers) -> netlist.Part:
    """Bytes: words of memory as beats of the core's stream."""
    signals = [
        Signal("room_ready", 1, "there is room for a word, as there always is"),
        Signal("stored_valid", 1, "a word of data is there"),
        Signal("stored_data", n.width, "the word"),
        Signal("stored_error", 1, "it could not be read"),
        Signal("stored_ready", 1, "it goes"),
        Signal("record_ready", 1, "the record goes"),
        Signal("data_failed", 1, "data of a descriptor could not be read"),
        Signal("data_failed_context", n.context_bits, "of this context"),
        Signal("data_failed_number", NUMBER_BITS, "low bits of its number"),
        Signal("beat_valid", 1, "a beat is offered to the core"),
        Signal("beat_data", n.width, "first byte in the low lane"),
        Signal("beat_keep", n.lanes, "lanes that hold a byte"),
        Signal("beat_last", 1, "it ends its packet"),
        Signal("beat_context", n.context_bits, "context"),
        Signal("beat_command", n.command_bits, "of its packet"),
        Signal("sent", 1, "a packet that is answered has been sent"),
        Signal("sent_context", n.context_bits, "context"),
        Signal("sent_job", JOB_BITS + 2, "what belongs to it"),
        Signal("finished_valid", 1, "a descriptor is done without an answer"),
        Signal("finished_job", JOB_BITS + 2, "what belongs to it"),
    ]
    room = Unit(face("word_queue"), "u_room", {"WIDTH": n.width + 1, "PLACE_BITS": n.room_bits})
    parameters = {"WIDTH": n.width, **n.of_descriptors, "KEYED": int(n.keyed)}
    unit = Unit(face("byte_align"), "u_align", parameters)
    beat = ("valid", "ready", "data", "keep", "last", "context", "command")

    def body(w: Wires) -> list[Item]:
        stored = {
            "clk": w.clk,
            "rst": w.forget,
            "put_valid": w.burst_word_valid,
            "put_ready": w.room_ready,
            "put_data": join(w.word_error, w.word_data),
            "get_valid": w.stored_valid,
            "get_ready": w.stored_ready,
            "get_data": w.stored,
        }
        wired = {
            "clk": w.clk,
            "rst": w.forget,
            **w.own(_RECORD),
            **(_with_command(w, n) if n.ordered else {}),
            **w.pairs("word_", "stored_", ("valid", "ready", "data", "error")),
            **w.pairs("failed", "data_failed", ("", "_context", "_number")),
            **w.pairs("beat_", "beat_", beat),
            **w.own(("sent_room", "sent", "sent_context", "sent_job")),
            **w.own(("finished_valid", "finished_ready", "finished_job")),
        }
        parts = [
            (w.stored_data, w.stored.slice(n.width - 1, 0)),
            (w.stored_error, w.stored.bit(n.width)),
        ]
        return [
            room.wired(stored),
            *assigns(parts),
            unit.wired(wired),
            Unused(w.room_ready, "no more is asked for than there is room"),
            *([Unused(w.record_first, "the command has it")] if n.ordered else []),
        ]

    stored = Signal("stored", n.width + 1, "{it could not be read, a word of data}")
    return netlist.Part(lambda: [[stored, *signals]], [room, unit], body, "Bytes")


def _with_command(w: Wires, n: RingNumbers) -> dict[str, Value]:
    """Of a record where order is kept: what goes with the command, and the command."""
    return {
        "record_first": w.record_command.bit(n.command_bits),
        "record_command": w.record_command.slice(n.command_bits - 1, 0),
    }


def answers_part(n: RingNumbers) -> netlist.Part:
    """Answers and statuses on their way to memory."""
    signals = [
        Signal("sent_room", n.contexts, "contexts with room for one more packet"),
        Signal("answer_job", JOB_BITS + 2, "what belongs to the packet that is answered"),
        Signal("answer_ready", 1, "the beat is taken"),
        Signal("answered", 1, "the last one is"),
        Signal("finished_ready", 1, "what is done without an answer is taken"),
        Signal("write_idle", 1, "nothing is written"),
        Signal("write_valid", 1, "words are to be written"),
        Signal("write_address", 32, "the first here"),
        Signal("write_beats", 8, "so many"),
        Signal("data_valid", 1, "a word is there"),
        Signal("data_word", n.width, "the word"),
        Signal("data_strobe", n.lanes, "its bytes that are written"),
        Signal("data_last", 1, "it is the last"),
        Signal("completes", 1, "a descriptor is done"),
        Signal("interrupts", 1, "and an interrupt is wanted"),
        Signal("write_failed", 1, "something could not be written"),
        Signal("status_failed", 1, "and it was a status"),
        Signal("write_failed_address", 32, "where it was to be written"),
    ]
    ledger = Unit(face("answer_ledger"), "u_ledger", {**n.of_contexts, "WIDTH": JOB_BITS + 2})
    parameters = {
        "WIDTH": n.width,
        "PLACE_BITS": n.answer_bits,
        "STATUS_BITS": 3 if n.keyed else 1,
    }
    writer = Unit(face("answer_writer"), "u_writer", parameters)

    def body(w: Wires) -> list[Item]:
        kept = {
            "clk": w.clk,
            "rst": w.forget,
            **w.own(("sent_room", "sent", "sent_context", "sent_job")),
            **w.own(("answered", "answer_context", "answer_job")),
        }
        written = {
            "clk": w.clk,
            "rst": w.forget,
            "stop": w.stop,
            "idle": w.write_idle,
            **w.pairs("answer_", "answer_", ("valid", "ready", "data", "keep", "last", "status")),
            **w.own(("answered", "answer_job")),
            **w.own(("finished_valid", "finished_ready", "finished_job")),
            "base": w.ring_base,
            **w.pairs("request_", "write_", ("valid", "ready", "address", "beats")),
            **w.pairs("word_", "data_", ("valid", "ready")),
            "word_data": w.data_word,
            **w.pairs("word_", "data_", ("strobe", "last")),
            **w.own(("response_valid", "response_error", "completes", "interrupts")),
            "failed": w.write_failed,
            "failed_status": w.status_failed,
            "failed_address": w.write_failed_address,
        }
        return [ledger.wired(kept), writer.wired(written)]

    return netlist.Part(lambda: [signals], [ledger, writer], body, "Answers")


def memory_part(dma: str, n: RingNumbers) -> netlist.Part:
    """The bus of the memory, which fetches and bursts share."""
    signals = [
        Signal("fetch_ready", 1, "the fetch is asked for"),
        Signal("burst_ready", 1, "the burst is asked for"),
        Signal("read_idle", 1, "nothing is asked for that has not come"),
        Signal("read_valid", 1, "words are to be read"),
        Signal("read_ready", 1, "that is taken"),
        Signal("read_address", 32, "the first here"),
        Signal("read_beats", 8, "so many"),
        Signal("word_valid", 1, "a word was read"),
        Signal("word_data", n.width, "the word"),
        Signal("word_error", 1, "it could not be read"),
        Signal("word_last", 1, "it is the last"),
        Signal("fetch_word_valid", 1, "it is of a descriptor"),
        Signal("burst_word_valid", 1, "it is of data"),
        Signal("read_failed", 1, "it could not be read"),
        Signal("read_failed_address", 32, "where reading began"),
        Signal("write_ready", 1, "what is to be written is taken"),
        Signal("data_ready", 1, "the word is taken"),
        Signal("response_valid", 1, "all of them are written"),
        Signal("response_error", 1, "or could not be"),
    ]
    port = Unit(face("read_port"), "u_port", {"WIDTH": n.width})
    master = Unit(face(MASTERS[dma]), "u_master", {"WIDTH": n.width})

    def body(w: Wires) -> list[Item]:
        shared = {
            "clk": w.clk,
            "rst": w.rst,
            **w.pairs("fetch_", "fetch_", ("valid", "ready", "address")),
            **w.pairs("burst_", "burst_", ("valid", "ready", "address", "beats")),
            "idle": w.read_idle,
            **w.pairs("request_", "read_", ("valid", "ready", "address", "beats")),
            **w.own(("word_valid", "word_error", "word_last")),
            **w.own(("fetch_word_valid", "burst_word_valid")),
            "failed": w.read_failed,
            "failed_address": w.read_failed_address,
        }
        return [
            port.wired(shared),
            master.wired(w.own(face(MASTERS[dma]).ports_at(master.parameters))),
        ]

    return netlist.Part(lambda: [signals], [port, master], body, "Memory")
