// Stands for Verilator's header of the same name: a model hands its state to state_item.

#pragma once

class VerilatedSerialize {};
