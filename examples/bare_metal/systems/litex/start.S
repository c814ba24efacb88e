/* Reset at 0 in a ROM; the core's interrupt is let through by the SoC, LiteX's mask and the processor. */
#ifndef EVENTS
#define EVENTS 1
#endif
#include "systems/start.inc"

    .section .start, "ax"
    .option norvc
    .global _start
_start:
    li    sp, 0x10002000
    la    t0, interrupt
    csrw  mtvec, t0
    clear_bss
    li    t0, 0xf0002808 /* ev_enable of the core */
    li    t1, EVENTS
    sw    t1, 0(t0)
    li    t0, 1 << 3
    csrw  0xbc0, t0 /* LiteX's mask of VexRiscv's interrupts */
    li    t0, 0x800
    csrw  mie, t0
    csrsi mstatus, 8
    call  main
1:  j     1b
    .balign 4
interrupt:
    call_on_interrupt
    mret
