// What the driver uses of Verilator's run-time library, for models that are plain C++.

#pragma once

class VerilatedContext {
  public:
    void randReset(int) {}
    void randSeed(int) {}
};
