/* Reset at 0, interrupts at 0x10. gp holds the address an interrupt returns to, tp what is pending. */
#include "systems/start.inc"

    .section .start, "ax"
    .option norvc
    .global _start
_start:
    lui   sp, 0x10
    j     begin
    .balign 16
interrupt:
    call_on_interrupt
    .word 0x0400000b /* retirq */
begin:
    clear_bss
    .word 0x0600000b /* maskirq zero, zero: all interrupts are let through */
    call  main
1:  j     1b
