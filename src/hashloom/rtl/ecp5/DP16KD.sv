// Simulation model of the ECP5 block RAM, 18432 bits with two ports (Lattice FPGA-TN-02204).
//
// A port is 1, 2, 4, 9 or 18 bits wide; port A may write and port B may read 36, with the pins of
// both, those of A the lower ones. The address counts bits in steps that the width takes, its lowest
// bits enable bytes of nine bits where a port has more than one. A port reads when it is enabled and
// does not write; what it shows while it writes is the write mode's. With "OUTREG" a further
// register follows. What is read in the clock in which the other port writes it is not defined;
// here such bits are wrong. Both ports have one clock, an unused port has none: 0.
// An asynchronous reset has to stay low. Never synthesised: the tools know the cell.

`default_nettype none

module DP16KD #(
    parameter int unsigned DATA_WIDTH_A = 18,        // bits of port A
    parameter int unsigned DATA_WIDTH_B = 18,        // bits of port B
    parameter string REGMODE_A = "NOREG",            // "OUTREG": A has its output register
    parameter string REGMODE_B = "NOREG",            // "OUTREG": B has its output register
    parameter string RESETMODE = "SYNC",             // "ASYNC" where nothing resets it
    parameter string ASYNC_RESET_RELEASE = "SYNC",   // how an asynchronous reset would end
    parameter string CSDECODE_A = "0b000",           // CSA2 to CSA0 that select A, the only one here
    parameter string CSDECODE_B = "0b000",           // CSB2 to CSB0 that select B, the only one here
    parameter string WRITEMODE_A = "NORMAL",         // also "WRITETHROUGH" and "READBEFOREWRITE"
    parameter string WRITEMODE_B = "NORMAL",         // likewise
    parameter string CLKAMUX = "CLKA",               // the rising edge, the only one here
    parameter string CLKBMUX = "CLKB",               // likewise
    parameter string GSR = "AUTO",                   // the device's global reset, which is not here
    parameter logic [319:0] INITVAL_00 = '0,  // words 0 to 15, each of 18 bits in 20
    parameter logic [319:0] INITVAL_01 = '0,  // words 16 to 31
    parameter logic [319:0] INITVAL_02 = '0,  // words 32 to 47
    parameter logic [319:0] INITVAL_03 = '0,  // words 48 to 63
    parameter logic [319:0] INITVAL_04 = '0,  // words 64 to 79
    parameter logic [319:0] INITVAL_05 = '0,  // words 80 to 95
    parameter logic [319:0] INITVAL_06 = '0,  // words 96 to 111
    parameter logic [319:0] INITVAL_07 = '0,  // words 112 to 127
    parameter logic [319:0] INITVAL_08 = '0,  // words 128 to 143
    parameter logic [319:0] INITVAL_09 = '0,  // words 144 to 159
    parameter logic [319:0] INITVAL_0A = '0,  // words 160 to 175
    parameter logic [319:0] INITVAL_0B = '0,  // words 176 to 191
    parameter logic [319:0] INITVAL_0C = '0,  // words 192 to 207
    parameter logic [319:0] INITVAL_0D = '0,  // words 208 to 223
    parameter logic [319:0] INITVAL_0E = '0,  // words 224 to 239
    parameter logic [319:0] INITVAL_0F = '0,  // words 240 to 255
    parameter logic [319:0] INITVAL_10 = '0,  // words 256 to 271
    parameter logic [319:0] INITVAL_11 = '0,  // words 272 to 287
    parameter logic [319:0] INITVAL_12 = '0,  // words 288 to 303
    parameter logic [319:0] INITVAL_13 = '0,  // words 304 to 319
    parameter logic [319:0] INITVAL_14 = '0,  // words 320 to 335
    parameter logic [319:0] INITVAL_15 = '0,  // words 336 to 351
    parameter logic [319:0] INITVAL_16 = '0,  // words 352 to 367
    parameter logic [319:0] INITVAL_17 = '0,  // words 368 to 383
    parameter logic [319:0] INITVAL_18 = '0,  // words 384 to 399
    parameter logic [319:0] INITVAL_19 = '0,  // words 400 to 415
    parameter logic [319:0] INITVAL_1A = '0,  // words 416 to 431
    parameter logic [319:0] INITVAL_1B = '0,  // words 432 to 447
    parameter logic [319:0] INITVAL_1C = '0,  // words 448 to 463
    parameter logic [319:0] INITVAL_1D = '0,  // words 464 to 479
    parameter logic [319:0] INITVAL_1E = '0,  // words 480 to 495
    parameter logic [319:0] INITVAL_1F = '0,  // words 496 to 511
    parameter logic [319:0] INITVAL_20 = '0,  // words 512 to 527
    parameter logic [319:0] INITVAL_21 = '0,  // words 528 to 543
    parameter logic [319:0] INITVAL_22 = '0,  // words 544 to 559
    parameter logic [319:0] INITVAL_23 = '0,  // words 560 to 575
    parameter logic [319:0] INITVAL_24 = '0,  // words 576 to 591
    parameter logic [319:0] INITVAL_25 = '0,  // words 592 to 607
    parameter logic [319:0] INITVAL_26 = '0,  // words 608 to 623
    parameter logic [319:0] INITVAL_27 = '0,  // words 624 to 639
    parameter logic [319:0] INITVAL_28 = '0,  // words 640 to 655
    parameter logic [319:0] INITVAL_29 = '0,  // words 656 to 671
    parameter logic [319:0] INITVAL_2A = '0,  // words 672 to 687
    parameter logic [319:0] INITVAL_2B = '0,  // words 688 to 703
    parameter logic [319:0] INITVAL_2C = '0,  // words 704 to 719
    parameter logic [319:0] INITVAL_2D = '0,  // words 720 to 735
    parameter logic [319:0] INITVAL_2E = '0,  // words 736 to 751
    parameter logic [319:0] INITVAL_2F = '0,  // words 752 to 767
    parameter logic [319:0] INITVAL_30 = '0,  // words 768 to 783
    parameter logic [319:0] INITVAL_31 = '0,  // words 784 to 799
    parameter logic [319:0] INITVAL_32 = '0,  // words 800 to 815
    parameter logic [319:0] INITVAL_33 = '0,  // words 816 to 831
    parameter logic [319:0] INITVAL_34 = '0,  // words 832 to 847
    parameter logic [319:0] INITVAL_35 = '0,  // words 848 to 863
    parameter logic [319:0] INITVAL_36 = '0,  // words 864 to 879
    parameter logic [319:0] INITVAL_37 = '0,  // words 880 to 895
    parameter logic [319:0] INITVAL_38 = '0,  // words 896 to 911
    parameter logic [319:0] INITVAL_39 = '0,  // words 912 to 927
    parameter logic [319:0] INITVAL_3A = '0,  // words 928 to 943
    parameter logic [319:0] INITVAL_3B = '0,  // words 944 to 959
    parameter logic [319:0] INITVAL_3C = '0,  // words 960 to 975
    parameter logic [319:0] INITVAL_3D = '0,  // words 976 to 991
    parameter logic [319:0] INITVAL_3E = '0,  // words 992 to 1007
    parameter logic [319:0] INITVAL_3F = '0   // words 1008 to 1023
) (
    input  logic CLKA,    // clock of port A
    input  logic CEA,     // enables port A
    input  logic OCEA,    // enables its output register
    input  logic WEA,     // it writes
    input  logic RSTA,    // clears what it shows
    input  logic CSA0,    // selects it when 0
    input  logic CSA1,    // selects it when 0
    input  logic CSA2,    // selects it when 0
    input  logic ADA0,    // its address, bit 0
    input  logic ADA1,    // its address, bit 1
    input  logic ADA2,    // its address, bit 2
    input  logic ADA3,    // its address, bit 3
    input  logic ADA4,    // its address, bit 4
    input  logic ADA5,    // its address, bit 5
    input  logic ADA6,    // its address, bit 6
    input  logic ADA7,    // its address, bit 7
    input  logic ADA8,    // its address, bit 8
    input  logic ADA9,    // its address, bit 9
    input  logic ADA10,   // its address, bit 10
    input  logic ADA11,   // its address, bit 11
    input  logic ADA12,   // its address, bit 12
    input  logic ADA13,   // its address, bit 13
    input  logic DIA0,    // what it writes, bit 0
    input  logic DIA1,    // what it writes, bit 1
    input  logic DIA2,    // what it writes, bit 2
    input  logic DIA3,    // what it writes, bit 3
    input  logic DIA4,    // what it writes, bit 4
    input  logic DIA5,    // what it writes, bit 5
    input  logic DIA6,    // what it writes, bit 6
    input  logic DIA7,    // what it writes, bit 7
    input  logic DIA8,    // what it writes, bit 8
    input  logic DIA9,    // what it writes, bit 9
    input  logic DIA10,   // what it writes, bit 10
    input  logic DIA11,   // what it writes, bit 11
    input  logic DIA12,   // what it writes, bit 12
    input  logic DIA13,   // what it writes, bit 13
    input  logic DIA14,   // what it writes, bit 14
    input  logic DIA15,   // what it writes, bit 15
    input  logic DIA16,   // what it writes, bit 16
    input  logic DIA17,   // what it writes, bit 17
    output logic DOA0,    // what it shows, bit 0
    output logic DOA1,    // what it shows, bit 1
    output logic DOA2,    // what it shows, bit 2
    output logic DOA3,    // what it shows, bit 3
    output logic DOA4,    // what it shows, bit 4
    output logic DOA5,    // what it shows, bit 5
    output logic DOA6,    // what it shows, bit 6
    output logic DOA7,    // what it shows, bit 7
    output logic DOA8,    // what it shows, bit 8
    output logic DOA9,    // what it shows, bit 9
    output logic DOA10,   // what it shows, bit 10
    output logic DOA11,   // what it shows, bit 11
    output logic DOA12,   // what it shows, bit 12
    output logic DOA13,   // what it shows, bit 13
    output logic DOA14,   // what it shows, bit 14
    output logic DOA15,   // what it shows, bit 15
    output logic DOA16,   // what it shows, bit 16
    output logic DOA17,   // what it shows, bit 17
    input  logic CLKB,    // clock of port B
    input  logic CEB,     // enables port B
    input  logic OCEB,    // enables its output register
    input  logic WEB,     // it writes
    input  logic RSTB,    // clears what it shows
    input  logic CSB0,    // selects it when 0
    input  logic CSB1,    // selects it when 0
    input  logic CSB2,    // selects it when 0
    input  logic ADB0,    // its address, bit 0
    input  logic ADB1,    // its address, bit 1
    input  logic ADB2,    // its address, bit 2
    input  logic ADB3,    // its address, bit 3
    input  logic ADB4,    // its address, bit 4
    input  logic ADB5,    // its address, bit 5
    input  logic ADB6,    // its address, bit 6
    input  logic ADB7,    // its address, bit 7
    input  logic ADB8,    // its address, bit 8
    input  logic ADB9,    // its address, bit 9
    input  logic ADB10,   // its address, bit 10
    input  logic ADB11,   // its address, bit 11
    input  logic ADB12,   // its address, bit 12
    input  logic ADB13,   // its address, bit 13
    input  logic DIB0,    // what it writes, bit 0
    input  logic DIB1,    // what it writes, bit 1
    input  logic DIB2,    // what it writes, bit 2
    input  logic DIB3,    // what it writes, bit 3
    input  logic DIB4,    // what it writes, bit 4
    input  logic DIB5,    // what it writes, bit 5
    input  logic DIB6,    // what it writes, bit 6
    input  logic DIB7,    // what it writes, bit 7
    input  logic DIB8,    // what it writes, bit 8
    input  logic DIB9,    // what it writes, bit 9
    input  logic DIB10,   // what it writes, bit 10
    input  logic DIB11,   // what it writes, bit 11
    input  logic DIB12,   // what it writes, bit 12
    input  logic DIB13,   // what it writes, bit 13
    input  logic DIB14,   // what it writes, bit 14
    input  logic DIB15,   // what it writes, bit 15
    input  logic DIB16,   // what it writes, bit 16
    input  logic DIB17,   // what it writes, bit 17
    output logic DOB0,    // what it shows, bit 0
    output logic DOB1,    // what it shows, bit 1
    output logic DOB2,    // what it shows, bit 2
    output logic DOB3,    // what it shows, bit 3
    output logic DOB4,    // what it shows, bit 4
    output logic DOB5,    // what it shows, bit 5
    output logic DOB6,    // what it shows, bit 6
    output logic DOB7,    // what it shows, bit 7
    output logic DOB8,    // what it shows, bit 8
    output logic DOB9,    // what it shows, bit 9
    output logic DOB10,   // what it shows, bit 10
    output logic DOB11,   // what it shows, bit 11
    output logic DOB12,   // what it shows, bit 12
    output logic DOB13,   // what it shows, bit 13
    output logic DOB14,   // what it shows, bit 14
    output logic DOB15,   // what it shows, bit 15
    output logic DOB16,   // what it shows, bit 16
    output logic DOB17    // what it shows, bit 17
);

  localparam bit WIDE = DATA_WIDTH_B == 36;
  localparam bit HOLDS_A = WRITEMODE_A == "NORMAL";  // what A shows stays while it writes
  localparam bit HOLDS_B = WRITEMODE_B == "NORMAL";
  localparam bit THROUGH_A = WRITEMODE_A == "WRITETHROUGH";  // A shows what it writes
  localparam bit THROUGH_B = WRITEMODE_B == "WRITETHROUGH";
  localparam bit LATER_A = REGMODE_A == "OUTREG";
  localparam bit LATER_B = REGMODE_B == "OUTREG";
  localparam logic [63:0][319:0] INITIAL = {
      INITVAL_3F, INITVAL_3E, INITVAL_3D, INITVAL_3C, INITVAL_3B, INITVAL_3A,
      INITVAL_39, INITVAL_38, INITVAL_37, INITVAL_36, INITVAL_35, INITVAL_34,
      INITVAL_33, INITVAL_32, INITVAL_31, INITVAL_30, INITVAL_2F, INITVAL_2E,
      INITVAL_2D, INITVAL_2C, INITVAL_2B, INITVAL_2A, INITVAL_29, INITVAL_28,
      INITVAL_27, INITVAL_26, INITVAL_25, INITVAL_24, INITVAL_23, INITVAL_22,
      INITVAL_21, INITVAL_20, INITVAL_1F, INITVAL_1E, INITVAL_1D, INITVAL_1C,
      INITVAL_1B, INITVAL_1A, INITVAL_19, INITVAL_18, INITVAL_17, INITVAL_16,
      INITVAL_15, INITVAL_14, INITVAL_13, INITVAL_12, INITVAL_11, INITVAL_10,
      INITVAL_0F, INITVAL_0E, INITVAL_0D, INITVAL_0C, INITVAL_0B, INITVAL_0A,
      INITVAL_09, INITVAL_08, INITVAL_07, INITVAL_06, INITVAL_05, INITVAL_04,
      INITVAL_03, INITVAL_02, INITVAL_01, INITVAL_00
  };

  if (CLKAMUX != "CLKA" || CLKBMUX != "CLKB") begin : g_clock
    $error("the clock rises here");
  end
  if (CSDECODE_A != "0b000" || CSDECODE_B != "0b000") begin : g_select
    $error("ports are selected by 0 here");
  end
  if (WIDE && REGMODE_A != REGMODE_B) begin : g_modes
    $error("the halves of a wide port have one register mode");
  end
  if (RESETMODE != ASYNC_RESET_RELEASE) begin : g_release
    $error("a reset ends as it begins here");
  end
  if (GSR != "AUTO" && GSR != "DISABLED") begin : g_global
    $error("there is no global reset here");
  end

  // ---- Where the bits of an access are --------------------------------------------------------

  // The first byte, of nine bits, out of 2048
  function automatic logic [10:0] first(input int unsigned width, input logic [10:0] high);
    if (width == 36) first = {high[10:2], 2'd0};
    else if (width == 18) first = {high[10:1], 1'd0};
    else first = high;
  endfunction

  // The first bit of it, where a port is narrower than a byte
  function automatic logic [2:0] offset(input int unsigned width, input logic [2:0] low);
    if (width == 4) offset = {low[2], 2'd0};
    else if (width == 2) offset = {low[2:1], 1'd0};
    else if (width == 1) offset = low;
    else offset = 3'd0;
  endfunction

  // The bits that are written, from that byte on
  function automatic logic [35:0] enabled(input int unsigned width, input logic [3:0] low);
    if (width == 36) enabled = {{9{low[3]}}, {9{low[2]}}, {9{low[1]}}, {9{low[0]}}};
    else if (width == 18) enabled = {18'd0, {9{low[1]}}, {9{low[0]}}};
    else enabled = ((36'd1 << width) - 36'd1) << offset(width, low[2:0]);
  endfunction

  // ---- Ports ----------------------------------------------------------------------------------

  logic clock;
  logic [13:0] address_a, address_b;
  logic [17:0] input_a, input_b;
  logic select_a, select_b;  // the port is at work
  logic write_a, write_b;  // and writes
  logic [10:0] first_a, first_b;
  logic [35:0] mask_a, mask_b;  // bits it writes
  logic [35:0] new_a, new_b;  // what it writes there

  assign clock = CLKA | CLKB;
  assign address_a = {
    ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5,
    ADA4, ADA3, ADA2, ADA1, ADA0
  };
  assign input_a = {
    DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9,
    DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0
  };
  assign address_b = {
    ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5,
    ADB4, ADB3, ADB2, ADB1, ADB0
  };
  assign input_b = {
    DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9,
    DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0
  };
  assign select_a = CEA && !CSA0 && !CSA1 && !CSA2;
  assign select_b = CEB && !CSB0 && !CSB1 && !CSB2;
  assign write_a = select_a && WEA && !RSTA;
  assign write_b = select_b && WEB && !RSTB;
  assign first_a = first(DATA_WIDTH_A, address_a[13:3]);
  assign first_b = first(DATA_WIDTH_B, address_b[13:3]);
  assign mask_a = write_a ? enabled(DATA_WIDTH_A, address_a[3:0]) : '0;
  assign mask_b = write_b ? enabled(DATA_WIDTH_B, address_b[3:0]) : '0;
  assign new_a = {input_b, input_a} << offset(DATA_WIDTH_A, address_a[2:0]);
  assign new_b = {18'd0, input_b} << offset(DATA_WIDTH_B, address_b[2:0]);

  // ---- The bits -------------------------------------------------------------------------------

  logic [8:0] store[2048];
  logic [35:0] old_a, old_b;  // the bytes of an access before it
  logic [35:0] spoilt_a, spoilt_b;  // bits of these that the other port is writing
  logic [35:0] after_a, after_b;  // and after it

  initial begin
    for (int word = 0; word < 1024; word++) begin
      {store[2*word+1], store[2*word]} = INITIAL[word/16][20*(word%16)+:18];
    end
  end

  always_comb begin
    for (int byte_ = 0; byte_ < 4; byte_++) begin
      old_a[9*byte_+:9] = store[first_a+11'(byte_)];
      old_b[9*byte_+:9] = store[first_b+11'(byte_)];
      spoilt_a[9*byte_+:9] = '0;
      spoilt_b[9*byte_+:9] = '0;
      for (int other = 0; other < 4; other++) begin
        if (first_a + 11'(byte_) == first_b + 11'(other)) begin
          spoilt_a[9*byte_+:9] |= mask_b[9*other+:9];
        end
        if (first_b + 11'(byte_) == first_a + 11'(other)) begin
          spoilt_b[9*byte_+:9] |= mask_a[9*other+:9];
        end
      end
    end
    after_a = (old_a & ~mask_a) | (new_a & mask_a);
    after_b = (old_b & ~mask_b) | (new_b & mask_b);
  end

  always_ff @(posedge clock) begin
    for (int byte_ = 0; byte_ < 4; byte_++) begin
      if (|mask_a[9*byte_+:9]) store[first_a+11'(byte_)] <= after_a[9*byte_+:9];
      if (|mask_b[9*byte_+:9]) store[first_b+11'(byte_)] <= after_b[9*byte_+:9];
    end
  end

  if (RESETMODE != "SYNC") begin : g_no_reset
    always_ff @(posedge clock) if (RSTA || RSTB) $fatal(1, "an asynchronous reset has to stay low");
  end

  // ---- What is read ---------------------------------------------------------------------------

  logic [17:0] seen_a;  // in this clock
  logic [35:0] seen_b;
  logic [17:0] read_a_q, read_b_q, read_low_q;  // by A, by B, and the lower half of a wide word
  logic [17:0] out_a_q, out_b_q, out_low_q;  // and a clock later

  assign seen_a = 18'(((THROUGH_A ? after_a : old_a) ^ spoilt_a)
      >> offset(DATA_WIDTH_A, address_a[2:0]));
  assign seen_b = ((THROUGH_B ? after_b : old_b) ^ spoilt_b)
      >> offset(DATA_WIDTH_B, address_b[2:0]);

  always_ff @(posedge clock) begin
    if (RSTA) read_a_q <= '0;
    else if (select_a && (!WEA || !HOLDS_A)) read_a_q <= seen_a;
    if (RSTB) {read_b_q, read_low_q} <= '0;
    else if (select_b && (!WEB || !HOLDS_B)) begin
      read_b_q <= WIDE ? seen_b[35:18] : seen_b[17:0];
      read_low_q <= seen_b[17:0];
    end

    if (RSTA) out_a_q <= '0;
    else if (OCEA) out_a_q <= read_a_q;
    if (RSTB) out_b_q <= '0;
    else if (OCEB) out_b_q <= read_b_q;
    if (RSTB) out_low_q <= '0;
    else if (OCEA) out_low_q <= read_low_q;
  end

  logic [17:0] shown_a, shown_b;
  assign shown_a = WIDE ? (LATER_A ? out_low_q : read_low_q)
      : (LATER_A ? out_a_q : read_a_q);
  assign shown_b = LATER_B ? out_b_q : read_b_q;
  assign {
    DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9,
    DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0
  } = shown_a;
  assign {
    DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9,
    DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0
  } = shown_b;

endmodule

`default_nettype wire
