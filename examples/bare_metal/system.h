#ifndef SYSTEM_H
#define SYSTEM_H

// What programs have: lines to print, a count of clocks, and the place of the core; place.h is of the
// system.

#include <stddef.h>
#include <stdint.h>

#include "place.h"

void on_interrupt(void); // the program's
int main(void);

static inline void text(const char *letters)
{
    while (*letters != '\0') {
        put(*letters++);
    }
}

// In decimal, without the division that the processor does not have.
static inline void number(uint32_t value)
{
    uint32_t power;
    uint32_t i;
    uint32_t begun = 0u;

    for (i = 0u; i < 10u; i++) {
        static const uint32_t powers[] = { 1000000000u, 100000000u, 10000000u, 1000000u, 100000u,
            10000u, 1000u, 100u, 10u, 1u };
        char digit = '0';

        for (power = powers[i]; value >= power; value -= power) {
            digit++;
        }
        if (digit != '0' || begun != 0u || power == 1u) {
            put(digit);
            begun = 1u;
        }
    }
}

static inline void hex(const uint8_t *bytes, size_t length)
{
    for (; length != 0u; length--, bytes++) {
        put("0123456789abcdef"[*bytes >> 4]);
        put("0123456789abcdef"[*bytes & 15u]);
    }
}

// A line: a name, an outcome, a number and bytes.
static inline void line(const char *name, uint32_t outcome, uint32_t value, const uint8_t *bytes,
    size_t length)
{
    text(name);
    put(' ');
    number(outcome);
    put(' ');
    number(value);
    put(' ');
    hex(bytes, length);
    put('\n');
}

#endif
