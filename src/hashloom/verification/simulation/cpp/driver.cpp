// Drives a message core (AXI4-Stream in, AXI4-Stream out) from a list of jobs on standard input.
//
// Compile with -DCORE_CONTEXTS=<messages in flight> -DCORE_LANES=<bytes of a beat>
// -DCORE_COMMANDS=<1 when s_axis_tuser carries a command and m_axis_tuser a status, otherwise 0>
// -DCORE_CHOICE_BITS=<bits of the number of a hash in s_axis_tuser: above the command, or alone; 0: one>
// -DCORE_STATE=<1 when the model can tell its state>; the Verilator model has the prefix Vcore. A run reads these lines, each at most once unless said
// otherwise:
//
//   sequential                    one job at a time, alone (otherwise every context is kept busy)
//   ordered                       jobs are sent whole, one after the other, in the order of the list
//   turn BEATS                    beats one context sends before the next one's turn (default 1)
//   stalls PERMILLE SEED          random pauses on both streams, random turns
//   rest CLOCKS RESET             tell the state of the core CLOCKS after the last answer, or, where
//                                 RESET is 1, after a reset that follows it
//   zeroize CLOCK                 zeroize in this clock, counted from the reset; the run ends there,
//                                 and from then on nobody sends or takes a beat
//   trace                         tell what both streams carry in every clock
//   timeout CLOCKS                clocks without a beat on either stream before giving up
//   message CONTEXT HEX           a job: the digest of these bytes; "-" is the empty message (often)
//   monte CONTEXT STEPS OPERATION HEX
//                                 a job: the last of STEPS digests, each of the three digests before
//                                 it joined, the first three being HEX (often)
//   packet CONTEXT OPERATION SLOT TAG_BYTES BROKEN WHOLE HEX
//                                 a job: a packet with a command, the number of a hash above the
//                                 eight bits of its SLOT, or as its OPERATION the number of
//                                 its hash alone; in beat BROKEN, from 1, or in the
//                                 last one, tkeep breaks the rules; 0 for none; where WHOLE is 1, no
//                                 other packet's beats come in between (often)
//   unanswered CONTEXT OPERATION SLOT TAG_BYTES BROKEN WHOLE HEX
//                                 likewise, of an operation without an answer (often)
//   fence                         jobs behind it begin when those before it have been sent (often)
//   barrier                       jobs behind it begin when those before it are answered (often)
//
// Jobs of one context are sent in the order of the list. It writes one line per job when its digest
// is complete, or when it has been sent where no answer comes (JOB counts the jobs from 0; the
// digest is "-" when no bytes came), then a total:
//
//   digest JOB HEX STATUS FIRST_IN LAST_IN FIRST_OUT LAST_OUT  the clocks in which beats were taken
//   sent JOB FIRST_IN LAST_IN
//   trace VALID READY LAST CONTEXT USER KEEP HEX and the same of the other stream
//   state NAME HEX                                             a variable of the core
//   total CLOCKS                                               up to the end of the last digest
//
// A core that breaks the protocol or stops ends the run with "failure SENTENCE" and status 3.

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "bench.h"
#include "jobs.h"

namespace {

// The jobs read so far, and what those to come have to wait for
struct List {
    std::vector<Job> jobs;
    size_t fence = 0;
    size_t barrier = 0;
};

void read_job(std::istringstream& line, const std::string& kind, List& list) {
    Job job;
    std::string hex;
    line >> job.context;
    if (kind == "monte") line >> job.steps >> job.command.operation;
    if (kind == "packet" || kind == "unanswered") {
        Command& command = job.command;
        line >> command.operation >> command.slot >> command.tag_bytes >> job.broken >> job.whole;
    }
    line >> hex;
    if (!line || job.context >= kContexts) fail("the driver was given a line it cannot read");
    job.answered = kind != "unanswered";
    job.message = from_hex(hex);
    job.after_sent = list.fence;
    job.after_done = list.barrier;
    list.jobs.push_back(job);
}

void read_request(Options& options, List& list) {
    std::string text, word;
    while (std::getline(std::cin, text)) {
        std::istringstream line(text);
        line >> word;
        if (word == "sequential") options.sequential = true;
        else if (word == "ordered") options.ordered = true;
        else if (word == "trace") options.trace = true;
        else if (word == "turn") line >> options.turn;
        else if (word == "stalls") line >> options.permille >> options.seed;
        else if (word == "timeout") line >> options.timeout;
        else if (word == "zeroize") line >> options.zeroize;
        else if (word == "rest") {
            line >> options.rest >> options.reset;
            options.tell_state = true;
        } else if (word == "fence") list.fence = list.jobs.size();
        else if (word == "barrier") list.barrier = list.jobs.size();
        else if (word == "message" || word == "monte" || word == "packet" || word == "unanswered")
            read_job(line, word, list);
        else fail("the driver was given a line it cannot read");
    }
}

}  // namespace

int main() {
    std::ios::sync_with_stdio(false);
    Options options;
    List list;
    read_request(options, list);
    Bench bench(options, list.jobs);
    const Clock total = bench.run();
    std::cout << "total " << total << std::endl;
    return 0;
}
