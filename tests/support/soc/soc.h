#ifndef SOC_H
#define SOC_H

// What programs of the simulated system have: a line to print on, and a count of clocks.

#include <stddef.h>
#include <stdint.h>

#ifdef VEXRISCV
#define CORE ((uintptr_t)0xf0000000u)
#define LINE ((uintptr_t)0xe0000000u)
#define UNCACHED ((uintptr_t)0x80000000u) // added to an address of memory
#else
#define CORE ((uintptr_t)0x20000000u)
#define LINE ((uintptr_t)0x10000000u)
#define UNCACHED ((uintptr_t)0u)
#endif

void on_interrupt(void); // the program's
int main(void);

static inline void put(char letter)
{
    volatile uint32_t *line = (volatile uint32_t *)LINE;

    while (*line != 0u) {
    }
    *line = (uint32_t)(uint8_t)letter;
}

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

static inline uint32_t clocks(void)
{
#ifdef VEXRISCV
    return *(const volatile uint32_t *)(LINE + 4u);
#else
    uint32_t now;

    __asm__ volatile("rdcycle %0" : "=r"(now));
    return now;
#endif
}

#endif
