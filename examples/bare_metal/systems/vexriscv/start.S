/* Reset at 0; there are no interrupts. */
#include "systems/start.inc"

    .section .start, "ax"
    .option norvc
    .global _start
_start:
    lui   sp, 0x10
    clear_bss
    call  main
1:  j     1b
