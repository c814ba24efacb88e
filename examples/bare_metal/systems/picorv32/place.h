#ifndef PLACE_H
#define PLACE_H

// PicoRV32 of simulation/picorv32_soc.sv: a core on APB4, whose irq is interrupt 3.

#include <stdint.h>

#define CORE ((uintptr_t)0x20000000u)
#define UNCACHED ((uintptr_t)0u) // added to an address of memory: there is no cache
#define INTERRUPTS 1

static inline void put(char letter)
{
    volatile uint32_t *line = (volatile uint32_t *)0x10000000u;

    while (*line != 0u) { // it sends
    }
    *line = (uint32_t)(uint8_t)letter;
}

static inline uint32_t clocks(void)
{
    uint32_t now;

    __asm__ volatile("rdcycle %0" : "=r"(now));
    return now;
}

#endif
