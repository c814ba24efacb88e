// The state of a core, variable by variable.

#pragma once

#include <cstddef>

#include "Vcore.h"
#include "jobs.h"

#if CORE_STATE
#include "verilated_save.h"

// Called for every variable when a core is serialised
void state_item(const char* scope, const char* name, const void* data, size_t size) {
    const uint8_t* bytes = static_cast<const uint8_t*>(data);
    std::cout << "state " << scope << '.' << name << ' ' << to_hex(Bytes(bytes, bytes + size))
              << '\n';
}

inline void write_state(Vcore& model) {
    VerilatedSerialize nowhere;
    nowhere << model;
}
#else
inline void write_state(Vcore&) {
    fail("this driver was not compiled to tell the state of a core");
}
#endif
