// Drives a message core (AXI4-Stream in, AXI4-Stream out) from a list of jobs on standard input.
//
// Compile with -DCORE_CONTEXTS=<messages in flight> -DCORE_LANES=<bytes of a beat>; the Verilator
// model has the prefix Vcore. A run reads these lines, each at most once unless said otherwise:
//
//   sequential                    one job at a time, alone (otherwise every context is kept busy)
//   turn BEATS                    beats one context sends before the next one's turn (default 1)
//   stalls PERMILLE SEED          random pauses on both streams, random turns
//   timeout CLOCKS                clocks without a beat on either stream before giving up
//   message CONTEXT HEX           a job: the digest of these bytes; "-" is the empty message (often)
//   monte CONTEXT STEPS HEX       a job: the last of STEPS digests, each of the three digests before
//                                 it joined, the first three being HEX (often)
//
// and writes one line per job when its digest is complete (JOB counts the jobs from 0), then a total:
//
//   digest JOB HEX USER FIRST_IN LAST_IN FIRST_OUT LAST_OUT    the clocks in which beats were taken
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

Job read_job(std::istringstream& line, bool chain) {
    Job job;
    std::string hex;
    line >> job.context;
    if (chain) line >> job.steps;
    line >> hex;
    if (!line || job.context >= kContexts) fail("the driver was given a line it cannot read");
    job.message = from_hex(hex);
    return job;
}

void read_request(Options& options, std::vector<Job>& jobs) {
    std::string text, word;
    while (std::getline(std::cin, text)) {
        std::istringstream line(text);
        line >> word;
        if (word == "sequential") options.sequential = true;
        else if (word == "turn") line >> options.turn;
        else if (word == "stalls") line >> options.permille >> options.seed;
        else if (word == "timeout") line >> options.timeout;
        else if (word == "message") jobs.push_back(read_job(line, false));
        else if (word == "monte") jobs.push_back(read_job(line, true));
        else fail("the driver was given a line it cannot read");
    }
}

}  // namespace

int main() {
    std::ios::sync_with_stdio(false);
    Options options;
    std::vector<Job> jobs;
    read_request(options, jobs);
    Bench bench(options, jobs);
    const Clock total = bench.run();
    std::cout << "total " << total << std::endl;
    return 0;
}
