/* Reset at 0; there are no interrupts. */
    .section .start, "ax"
    .option norvc
    .global _start
_start:
    lui   sp, 0x10
    la    t0, bss_begin
    la    t1, bss_end
1:  bgeu  t0, t1, 2f
    sw    zero, 0(t0)
    addi  t0, t0, 4
    j     1b
2:  call  main
3:  j     3b
