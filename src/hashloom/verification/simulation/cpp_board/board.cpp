// A board design behind a pseudo-terminal: what is written there reaches its pin rxd as bits, and what
// its pin txd says is read there.
//
// Arguments: the file descriptor of the pseudo-terminal, and by how many parts in ten thousand the
// host's bits are longer than the board's. One clock of the oscillator is one of the design.

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <poll.h>
#include <unistd.h>

#include "Vcore.h"
#include "verilated.h"

namespace {

// The host's side of the line: 8 bits, no parity, one stop bit.
class Host {
  public:
    Host(int terminal, double bit_clocks) : terminal_(terminal), bit_clocks_(bit_clocks) {}

    // The level of rxd in a clock
    bool driven(uint64_t clock) {
        if (left_ == 0 && (clock % kLook == 0 || came_ > at_)) begin(clock);
        if (left_ == 0) return true;
        if (static_cast<double>(clock) >= next_) {
            next_ += bit_clocks_;
            bits_ >>= 1;
            --left_;
        }
        return left_ == 0 || (bits_ & 1);
    }

    // Takes the level of txd in a clock.
    void seen(bool level, uint64_t clock) {
        if (!receiving_) {
            if (was_ && !level) {
                receiving_ = true;
                place_ = 0;
                look_ = static_cast<double>(clock) + bit_clocks_ / 2;
            }
        } else if (static_cast<double>(clock) >= look_) {
            look_ += bit_clocks_;
            if (place_ >= 1 && place_ <= 8) byte_ = static_cast<uint8_t>(byte_ >> 1 | level << 7);
            if (place_ == 9) {
                receiving_ = false;
                last_ = clock;
                give(byte_);
            }
            ++place_;
        }
        was_ = level;
    }

    // The clock of the last byte in either direction
    uint64_t last() const { return left_ ? ~uint64_t{0} : last_; }

    // Waits until the host writes; false when the terminal is gone.
    bool wait() const {
        pollfd waits{terminal_, POLLIN, 0};
        return poll(&waits, 1, -1) >= 0 && !(waits.revents & (POLLERR | POLLNVAL));
    }

  private:
    static constexpr uint64_t kLook = 64;  // clocks between looks at the terminal

    void begin(uint64_t clock) {
        if (at_ == came_) {
            const ssize_t got = read(terminal_, inbox_, sizeof inbox_);
            at_ = 0;
            came_ = got > 0 ? static_cast<size_t>(got) : 0;
            if (came_ == 0) return;
        }
        bits_ = static_cast<uint32_t>(inbox_[at_++]) << 1 | 0x200;
        left_ = 10;
        next_ = static_cast<double>(clock) + bit_clocks_;
        last_ = clock;
    }

    void give(uint8_t byte) const {
        while (write(terminal_, &byte, 1) < 0 && (errno == EAGAIN || errno == EINTR)) usleep(100);
    }

    int terminal_;
    double bit_clocks_;
    uint8_t inbox_[4096];
    size_t at_ = 0, came_ = 0;
    uint32_t bits_ = 0;
    int left_ = 0;  // bits left on the line
    double next_ = 0;
    bool was_ = true, receiving_ = false;
    int place_ = 0;
    double look_ = 0;
    uint8_t byte_ = 0;
    uint64_t last_ = 0;
};

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) return 1;
    VerilatedContext context;
    context.randReset(2);
    const auto model = std::make_unique<Vcore>(&context);
    Host host(std::atoi(arguments[1]), BIT_CLOCKS * (1 + std::atof(arguments[2]) / 10000));
#ifdef BUTTON_FREE
    model->button = BUTTON_FREE;
#endif
    uint64_t quiet_until = 0;
    for (uint64_t clock = 0;; ++clock) {
        model->clk_osc = 0;
        model->rxd = host.driven(clock);
        model->eval();
        model->clk_osc = 1;
        model->eval();
        host.seen(model->txd, clock);
        const uint64_t last = host.last();
        if (last == ~uint64_t{0}) quiet_until = clock + IDLE_CLOCKS;
        if (last != ~uint64_t{0} && last + IDLE_CLOCKS > quiet_until) quiet_until = last + IDLE_CLOCKS;
        // A board that is not spoken to has nothing to do.
        if (clock >= quiet_until) {
            if (!host.wait()) return 0;
            quiet_until = clock + IDLE_CLOCKS;
        }
    }
}
