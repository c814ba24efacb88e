"""Properties of the modules in rtl/lib: they hold, and a fault of the module breaks them."""

import os
import subprocess
from pathlib import Path

import pytest
from support.subjects import SUBJECTS

from hashloom.cores import Architecture, Interface, core_for
from hashloom.verification.properties.induction import proved
from hashloom.verification.properties.subjects import Subject
from hashloom.verification.properties.texts import properties, with_properties
from hashloom.verification.proving import PROVED
from hashloom.verification.random.campaign import run_core
from hashloom.verification.random.requests import shape_of
from hashloom.verification.random.streams.machine import machine_of
from hashloom.verification.random.streams.subject import Streams
from hashloom.verification.simulation.verilator import find_verilator

# A fault of a module: what is written in place of what.
FAULTS = [
    ("answer_file", "stalling || blocks_q || ended_q);", "stalling || blocks_q);"),
    ("answer_file", "take || stall || blocks", "stall || blocks"),
    ("answer_file", "place_q ^ FIRST_ANSWER;", "place_q;"),
    ("answer_file", "(ended_q && (blocks_q || stall));", "(ended_q && blocks_q);"),
    ("answer_file", "stall_two || (blocks_q && two_q);", "stall_two;"),
    ("answer_file", "store[place];", "store[place ^ PLACE_BITS'(place == PLACE_BITS'(12))];"),
    (
        "answer_file",
        "{1'b0, found_place[3:0]} >= 5'(place_q)",
        "{1'b0, found_place[3:0]} > 5'(place_q)",
    ),
    ("answer_rest", "if (begins || zeroize || rst)", "if (begins || rst)"),
    ("answer_rest", "take && answer_bytes &&", "take &&"),
    ("answer_rest", "{1'b0, read_place} >= count_q", "{1'b0, read_place} > count_q"),
    ("answer_rest", "      rest_q <= '0;\n", ""),
    ("answer_framer", "content_last = !answer_keep;", "content_last = 1'b0;"),
    ("answer_framer", "if (idle && !greets && !complains && !answers) told_q", "if (idle) told_q"),
    ("answer_framer", "greet_q <= !rst;\n      complain_q <= 1'b0;", "greet_q <= !rst;"),
    ("frame_gate", "number_q == next_q && !over_q && !full;", "number_q == next_q && !full;"),
    ("frame_gate", "frame_good && up_q && !kind_q[1];", "frame_good && !kind_q[1];"),
    ("frame_gate", "if (complain) up_q <= 1'b0;", "if (complain && frame_good) up_q <= 1'b0;"),
    ("frame_reader", "if (!held_count_q[1]) held_count_q", "if (!held_count_q[0]) held_count_q"),
    ("frame_reader", "byte_data[5] ^ escaped_q", "byte_data[5]"),
    ("frame_store", "if (take || read_q == kept_q) age_q", "if (read_q == kept_q) age_q"),
    ("frame_store", "if (drop) write_q <= kept_q;", "if (drop) write_q <= read_q;"),
    ("frame_store", "READ = BLOCK_MEMORY ? 2'd2 : 2'd1;", "READ = 2'd1;"),
    ("frame_writer", "special && !escaped_q;", "special && !escaped_q && state_q == Content;"),
    ("frame_writer", "plain[5] ^ escaped_q", "plain[5]"),
    ("packet_feeder", "entry_ready = !beat_valid || beat_ready;", "entry_ready = 1'b1;"),
    ("packet_feeder", "{entry_data, command_q[23:8]}", "{command_q[15:0], entry_data}"),
    ("reset_release", "rst_q <= !(&steady_q);", "rst_q <= !(|steady_q);"),
    ("uart_receiver", "bit_q == '0 && line", "1'b0"),
    ("uart_receiver", "count_q <= HALF;", "count_q <= WHOLE;"),
    ("uart_transmitter", "left_q  <= 4'd10;", "left_q  <= 4'd9;"),
    ("uart_transmitter", "{1'b1, line_q[8:1]}", "{1'b0, line_q[8:1]}"),
    ("answer_ledger", "put_q[sent_context] <= put + 3'd1;", "put_q[0] <= put + 3'd1;"),
    ("answer_ledger", "!get_q[index][2], get_q[index][1:0]", "get_q[index]"),
    ("answer_writer", "{descriptor, 5'h10}", "{descriptor, 5'h00}"),
    ("answer_writer", "word_last = !answer_q || word_q == beats_q;", "word_last = !answer_q;"),
    ("answer_writer", "busy_q <= answer_q;\n      request_q", "busy_q <= 1'b0;\n      request_q"),
    ("answer_writer", "word_q  <= word_q + 8'd1;", ";"),
    ("answer_writer", "word_q == beats_q;", "word_q >= beats_q - 8'd1;"),
    ("axi4_master", "m_axi_arlen = read_beats - 8'd1;", "m_axi_arlen = read_beats;"),
    ("axi4_master", "m_axi_awlen = write_beats - 8'd1;", "m_axi_awlen = write_beats;"),
    ("axi4_master", "word_error = m_axi_rresp[1];", "word_error = m_axi_rresp[0];"),
    ("beat_check", "beat_last ? gap : !(&beat_keep)", "gap"),
    ("beat_check", "|(beat_keep & ~below)", "|(~beat_keep & below)"),
    ("context_words", "= store[read_context];", "= store[write_context];"),
    ("frame_check", "{16{rest[0]}}", "{16{rest[15]}}"),
    ("packet_order", "(changes || alone_q || ", "("),
    ("packet_order", "alone_q <= changes;", "alone_q <= 1'b0;"),
    ("packet_order", "if (offer_operation == TAG) held_q <= 1'b1;", ""),
    ("packet_order", "if (offer_operation == VERIFY) held_q <= 1'b0;", ""),
    ("packet_order", "&& !(offer_last && offer_bad);", ";"),
    ("packet_order", "busy_q >= COUNT_BITS'(CONTEXTS)", "1'b0"),
    ("packet_order", "offer_first && count_q != '0\n", "offer_first\n"),
    ("packet_order", "      resting_q <= '0;\n    end\n    if (rst)", "    end\n    if (rst)"),
    ("read_port", "room && !fetch_valid;", "room;"),
    ("read_port", "if (request_ready) request_q <= 1'b0;", "request_q <= 1'b0;"),
    ("read_port", "fetch_valid ? FETCH_BEATS : burst_beats", "burst_beats"),
    ("read_port", "word_valid && !of_fetch", "word_valid"),
    ("reopen_after_row", "(reading_q & ~reopen) | started", "reading_q | started"),
    ("reopen_after_row", "read && reading_q[index]", "read"),
    ("reopen_after_start", "line_q[(DELAY-1)*CONTEXTS+:CONTEXTS]", "line_q[0+:CONTEXTS]"),
    ("burst_reader", "page_first ? address_q", "1'b0 ? address_q"),
    ("burst_reader", "(9 + LANE_BITS)'(bytes_q) <= space_q", "1'b1"),
    ("burst_reader", "record_room && !request_q;", "record_room;"),
    ("burst_reader", "issue && !final_q;", "issue;"),
    (
        "burst_reader",
        "{next_address_q, next_left_q, next_position_q};\n    limit_q",
        "moving;\n    limit_q",
    ),
    (
        "byte_align",
        "8'(in_word) ? record_bytes[LANE_BITS:0] : in_word",
        "8'(in_word) ? in_word : in_word",
    ),
    ("byte_align", "final_q <= left <= 8'(LANES);", "final_q <= left < 8'(LANES);"),
    ("byte_align", "if (!valid_q || beat_ready) begin", "if (1'b1) begin"),
    ("byte_align", "waits_q ? waiting_q : made_beat", "made_beat"),
    ("byte_align", "if (!waits_q) waiting_q", "waiting_q"),
    ("byte_align", "!end_q) || saves);", "!end_q) || takes);"),
    ("byte_align", "assign fetches = !stays;", "assign fetches = 1'b1;"),
    ("byte_align", "none = stays ? !keeps : !", "none = !stays && !"),
    ("descriptor_ring", "wraps ? above", "1'b0 ? above"),
    ("descriptor_ring", "&& !request_q && !wait_q && !offer_q;", "&& !request_q && !offer_q;"),
    ("ring_account", "&& !errors && !seen_q", "&& !errors"),
    ("wishbone_master", "if (last) busy_q <= 1'b0;", "if (last) busy_q <= write_q;"),
    ("wishbone_master", "read_valid) && !joins_q;", "read_valid);"),
    ("wishbone_master", "address_q + 32'(2 * BYTES)", "address_q"),
    ("wishbone_master", " && read_address[11:0] != 12'd0", ""),
    ("wishbone_master", "read_ready = begins && !writes;", "read_ready = begins;"),
    ("answer_queue", "assign room = !owed_q[PLACE_BITS];", "assign room = 1'b1;"),
    ("answer_queue", "kept = answer_valid && !passes;", "kept = answer_valid && waits;"),
    ("answer_queue", "waits ? waiting : answer_valid", "answer_valid"),
    ("chain_feed", "waits_q <= !block_last;", "waits_q <= 1'b0;"),
    ("chain_feed", "if (ends) state_q <= initial_state;", ""),
    ("chain_feed", "slot_ready && room && !waits_q;", "slot_ready && !waits_q;"),
    ("key_feed", "&& (under_way_q || !key_valid);", ";"),
    ("key_feed", "quiet && !under_way_q && !opens_q", "quiet && !opens_q"),
    ("key_feed", "next ? chain : key_q;", "chain;"),
    ("key_feed", "state_q <= initial_state;\n      outer_q", "outer_q"),
    ("key_feed", "if (hashed) begin\n      key_q", "if (next) begin\n      key_q"),
    ("word_queue", "if (put && !get) words_q", "if (put) words_q"),
    ("apb4_port", "pready = done && psel && penable;", "pready = done && psel;"),
    ("avalon_mm_port", "read_q  <= done && avs_read;", "read_q  <= avs_read;"),
    ("avalon_mm_port", "      data_q  <= 32'd0;\n", ""),
    ("axi4_lite_port", "      rdata_q  <= 32'd0;\n", ""),
    ("axi4_lite_port", "if (s_axil_bready) bvalid_q", "if (!write_waits) bvalid_q"),
    ("axi4_lite_port", "if (s_axil_rready || !rvalid_q) rdata_q", "if (done) rdata_q"),
    ("axi4_lite_port", "if (s_axil_rready || !rvalid_q) rdata_q", "rdata_q"),
    ("avalon_mm_port", "data_q  <= read_data;", "if (done) data_q <= read_data;"),
    ("axi4_lite_port", "s_axil_arvalid && (!rvalid_q || s_axil_rready);", "s_axil_arvalid;"),
    ("message_window", "if (!serve || rst) begin", "if (!serve) begin"),
    ("message_window", "begun_q && !sent_q;", "begun_q;"),
    ("message_window", "crowded && !late_q && !erases;", "crowded && !erases;"),
    ("message_window", "write_strobe[0] == !held_q[0]", "1'b1"),
    ("message_window", "pair_q <= wait_q[0] && asks && hold;", "pair_q <= wait_q[0] && asks;"),
    ("message_window", "&wait_q[n-1:0]", "wait_q[n-1]"),
    ("message_window", "zeroize || (KEYED && erase_q);", "zeroize;"),
    ("message_window", "if (!serve || rst) begin\n      order_q <= 1'b0;", "if (rst) begin"),
    ("wishbone_port", "wb_ack_o = access && done && !error;", "wb_ack_o = access && done;"),
    ("answer_cut", "over_q ? '0 : beat;", "beat;"),
    ("answer_cut", "cut_ready || over_q;", "cut_ready;"),
    ("array_collect", "assign advance = !valid_q || beat_ready;", "assign advance = 1'b1;"),
    ("array_dispatch", "receiving_q[place] <= !beat_last;", "receiving_q[place] <= 1'b1;"),
    ("array_dispatch", "(valid_q & ~copy_ready) == '0;", "1'b1;"),
    ("array_ledger", "&& !own[next_q[place]]", ""),
    ("array_ledger", "!(head_take && head_entry_q == latest)", "1'b1"),
    ("array_ledger", "able = done_q & ~waits_q;", "able = done_q;"),
    ("context_rota", "full_q[index] <= 1'b0;\n      end\n\n", "full_q[index] <= 1'b1; end\n"),
    ("context_rota", "if (close_here) closed_q[index] <= 1'b1;", "if (close_here) ;"),
    ("context_rota", "assign want = full_q & room;", "assign want = full_q;"),
    ("context_rota", "&& ((CHOSEN ? |slot_live : |want) || on_the_way);", ";"),
    ("array_store", "{answer_context, turn_q[answer_context]}", "{answer_context, turn_q[0]}"),
    ("block_admission", "begins_q <= third_valid_q &&", "begins_q <= 1'b0 &&"),
    ("block_admission", "begun_q <= row_valid_q &&", "begun_q <= 1'b0 &&"),
    ("block_admission", "blocked_q <= behind_q ||", "blocked_q <="),
    ("block_admission", "ENOUGH = 8", "ENOUGH = 12"),
    ("block_admission", "if (go_q[1]) get_q", "if (go_q[0]) get_q"),
    ("block_admission", "!(pad_ready ? pad_valid : held_q);", "!pad_valid;"),
    ("block_admission", "if (frees_q) blocked_q", "if (rst) blocked_q"),
    ("block_admission", "free_low_q[index%GROUP]) mine_q", "free_low_q[0]) mine_q"),
    ("block_ledger", "words_1q, chain_a, chain_e}", "words_1q, chain_e, chain_a}"),
    ("block_ledger", "free_q <= leaves_2q && !told[1];", "free_q <= leaves_2q;"),
    ("block_ledger", "assign next = !pad_valid_q || pad_ready;", "assign next = 1'b1;"),
    ("block_padder", "mark_4q <= full_3q && !ends_3q;", "mark_4q <= !ends_3q;"),
    ("block_padder", "over_4q <= (over || wraps) && !ends_3q;", "over_4q <= wraps && !ends_3q;"),
    ("block_padder", "pad_3q ? fill : fill_3q", "fill_3q"),
    ("block_padder", "LATEST = 14 * BYTES - 1;", "LATEST = 14 * BYTES;"),
    ("block_padder", "keeps_4q <= !ends_3q;", "keeps_4q <= 1'b1;"),
    ("block_keyer", "if (row_keyed) begin", "if (row_keyed && !row_data[0]) begin"),
    ("block_keyer", "(2 * WORD)'(16 * WORD + DIGEST)", "(2 * WORD)'(DIGEST)"),
    ("block_keyer", "&length[LENGTH_BITS-1:BLOCK_SHIFT]", "&length[LENGTH_BITS-2:BLOCK_SHIFT]"),
    ("pool_answers", "status_1q == OK && |differs_1q", "|differs_1q"),
    ("pool_answers", "beat_valid = queue_valid && !wiping;", "beat_valid = queue_valid;"),
    ("pool_answers", "& {8{wanted_q[index] && !silent}}", "& {8{wanted_q[index]}}"),
    ("pool_answers", "wanted_q[index] && verify_q", "verify_q"),
    ("pool_gate", "{8{keep_q[index]}}) ^ 8'h36", "{8{1'b1}}) ^ 8'h36"),
    ("pool_gate", "if (erases ? other_q : user_q || long_open_q) begin", "if (user_q) begin"),
    ("pool_gate", "assign quiet = flight_q == '0 &&", "assign quiet ="),
    ("pool_gate", "(!changes_q && !rests_q && row_ready)", "(!changes_q && row_ready)"),
    ("pool_gate", "^ {LANES{8'h6a}}", "^ {LANES{8'h5c}}"),
    ("pool_judge", "was_given != bytes_2q ? NO_TAG", "1'b0 ? NO_TAG"),
    ("pool_judge", "exists_2q && known_2q", "exists_2q"),
    ("pool_judge", "operation_2q == VERIFY) is.given = 7'd0;", "1'b0) is.given = 7'd0;"),
    ("pool_judge", "is_4q.keyed && !outer_4q;", "is_4q.keyed && !outer_4q && note_spills;"),
    ("pool_judge", "(inner && brink)", "(is_4q.keyed && brink)"),
    ("pool_judge", "if (row) head_q <=", "if (block_valid) head_q <="),
    ("pool_judge", "{was.slot, was.follows == OUTER}", "{was.slot, was.follows != 2'd0}"),
    ("state_memory", "erase ? '0 : write_data", "write_data"),
    ("state_memory", "state_q[(index+LATE)%(LATE+1)]", "state_q[index]"),
    ("digest_queue", "&& !awaited_q[AHEAD-1];", ";"),
    ("digest_queue", "beat_q <= front_valid_q ? front_q : read_q;", "beat_q <= front_q;"),
    ("digest_queue", "2 ** PLACE_BITS - 13", "2 ** PLACE_BITS - 2"),
    ("digest_queue", "if (next && !fetch_2q) count_q", "if (next) count_q"),
    ("digest_queue", "&& (!read_valid_q || !front_valid_q);", ";"),
    ("digest_queue", "count_q[0] ? ahead[ahead_head_q] : '0", "ahead[ahead_head_q]"),
    ("digest_queue", "if (fetch && !next) awaited_q", "if (fetch) awaited_q"),
    ("block_buffer", "write && write_enable[LANE] &&", "write &&"),
    ("block_filler", "if (write_position < 4'd14 &&", "if (write_position < 4'd15 &&"),
    ("block_filler", "mark_q <= ends && full;", "mark_q <= ends;"),
    ("block_filler", "block_whole <= taken && full;", "block_whole <= taken;"),
    ("block_filler", "room_q <= padding_q && !block_last;", "room_q <= padding_q;"),
    ("block_fit", "WORD'(16 * WORD + 8 * bytes)", "WORD'(16 * WORD + 8 * DIGEST_BYTES)"),
    ("block_numbers", "if (turn_q[index]) second_q", "if (!turn_q[index]) second_q"),
    ("block_numbers", "if (!word_valid || word_ready) word", "word"),
    ("block_writer", "WORD'(16 * WORD + 8 * DIGEST_BYTES)", "WORD'(8 * DIGEST_BYTES)"),
    (
        "block_writer",
        "tail_q[index] <= !granted_q && (ends || tail)",
        "tail_q[index] <= ends || tail",
    ),
    ("block_writer", "digest_q <= digest_data & LAST_MASK", "digest_q <= digest_data"),
    ("block_writer", "writing_q <= claims && !play;", "writing_q <= claims;"),
    ("block_writer", "digest_valid && !closed[digest_context] && !play", "digest_valid && !play"),
    ("choice_ledger", "choice_q[index] <= waiting_choice_q;", "choice_q[index] <= row_choice;"),
    (
        "choice_reader",
        "begun_q[beat_context] ? number_q[beat_context]",
        "begun_q[beat_context] ? '0",
    ),
    ("digest_cut", "word_valid && !over_q;", "word_valid;"),
    ("digest_mask", "if (word_valid && word_ready)", "if (word_valid)"),
    (
        "digest_ledger",
        "start_turn_q[index] ? reserved_q[1]",
        "!start_turn_q[index] ? reserved_q[1]",
    ),
    ("digest_ledger", "finish && reserved_q[chain_entry][chain_context]", "finish"),
    ("digest_line", "write_q <= chain_valid || late_q[3];", "write_q <= chain_valid || late_q[2];"),
    ("digest_line", "final_word ? '0 : index_q + 1'b1", "index_q + 1'b1"),
    ("digest_line", "~index_q[1:0]}", "index_q[1:0]}"),
    ("digest_sole", "finish && odd_q && digest_q", "finish && digest_q"),
    ("digest_sole", "error_q <= started_error;", "error_q <= error_q || started_error;"),
    ("digest_merge", "under_way_q ? second_q : !first_valid", "!first_valid"),
    ("digest_route", "silent = verify || ", "silent = "),
    ("digest_route", "(!compare_first_q && differs_q) || |differs", "|differs"),
    ("digest_route", "? at_place\n          :", "? 1'b0\n          :"),
    ("digest_route", "if (here && !key_q) outer_q", "if (here) outer_q"),
    (
        "digest_stream",
        "next_data[WORD-8-8*lane+:8] & {8{WIDTH == WORD || kept[lane]}}",
        "next_data[WORD-8-8*lane+:8]",
    ),
    (
        "digest_stream",
        "aside_q <= next_valid && !next_ready",
        "aside_q <= word_valid && !next_ready",
    ),
    ("digest_stream", "next_ready ? !kept[lane] : beat_ready", "next_ready && !kept[lane]"),
    ("digest_stream", "valid_q <= !final_part", "valid_q <= 1'b0"),
    ("digest_stream", "WIDTH'(data_q & {USED * WORD{valid_q}})", "WIDTH'(data_q)"),
    ("digest_store", "final_word ? '0 : index_q + 1'b1", "index_q + 1'b1"),
    ("digest_store", "word_context_q <= context_q;", "word_context_q <= head_context;"),
    ("fold_sequencer", "pass != PASS_BITS'(PASSES - 2)", "pass != PASS_BITS'(PASSES - 1)"),
    ("fold_sequencer", "(row == ROW_BITS'(OUTPUT) && !last)", "(row == ROW_BITS'(OUTPUT))"),
    ("fold_sequencer", "else if (!wait_here) begin", "else begin"),
    (
        "fold_sequencer",
        "if (block_taken) last <= block_last;",
        "if (block_valid) last <= block_last;",
    ),
    ("keyed_sequencer", "pass != PASS_BITS'(PASSES - 2)", "pass != PASS_BITS'(PASSES - 1)"),
    ("keyed_sequencer", "target = verify ? ROW_BITS'(COMPARE) :", "target ="),
    ("keyed_sequencer", "if (flawed) target = ROW_BITS'(ERASE);\n        else begin", "begin"),
    ("keyed_sequencer", "else if (!wait_here) begin", "else begin"),
    ("packet_filler", "mark_q <= ends && full && !plain;", "mark_q <= ends && full;"),
    ("packet_filler", "word_valid && (is_tag || !more)", "word_valid"),
    ("packet_filler", "room_q <= over_q;", "room_q <= 1'b1;"),
    ("packet_judge", "assign offer_ready = !wipe_q && !zeroize", "assign offer_ready = !zeroize"),
    ("packet_judge", "begun_q ? Drop : Idle", "Drop"),
    ("packet_judge", "state_q <= owed ? Say : Idle", "state_q <= Idle"),
    ("packet_judge", "keyed && !slot_known", "keyed && !slot_exists"),
    ("tag_answer", "COUNT_BITS'(rest == '0)", "'0"),
    ("tag_answer", "&& (!last || kept[index])", ""),
    ("group_picker", "slot_open ? latest | chosen_q", "slot_open ? latest"),
    ("group_picker", "served_q[0] <= slot_taken ? chosen_q : '0", "served_q[0] <= '0"),
    ("group_picker", "found_q   <= |able;", "found_q   <= 1'b1;"),
    ("group_picker", "end else if (!slot_taken) begin", "end else begin"),
    (
        "key_loader",
        "assign done = pass_ends && last_context && last_slot;",
        "assign done = pass_ends;",
    ),
    ("gated_memory", "read_here ? fetched : '0", "fetched"),
    ("gated_memory", "write && int'(write_place) / BANK == bank", "write"),
    ("hash_ledger", "block_q[close_context] <= {close_key", "block_q[close_context] <= {1'b0"),
    ("hash_ledger", "started_key ? '0 : started_choice", "started_choice"),
    ("inner_recall", "index == 4'(MARK_WORD)", "index == 4'd8"),
    ("inner_recall", "last ? chain_word & LAST_MASK : chain_word", "chain_word"),
    ("inner_recall", "outer_late_q ? digest_word", "outer_q ? digest_word"),
    ("inner_recall", "(32'd3 - 32'(index[1:0]))", "32'(index[1:0])"),
    ("inner_recall", "noted_outer_q[index] <= closes;", "noted_outer_q[index] <= 1'b0;"),
    ("inner_recall", "(ready_q[index] && !closes)", "(ready_q[index] && !hold)"),
    ("inner_recall", "left_q <= CLOCK_BITS'(TELL - 2);", "left_q <= '0;"),
    ("inner_recall", "inner_q[index] <= noted_inner_q[index];", "inner_q[index] <= 1'b0;"),
    ("inner_route", "leave && last && !long_q &&", "leave && last &&"),
    ("inner_route", "leave && !(last && word_context == context_id)", "leave"),
    ("inner_route", "plain_ready && due)", "plain_ready)"),
    ("inner_route", "record_keyed && !word_error", "record_keyed"),
    ("key_loader", "half_q <= !pass_ends;", "half_q <= 1'b0;"),
    ("key_loader", "gathers && (!key_last ||", "(!key_last ||"),
    ("key_loader", "(done && !silent_q) || (phase_q[ANSWER]", "done || (phase_q[ANSWER]"),
    ("key_loader", "seen_q <= last_context;", "seen_q <= 1'b1;"),
    ("key_loader", "assign mark = phase_q[FILL] || pass_ends;", "assign mark = pass_ends;"),
    ("key_store", "store && !spared;", "store;"),
    (
        "key_store",
        "PLACE_BITS'({store_state, chain_step}",
        "PLACE_BITS'({STATE_BITS'(0), chain_step}",
    ),
    ("keyed_collect", "~shown_q & ~{COPIES{common}};", "~shown_q;"),
    ("keyed_collect", "!refusal_q && !begun_q && !offered;", "!refusal_q && !offered;"),
    ("keyed_collect", "? wanted & behind_q : wanted", "? wanted : wanted"),
    ("keyed_collect", "assign drop = ~common_own &", "assign drop ="),
    ("keyed_collect", "(dropped_q | common_own) == '1;", "(dropped_q | common_own) != '0;"),
    ("keyed_collect", "chosen = refuse ? '0\n      : lowest", "chosen = lowest"),
    ("keyed_collect", "FIRST + inner;", "FIRST | inner;"),
    ("keyed_dispatch", "changes && !to_all ? UNDEFINED", "1'b0 ? UNDEFINED"),
    ("keyed_dispatch", "&& open_q == '0 &&", "&&"),
    ("keyed_dispatch", "(!begins_common || quiet)", "1'b1"),
    ("keyed_dispatch", "(!common_q || common_open_q) &&", ""),
    ("keyed_dispatch", "to_all ? {COPIES{all_ready}}", "to_all ? '1"),
    ("keyed_dispatch", "&& !begins_q && !refusal_q;", "&& !begins_q;"),
    ("keyed_dispatch", "all_ready = all_ready_q && !zeroize;", "all_ready = all_ready_q;"),
    ("keyed_dispatch", "&copy_ready && copy_valid == '0 && !rst;", "&copy_ready && !rst;"),
    ("keyed_dispatch", "exists && (first ? common_open_q", "(first ? common_open_q"),
    ("keyed_dispatch", "here ? refused && !beat_last : refused_q[tid];", "refused_q[tid];"),
    ("keyed_dispatch", "goes_on && (dead_q[tid] || zeroize);", "goes_on && zeroize;"),
    ("keyed_dispatch", "zeroize || dies[beat_tid];", "zeroize;"),
    ("keyed_dispatch", "(beat_operation == KEY || beat_last);", "1'b1;"),
    ("length_memory", "write_carry_q <= !sum_clear_q && carry;", "write_carry_q <= carry;"),
    ("length_memory", "add_q <= {1'b0, add} + {1'b0, offset};", "add_q <= {1'b0, add};"),
    ("length_memory", "carry_q <= carries[context_q];", "carry_q <= carries[visit_context];"),
    ("length_memory", "|| !write_low_q || write_clear_q)) begin", "|| !write_low_q)) begin"),
    (
        "length_memory",
        "if (write_q && write_low_q && !write_add_q)",
        "if (write_q && write_low_q)",
    ),
    (
        "length_pair",
        "assign over = over_q || (TWO_WORDS ? wraps : carry_q);",
        "assign over = over_q;",
    ),
    ("length_pair", "write_over : overs_q[visit_context]", "overs_q[visit_context] : 1'b0"),
    ("length_pair", "highs[write_context_q] <= write_clear_q ? '0 : high_sum;", ";"),
    ("length_pair", "add_q   <= {1'b0, add} + {1'b0, offset};", "add_q   <= {1'b0, add};"),
    ("length_pair", "carry_q <= visit_q && carry;", "carry_q <= carry;"),
    ("length_ring", "catch_up_q <= carry_q && !low;", "catch_up_q <= carry_q;"),
    ("length_ring", "? carry && catch_up_q", "? carry"),
    ("length_ring", "add_q   <= {1'b0, add} + {1'b0, offset};", "add_q   <= {1'b0, add};"),
    ("packet_gate", "!facts.shut && !facts.owed_more", "!facts.shut"),
    ("packet_gate", "(erases ? facts.any_owed : facts.in_use)", "facts.any_owed && erases"),
    ("packet_gate", "(erases ? facts.any_owed : facts.in_use)", "facts.in_use"),
    ("packet_gate", "|| (loads && facts.loading_open)", ""),
    ("packet_gate", "(facts.any_open || !last_q)", "!last_q"),
    ("packet_gate", "&& slot_exists && facts.in_use_open", "&& 1'b0"),
    ("packet_gate", "? facts.loading_open : !facts.known", "? 1'b0 : !facts.known"),
    ("packet_gate", "(uses_key && facts.loading && !facts.loading_open)", "(1'b0)"),
    ("packet_gate", "oldest = turn_q ^ ~owed_more_q", "oldest = ~turn_q"),
    ("packet_gate", "given_q[context_q] && given_bytes", "given_bytes"),
    ("packet_gate", "if (rst) known_q <= '0;", ""),
    ("padder", "{8{mask_q[index]}}", "{8{1'b1}}"),
    ("padder", "mark_q <= full;", "mark_q <= 1'b0;"),
    ("padder", "? BRISK && ROWS > 1 && last_step_q", "? last_step_q"),
    ("padder", "|| (close && word_context == context_q);", ";"),
    ("packet_route", "counted >> 7 == '0 ? 7'(counted) : '0", "7'(counted)"),
    ("packet_place", "first ? '0 : places[row_context]", "places[row_context]"),
    ("packet_place", "beyond || at_end || row_error", "beyond || at_end"),
    ("packet_place", "row_last && !row_error && !beyond &&", "row_last && !row_error &&"),
    ("packet_place", "|| row_keep[(PAD_WORDS-1)*BYTES];", "|| row_keep[0];"),
    (
        "beat_plain",
        "word_keep[BYTES-1-lane]        = beat_keep[lane];",
        "word_keep[lane] = beat_keep[lane];",
    ),
    ("beat_pass", "BYTES - 1 - 2 * (lane % BYTES)", "BYTES - 1 - (lane % BYTES)"),
    (
        "beat_plain",
        "word_keep[BYTES-1-lane]        = beat_keep[lane];",
        "word_keep[lane] = beat_keep[lane];",
    ),
    ("beat_pass", ".beat_last (beat_last)", ".beat_last (1'b1)"),
    (
        "beat_plain",
        "word_keep[BYTES-1-lane]        = beat_keep[lane];",
        "word_keep[lane] = beat_keep[lane];",
    ),
    ("beat_pass", "= beat_keep[lane]", "= beat_keep[lane] || !beat_last"),
    (
        "beat_gather",
        "&& (!valid_q || (word_ready",
        "&& (1'b1 || (word_ready",
    ),
    ("beat_gather", "sweep_q || (valid_q && word_ready);", "sweep_q || valid_q;"),
    ("beat_gather", "else if (word_ready) valid_q <= 1'b0;", "else valid_q <= 1'b0;"),
    (
        "beat_split",
        "advance = !valid_q || word_ready;",
        "advance = !valid_q || word_ready || held_last_q;",
    ),
    (
        "beat_split",
        "beat_ready = !held_q || (advance && final_row);",
        "beat_ready = !held_q || final_row;",
    ),
    ("packet_route", "message_ready && !(closing && !silent)", "message_ready"),
    ("packet_route", "row_ready = key_ready;", "row_ready = key_ready || row_last;"),
    ("packet_route", "closed_q <= 1'b1;", "closed_q <= 1'b0;"),
    ("state_tail", "!(key_long && word_context == key_context)", "!key_long"),
    ("state_tail", "tail_q ? !reading : word_valid", "tail_q || word_valid"),
    ("state_tail", "word_ready = !tail_q && whole_ready", "word_ready = whole_ready"),
    ("state_tail", "if (!tail_q) begin", "if (!low_q) begin"),
    ("state_wiper", "if (word_q == 3'd7) begin", "if (word_q == 3'd6) begin"),
    ("state_wiper", "wiping ? '0 : state_data", "state_data"),
    ("state_wiper", "wiping && !chain_valid", "wiping"),
    ("state_wiper", "CONTEXT_BITS'(CONTEXTS - 1)", "CONTEXT_BITS'(CONTEXTS)"),
    (
        "tag_store",
        "PLACE_BITS'({write_context, write_side});",
        "PLACE_BITS'({write_context, 1'b0});",
    ),
    ("word_memory", "read_data_q <= store[read_address];", "read_data_q <= store[write_address];"),
    ("delay_line", "BLOCK_MEMORY ? 3 : 2", "BLOCK_MEMORY ? 2 : 2"),
    ("row_turn", "come_position ^ {3'b0, at_length}", "come_position"),
    ("state_porter", "turn_q <= !turn[next_context];", "turn_q <= turn[next_context];"),
    ("state_porter", "loaded & BLOCKS : loaded", "loaded : loaded"),
    ("state_porter", "restoring_q <= row_valid && !cut;", "restoring_q <= row_valid;"),
    ("state_porter", "READ = 4'd10,", "READ = 4'd8,"),
    ("turn_buffer", "read_turn_q ^ reopen;", "read_turn_q ^ started;"),
    ("saved_words", "cut_q[close_context] <= close_cut;", "cut_q[close_context] <= 1'b0;"),
    ("saved_words", "word_saved ? word_data : word_masked", "word_masked"),
    ("slot_hashes", "= latest ? choice_q", "= 1'b0 ? choice_q"),
    ("slot_hashes", "mark && erases && !spared", "mark && erases"),
    ("zeroize_guard", "- 3'(dead_q[scan_context_q] && counted_q[scan_context_q])", ""),
    ("zeroize_guard", "beat_valid && beat_ready ? !beat_last : begun_q;", "begun_q;"),
    ("zeroize_guard", "here ? !came_last : open_q[index];", "open_q[index];"),
    ("zeroize_guard", "offer_ready = !shut_q && !zeroize &&", "offer_ready = !shut_q &&"),
    ("zeroize_guard", "!(RESUME && came_operation == RESTORE)", "came_operation != RESTORE"),
    ("zeroize_guard", "answer_status | {3{broken_q}}", "answer_status"),
]


# The first fault of each module is planted by `make test`, the others by `make test-long`.
_SEEN = {module: fault for module, *fault in reversed(FAULTS)}
PLANTED = [
    pytest.param(*each, marks=() if _SEEN[each[0]] == list(each[1:]) else pytest.mark.long)
    for each in FAULTS
]


def _of(module: str) -> list[Subject]:
    return [subject for subject in SUBJECTS if subject.module == module]


def test_every_module_with_properties_is_proved() -> None:
    assert {subject.module for subject in SUBJECTS} == set(properties())
    assert {module for module, _, _ in FAULTS} == set(properties())


def test_a_simulator_reads_all_of_them(tmp_path: Path) -> None:
    """Yosys takes words for names that are words of the language."""
    verilator = find_verilator()
    environment = {**os.environ, "VERILATOR_ROOT": str(verilator.root)}
    for subject in {subject.module: subject for subject in SUBJECTS}.values():
        for name, text in with_properties(subject.sources).items():
            (tmp_path / name).write_text(text)
        options = ("--lint-only", "--no-timing", "--assert", "-Wno-fatal", "--top-module")
        words = [str(verilator.program), *options, subject.module, *subject.sources]
        done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_properties_hold(subject: Subject) -> None:
    verdict = proved(subject)
    assert (verdict.status, verdict.failed) == (PROVED, ())


@pytest.mark.parametrize(("module", "text", "fault"), PLANTED)
def test_a_fault_breaks_a_property(module: str, text: str, fault: str) -> None:
    subjects = _of(module)
    name = f"{module}.sv"
    source = subjects[0].sources[name]
    assert source.count(text) == 1
    changed = {name: source.replace(text, fault)}
    assert any(proved(subject, changed).status != PROVED for subject in subjects)


def test_a_core_in_simulation_is_stopped_by_a_fault() -> None:
    core = core_for("hmac-sha256", Architecture(interleave=2), Interface(width=32))
    module, text, fault = next(each for each in FAULTS if each[0] == "zeroize_guard")
    sources = core.sources()
    name = f"{core.prefix}_{module}.sv"
    sources[name] = sources[name].replace(text, fault)
    outcome = run_core(
        Streams(machine_of(sources, core.top, shape_of(core))), 5, lambda runs: runs < 4
    )
    assert any("u_guard.p_account" in failure.text for failure in outcome.failures)
