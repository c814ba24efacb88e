// Plays one run of random traffic to a core and writes down what its streams did.
//
//   executable RUN LOG SEED
//
// RUN is the binary file that machine.py writes; LOG has a line for each event, its clock first:
//   R clock            the reset of an epoch has ended: the core is new from this clock on
//   S clock            the next beat of the epoch was taken
//   M clock tid user last keep data     a beat of an answer left (keep and data in hex, lane 0 first)
//   Z clock, z clock   the first and the last clock in which zeroize is high; Z stands behind what left
//   O clock tid        an answer's beat is on offer and was not in the clock before
//   V clock text       a rule of the streams was broken
//   E clock            the end of the run
// BYTES lanes a beat, TID_BITS bits of tid, S_USER_BITS bits of s_axis_tuser; HAS_ZEROIZE tells
// whether that port is there.

#include "Vcore.h"
#include "verilated.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifdef __GNUC__  // what is compiled in the same go is not worth it
#pragma GCC push_options
#pragma GCC optimize("O1")
#endif

namespace {

constexpr int kKeepBytes = (BYTES + 7) / 8;
constexpr unsigned kLooked = 4;  // clocks from the offer of a first beat to its being taken, at most
using Word = uint32_t;

// Ports of up to 64 bits are integers, wider ones arrays of 32-bit words.
template <class T> void put(T& port, const uint8_t* from, int bytes) {
  if constexpr (sizeof(T) <= 8) {
    uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) value |= uint64_t{from[i]} << (8 * i);
    port = static_cast<T>(value);
  } else {
    for (int i = 0; i < bytes / 4; ++i) {
      Word word;
      std::memcpy(&word, from + 4 * i, 4);
      port[i] = word;
    }
  }
}

template <class T> void get(const T& port, uint8_t* to, int bytes) {
  if constexpr (sizeof(T) <= 8) {
    for (int i = 0; i < bytes; ++i) to[i] = static_cast<uint8_t>(uint64_t{port} >> (8 * i));
  } else {
    for (int i = 0; i < bytes / 4; ++i) {
      const Word word = port[i];
      std::memcpy(to + 4 * i, &word, 4);
    }
  }
}

struct Random {
  uint64_t state;
  uint32_t next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return static_cast<uint32_t>(state >> 32);
  }
  bool one_in(uint32_t n) { return next() % n == 0; }
};

// Whether a side goes on in this clock; the numbers are those of machine.PATTERNS.
struct Pattern {
  int kind;
  Random random;
  bool going = true;
  int left = 0;
  bool go(bool other_side) {
    switch (kind) {
      case 0: return true;
      case 1: return random.next() & 1;
      case 2: return random.one_in(10);
      case 3: return bursts(100, 400);
      case 4: return !random.one_in(16);
      case 5: return other_side;
      case 6: return bursts(40, 4000);
      default: return random.one_in(60);
    }
  }
  bool bursts(uint32_t on, uint32_t off) {
    if (left-- <= 0) {
      going = !going;
      left = static_cast<int>(random.next() % (going ? on : off));
    }
    return going;
  }
};

#pragma pack(push, 1)
struct Beat {
  uint8_t last, tid, answered;  // answered: the last beat of a packet that has an answer
  uint32_t user;
  uint8_t keep[kKeepBytes];
  uint8_t data[BYTES];
};
struct Trigger {
  uint8_t action, after;  // 0 reset, 1 zeroize; 0 clock, 1 taken, 2 left
  uint32_t count, delay, hold;
};
struct EpochHead {
  uint32_t beats, triggers, reset_hold;
};
struct RunHead {
  uint32_t epochs, source, sink, settle, bound, linger;
  uint64_t seed;
};
#pragma pack(pop)

struct Offer {  // m_axis in one clock
  bool valid, last;
  uint32_t tid, user;
  uint8_t keep[kKeepBytes], data[BYTES];
};

FILE* run_file;
FILE* log_file;
uint64_t now = 0;

template <class T> void read(T* to, size_t count = 1) {
  if (count && std::fread(to, sizeof(T), count, run_file) != count) std::exit(3);
}

void hex(const uint8_t* bytes, int count) {
  static const char* digits = "0123456789abcdef";
  std::fputc(' ', log_file);
  for (int i = 0; i < count; ++i) {
    std::fputc(digits[bytes[i] >> 4], log_file);
    std::fputc(digits[bytes[i] & 15], log_file);
  }
}

void event(char kind) {
  std::fprintf(log_file, "%c %llu\n", kind, static_cast<unsigned long long>(now));
}

void broken(const char* rule) {
  std::fprintf(log_file, "V %llu %s\n", static_cast<unsigned long long>(now), rule);
}

Offer offered(const Vcore& core) {
  Offer offer;
  std::memset(&offer, 0, sizeof offer);
  offer.valid = core.m_axis_tvalid;
  offer.last = core.m_axis_tlast;
#if TID_BITS
  offer.tid = core.m_axis_tid;
#endif
  offer.user = core.m_axis_tuser;
  get(core.m_axis_tkeep, offer.keep, kKeepBytes);
  get(core.m_axis_tdata, offer.data, BYTES);
  return offer;
}

// Bits that are not part of an answer are zero.
bool shows_nothing_else(const Offer& offer) {
  for (int i = 0; i < BYTES; ++i) {
    const bool part = offer.valid && (offer.keep[i / 8] >> (i % 8) & 1);
    if (!part && offer.data[i]) return false;
  }
  return true;
}

bool same(const Offer& a, const Offer& b) {
  return a.last == b.last && a.tid == b.tid && a.user == b.user &&
         !std::memcmp(a.keep, b.keep, kKeepBytes) && !std::memcmp(a.data, b.data, BYTES);
}

void clock(Vcore& core) {
  core.clk = 1;
  core.eval();
  core.clk = 0;
  ++now;
}

struct Armed {
  Trigger what;
  bool reached = false, done = false;
  uint32_t waited = 0;
  bool fires(uint64_t clocks, uint64_t taken, uint64_t left) {
    const uint64_t seen = what.after == 0 ? clocks : what.after == 1 ? taken : left;
    if (done || (!reached && seen < what.count)) return false;
    reached = true;
    if (waited++ < what.delay) return false;
    done = true;
    return true;
  }
};

// One epoch; false when the core is stuck.
bool play(Vcore& core, const RunHead& run, Pattern& source, Pattern& sink, Random& noise, bool end) {
  EpochHead head;
  read(&head);
  Beat* beats = new Beat[head.beats + 1];
  read(beats, head.beats);
  Armed* armed = new Armed[head.triggers + 1];
  for (uint32_t i = 0; i < head.triggers; ++i) read(&armed[i].what);

  for (uint32_t held = 0; held < head.reset_hold; ++held) {
    core.rst = 1;
    core.s_axis_tvalid = noise.next() & 1;
    core.m_axis_tready = noise.next() & 1;
    core.eval();
    clock(core);
  }
  core.rst = 0;
  event('R');

  uint64_t clocks = 0, taken = 0, left = 0, quiet = 0, erasing_since = 0, lingered = 0, looked = 0;
  int64_t outstanding = 0;
  uint32_t zeroize_left = 0;
  bool offering = false, before_valid = false, before_stays = false, settling = true;
  bool was_valid = false;
  bool alive = true;
  Offer before;
  std::memset(&before, 0, sizeof before);
  for (;; ++clocks) {
    bool reset = false, rises = false;
    for (uint32_t i = 0; i < head.triggers; ++i) {
      if (!armed[i].fires(clocks, taken, left)) continue;
      if (armed[i].what.action == 0) {
        reset = true;
      } else if (armed[i].what.hold) {
        rises = rises || !zeroize_left;
        if (armed[i].what.hold > zeroize_left) zeroize_left = armed[i].what.hold;
      }
    }
    if (reset) break;

    const bool zeroizing = zeroize_left > 0;
    if (!offering && taken < head.beats && source.go(outstanding <= 0)) offering = true;
    const bool ready = sink.go(was_valid);
    core.m_axis_tready = ready;
    core.s_axis_tvalid = offering;
    if (offering) {
      const Beat& beat = beats[taken];
      put(core.s_axis_tdata, beat.data, BYTES);
      put(core.s_axis_tkeep, beat.keep, kKeepBytes);
      core.s_axis_tlast = beat.last;
#if TID_BITS
      core.s_axis_tid = beat.tid;
#endif
#if S_USER_BITS
      core.s_axis_tuser = beat.user;
#endif
    } else {  // what is not on offer means nothing
      uint8_t bytes[BYTES];
      for (int i = 0; i < BYTES; ++i) bytes[i] = static_cast<uint8_t>(noise.next());
      put(core.s_axis_tdata, bytes, BYTES);
      for (int i = 0; i < BYTES && i < kKeepBytes; ++i) bytes[i] &= BYTES < 8 ? (1 << BYTES) - 1 : 255;
      put(core.s_axis_tkeep, bytes, kKeepBytes);
      core.s_axis_tlast = noise.next() & 1;
#if TID_BITS
      core.s_axis_tid = noise.next() & ((1u << TID_BITS) - 1);
#endif
#if S_USER_BITS
      core.s_axis_tuser = noise.next() & ((1u << S_USER_BITS) - 1);
#endif
    }
#ifdef HAS_ZEROIZE
    core.zeroize = zeroizing;
#endif
    core.eval();

    const Offer offer = offered(core);
    const bool accepted = offering && core.s_axis_tready;
    if (zeroizing && core.s_axis_tready) broken("tready is high while zeroize is");
    if (!shows_nothing_else(offer)) broken("m_axis_tdata shows bits that are no part of an answer");
    if (before_valid && before_stays && !zeroizing) {
      if (!offer.valid) broken("an offered beat was withdrawn");
      else if (!same(before, offer)) broken("an offered beat changed");
    }
    if (offer.valid && (!before_valid || !before_stays)) {
      std::fprintf(log_file, "O %llu %u\n", static_cast<unsigned long long>(now), offer.tid);
    }
    bool moved = false;
    if (accepted) {
      event('S');
      outstanding += beats[taken].answered;
      ++taken;
      offering = false;
      settling = false;
      moved = true;
    }
    if (offer.valid && ready) {
      std::fprintf(log_file, "M %llu %u %u %d", static_cast<unsigned long long>(now), offer.tid,
                   offer.user, offer.last);
      hex(offer.keep, kKeepBytes);
      hex(offer.data, BYTES);
      std::fputc('\n', log_file);
      outstanding -= offer.last;
      ++left;
      moved = true;
    }
    if (rises) event('Z');
    before = offer;
    before_valid = offer.valid;
    before_stays = !ready && !zeroizing;
    was_valid = offer.valid;

    // Nothing moves although both sides want it to: that may last as long as a block of everybody.
    const bool wants = (offering || outstanding > 0) && !(offer.valid && !ready) && !zeroizing;
    quiet = moved ? 0 : quiet + wants;
    // Erasing after a reset or zeroize takes so long at most; answers may make a packet wait, and a
    // first beat may be looked at for some clocks before it is taken.
    looked = offering ? looked + 1 : 0;
    if (zeroizing) {
      settling = true;
      erasing_since = clocks;
    }
    if (offer.valid && !ready) settling = false;
    if (settling && run.settle && looked > kLooked &&
        clocks > erasing_since + run.settle) {
      broken("no beat is taken when everything must have been erased");
      settling = false;
    }
    if (quiet > run.bound) {
      broken("the core is stuck");
      alive = false;
      break;
    }
    if (zeroizing && --zeroize_left == 0) event('z');
    clock(core);
    if (taken == head.beats && outstanding <= 0 && !zeroize_left && ++lingered > run.linger) break;
  }
  if (end) event('E');
  delete[] beats;
  delete[] armed;
  return alive;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  run_file = std::fopen(argv[1], "rb");
  log_file = std::fopen(argv[2], "w");
  if (!run_file || !log_file) return 2;
  RunHead run;
  read(&run);

  VerilatedContext context;
  context.randReset(2);
  context.randSeed(std::atoi(argv[3]));
  Vcore core{&context};
  core.clk = 0;
  core.rst = 0;
#ifdef HAS_ZEROIZE
  core.zeroize = 0;
#endif
  Pattern source{static_cast<int>(run.source), {run.seed * 2654435761u + 1}};
  Pattern sink{static_cast<int>(run.sink), {run.seed * 40503u + 7}};
  Random noise{run.seed + 88172645463325252ull};
  for (uint32_t i = 0; i < run.epochs; ++i) {
    if (!play(core, run, source, sink, noise, i + 1 == run.epochs)) break;
  }
  core.final();
  std::fclose(log_file);
  return 0;
}

#ifdef __GNUC__
#pragma GCC pop_options
#endif
