/* Reset at 0 in a ROM; the core's interrupt is let through by the SoC, LiteX's mask and the processor. */
#ifndef EVENTS
#define EVENTS 1
#endif
    .section .start, "ax"
    .option norvc
    .global _start
_start:
    li    sp, 0x10002000
    la    t0, interrupt
    csrw  mtvec, t0
    la    t0, bss_begin
    la    t1, bss_end
1:  bgeu  t0, t1, 2f
    sw    zero, 0(t0)
    addi  t0, t0, 4
    j     1b
2:  li    t0, 0xf0002808 /* ev_enable of the core */
    li    t1, EVENTS
    sw    t1, 0(t0)
    li    t0, 1 << 3
    csrw  0xbc0, t0 /* LiteX's mask of VexRiscv's interrupts */
    li    t0, 0x800
    csrw  mie, t0
    csrsi mstatus, 8
    call  main
3:  j     3b
    .balign 4
interrupt:
    addi  sp, sp, -64
    sw    ra, 0(sp)
    sw    t0, 4(sp)
    sw    t1, 8(sp)
    sw    t2, 12(sp)
    sw    a0, 16(sp)
    sw    a1, 20(sp)
    sw    a2, 24(sp)
    sw    a3, 28(sp)
    sw    a4, 32(sp)
    sw    a5, 36(sp)
    sw    a6, 40(sp)
    sw    a7, 44(sp)
    sw    t3, 48(sp)
    sw    t4, 52(sp)
    sw    t5, 56(sp)
    sw    t6, 60(sp)
    call  on_interrupt
    lw    ra, 0(sp)
    lw    t0, 4(sp)
    lw    t1, 8(sp)
    lw    t2, 12(sp)
    lw    a0, 16(sp)
    lw    a1, 20(sp)
    lw    a2, 24(sp)
    lw    a3, 28(sp)
    lw    a4, 32(sp)
    lw    a5, 36(sp)
    lw    a6, 40(sp)
    lw    a7, 44(sp)
    lw    t3, 48(sp)
    lw    t4, 52(sp)
    lw    t5, 56(sp)
    lw    t6, 60(sp)
    addi  sp, sp, 64
    mret
