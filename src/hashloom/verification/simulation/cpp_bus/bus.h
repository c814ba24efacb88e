// One transfer on each bus, clock by clock, for a master that keeps to the bus.

#pragma once

#include <cstdint>

#include "Vcore.h"
#include "jobs.h"
#include "pauses.h"

struct Access {
    bool write;
    uint32_t address;
    uint32_t data;
    unsigned strobe;
};

inline void idle(Vcore& core) {
#if defined(BUS_APB4)
    core.psel = core.penable = 0;
#elif defined(BUS_AXI4_LITE)
    core.s_axil_awvalid = core.s_axil_wvalid = core.s_axil_arvalid = 0;
    core.s_axil_bready = core.s_axil_rready = 0;
#elif defined(BUS_WISHBONE)
    core.wb_cyc_i = core.wb_stb_i = 0;
#else
    core.avs_read = core.avs_write = 0;
#endif
}

// What is on the bus where a word is read
inline uint32_t shown(const Vcore& core) {
#if defined(BUS_APB4)
    return core.prdata;
#elif defined(BUS_AXI4_LITE)
    return core.s_axil_rdata;
#elif defined(BUS_WISHBONE)
    return core.wb_dat_o;
#else
    return core.avs_readdata;
#endif
}

// Whether it is an answer
inline bool answers(const Vcore& core) {
#if defined(BUS_APB4)
    return core.psel && core.penable && core.pready;
#elif defined(BUS_AXI4_LITE)
    return core.s_axil_rvalid;
#elif defined(BUS_WISHBONE)
    return core.wb_ack_o;
#else
    return core.avs_readdatavalid;
#endif
}

// drive() before the falling edge, look() before the rising edge of each clock
class Transfer {
  public:
    Transfer(Vcore& core, const Access& access, Random& random, bool pauses)
        : core_(core), access_(access), random_(random), pauses_(pauses) {}

    bool complete() const { return complete_; }
    bool error() const { return error_; }
    uint32_t data() const { return data_; }
    uint32_t address() const { return access_.address; }

#if defined(BUS_APB4)
    void drive() {
        core_.psel = 1;
        core_.penable = clock_++ > 0;
        core_.paddr = access_.address;
        core_.pprot = 0;
        core_.pwrite = access_.write;
        core_.pwdata = access_.data;
        core_.pstrb = access_.write ? access_.strobe : 0;
    }

    void look() {
        if (core_.pready && !core_.penable) fail("pready came in the setup phase");
        if (core_.pslverr && !core_.pready) fail("pslverr came without pready");
        if (core_.penable && core_.pready) end(core_.pslverr, core_.prdata);
    }
#elif defined(BUS_AXI4_LITE)
    void drive() {
        const bool first = clock_++ == 0;
        if (access_.write) {
            if (!address_taken_ && (core_.s_axil_awvalid || now(first))) core_.s_axil_awvalid = 1;
            if (!data_taken_ && (core_.s_axil_wvalid || now(first))) core_.s_axil_wvalid = 1;
            core_.s_axil_awaddr = access_.address;
            core_.s_axil_wdata = access_.data;
            core_.s_axil_wstrb = access_.strobe;
            core_.s_axil_bready = !pauses_ || random_.below(2);
        } else {
            if (!address_taken_) core_.s_axil_arvalid = 1;
            core_.s_axil_araddr = access_.address;
            core_.s_axil_rready = !pauses_ || random_.below(2);
        }
        core_.s_axil_awprot = core_.s_axil_arprot = 0;
    }

    void look() {
        const bool sent = address_taken_ && (data_taken_ || !access_.write);
        const bool answer = access_.write ? core_.s_axil_bvalid : core_.s_axil_rvalid;
        if (access_.write ? core_.s_axil_rvalid : core_.s_axil_bvalid)
            fail("a response of the other kind came");
        if (answer && !sent) fail("a response came before its access was taken");
        if (waits_ && !answer) fail("a response was withdrawn");
        const unsigned code = access_.write ? core_.s_axil_bresp : core_.s_axil_rresp;
        if (waits_ && (code != code_ || (!access_.write && core_.s_axil_rdata != data_)))
            fail("a response changed before it was taken");
        code_ = code;
        data_ = core_.s_axil_rdata;
        if (access_.write) {
            if (core_.s_axil_awvalid && core_.s_axil_awready) address_next_ = true;
            if (core_.s_axil_wvalid && core_.s_axil_wready) data_next_ = true;
        } else if (core_.s_axil_arvalid && core_.s_axil_arready) {
            address_next_ = true;
        }
        const bool ready = access_.write ? core_.s_axil_bready : core_.s_axil_rready;
        waits_ = answer && !ready;
        if (answer && ready) end(code == 2, data_);
        after();
    }
#elif defined(BUS_WISHBONE)
    void drive() {
        core_.wb_cyc_i = core_.wb_stb_i = 1;
        core_.wb_we_i = access_.write;
        core_.wb_adr_i = access_.address;
        core_.wb_dat_i = access_.data;
        core_.wb_sel_i = access_.strobe;
    }

    void look() {
        if (core_.wb_ack_o && core_.wb_err_o) fail("an access was acknowledged and refused");
        if (core_.wb_ack_o || core_.wb_err_o) end(core_.wb_err_o, core_.wb_dat_o);
    }
#else
    void drive() {
        core_.avs_read = !access_.write && !address_taken_;
        core_.avs_write = access_.write && !address_taken_;
        core_.avs_address = access_.address / 4;
        core_.avs_writedata = access_.data;
        core_.avs_byteenable = access_.strobe;
    }

    void look() {
        const bool answer =
            access_.write ? core_.avs_writeresponsevalid : core_.avs_readdatavalid;
        if (answer && !address_taken_) fail("a response came before its access was taken");
        if (access_.write ? core_.avs_readdatavalid : core_.avs_writeresponsevalid)
            fail("a response of the other kind came");
        if (answer) end(core_.avs_response == 2, core_.avs_readdata);
        if (!address_taken_ && !core_.avs_waitrequest) address_taken_ = true;
    }
#endif

  private:
    void end(bool error, uint32_t data) {
        complete_ = true;
        error_ = error;
        data_ = data;
    }

    bool now(bool first) { return !pauses_ || (!first && random_.below(2)); }

    // What the master no longer offers in the next clock
    void after() {
#if defined(BUS_AXI4_LITE)
        if (address_next_) address_taken_ = true;
        if (data_next_) data_taken_ = true;
#endif
    }

  public:
    // Called behind the rising edge
    void settle() {
#if defined(BUS_AXI4_LITE)
        if (address_taken_) core_.s_axil_awvalid = core_.s_axil_arvalid = 0;
        if (data_taken_) core_.s_axil_wvalid = 0;
#endif
    }

  private:
    Vcore& core_;
    const Access access_;
    Random& random_;
    const bool pauses_;
    Clock clock_ = 0;
    bool complete_ = false, error_ = false;
    bool address_taken_ = false, data_taken_ = false, address_next_ = false, data_next_ = false;
    bool waits_ = false;
    unsigned code_ = 0;
    uint32_t data_ = 0;
};
