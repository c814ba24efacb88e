// One clock of the model in C++ for hmac_dpi.sv.

#include <cstring>

#include "svdpi.h"

#include "Vcore.h"

static model::Core core(nullptr);

extern "C" void model_clock(
    svBit rst, svBit valid, svBit last, int tid, int user, long long keep,
    const svBitVecVal* data, svBit ready, int* ready_contexts, svBit* out_valid, svBit* out_last,
    int* out_tid, int* out_user, long long* out_keep, svBitVecVal* out_data) {
    core.rst = rst;
    core.clk = 0;
    core.s_axis_tvalid = valid;
    core.s_axis_tlast = last;
    core.s_axis_tid = static_cast<uint8_t>(tid);
    core.s_axis_tuser = static_cast<uint32_t>(user);
    core.s_axis_tkeep = static_cast<uint64_t>(keep);
    std::memcpy(core.s_axis_tdata, data, CORE_LANES);
    core.m_axis_tready = ready;
    core.eval();
    core.clk = 1;
    core.eval();
    *ready_contexts = 0;
    for (int i = 0; i < CORE_CONTEXTS; ++i) {
        core.s_axis_tid = static_cast<uint8_t>(i);
        core.eval();
        *ready_contexts |= core.s_axis_tready << i;
    }
    *out_valid = core.m_axis_tvalid;
    *out_last = core.m_axis_tlast;
    *out_tid = core.m_axis_tid;
    *out_user = static_cast<int>(core.m_axis_tuser);
    *out_keep = static_cast<long long>(core.m_axis_tkeep);
    std::memset(out_data, 0, 64);
    std::memcpy(out_data, core.m_axis_tdata, CORE_LANES);
}
