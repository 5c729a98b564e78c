#include "textflag.h"
#include "layout_amd64.h"

// The AVX2 kernels.
//
// Comparisons are ordered and quiet, false for NaN: predicates 0x12 (≤) and 0x1D (≥). Whether
// a row is left is added without a branch, which would be hard to predict.

// AXIS narrows the lanes in LO (children 0-7) and HI (8-15) to those that meet, on
// one axis, the interval from MINP to MAXP in memory; MIN and MAX are the bounds.
#define AXIS(MINP, MAXP, MINLO, MINHI, MAXLO, MAXHI, LO, HI) \
	VBROADCASTSS MAXP, Y12; \
	VCMPPS $0x12, Y12, MINLO, Y13; \
	VCMPPS $0x12, Y12, MINHI, Y14; \
	VANDPS Y13, LO, LO; \
	VANDPS Y14, HI, HI; \
	VBROADCASTSS MINP, Y12; \
	VCMPPS $0x1D, Y12, MAXLO, Y13; \
	VCMPPS $0x1D, Y12, MAXHI, Y14; \
	VANDPS Y13, LO, LO; \
	VANDPS Y14, HI, HI

// func nearAVX2(a, up *node, slot int) (rows uint32)
TEXT ·nearAVX2(SB), NOSPLIT, $0-28
	MOVQ a+0(FP), AX
	MOVQ up+8(FP), BX
	MOVQ slot+16(FP), CX
	VPCMPEQD Y10, Y10, Y10
	VMOVAPS Y10, Y11
	VMOVUPS MIN(0)(AX), Y0
	VMOVUPS MIN(0)+32(AX), Y1
	VMOVUPS MAX(0)(AX), Y2
	VMOVUPS MAX(0)+32(AX), Y3
	AXIS(MIN(0)(BX)(CX*4), MAX(0)(BX)(CX*4), Y0, Y1, Y2, Y3, Y10, Y11)
	VMOVUPS MIN(1)(AX), Y0
	VMOVUPS MIN(1)+32(AX), Y1
	VMOVUPS MAX(1)(AX), Y2
	VMOVUPS MAX(1)+32(AX), Y3
	AXIS(MIN(1)(BX)(CX*4), MAX(1)(BX)(CX*4), Y0, Y1, Y2, Y3, Y10, Y11)
	VMOVUPS MIN(2)(AX), Y0
	VMOVUPS MIN(2)+32(AX), Y1
	VMOVUPS MAX(2)(AX), Y2
	VMOVUPS MAX(2)+32(AX), Y3
	AXIS(MIN(2)(BX)(CX*4), MAX(2)(BX)(CX*4), Y0, Y1, Y2, Y3, Y10, Y11)
	VMOVMSKPS Y10, R8
	VMOVMSKPS Y11, R9
	SHLL $8, R9
	ORL R9, R8
	MOVL R8, rows+24(FP)
	VZEROUPPER
	RET

// func overlapsAVX2(a, b *node, rows uint32, masks *[16]uint16) (meeting uint32)
//
// Y0-Y5 hold b's minima, Y6-Y9 its maxima on the first two axes; those on the third
// come from memory: registers are short by two.
TEXT ·overlapsAVX2(SB), NOSPLIT, $0-36
	MOVQ a+0(FP), AX
	MOVQ b+8(FP), BX
	MOVL rows+16(FP), DX
	MOVQ masks+24(FP), DI
	XORL R11, R11
	TESTL DX, DX
	JZ done
	VMOVUPS MIN(0)(BX), Y0
	VMOVUPS MIN(0)+32(BX), Y1
	VMOVUPS MIN(1)(BX), Y2
	VMOVUPS MIN(1)+32(BX), Y3
	VMOVUPS MIN(2)(BX), Y4
	VMOVUPS MIN(2)+32(BX), Y5
	VMOVUPS MAX(0)(BX), Y6
	VMOVUPS MAX(0)+32(BX), Y7
	VMOVUPS MAX(1)(BX), Y8
	VMOVUPS MAX(1)+32(BX), Y9
row:
	TZCNTL DX, CX
	VBROADCASTSS MAX(0)(AX)(CX*4), Y12
	VCMPPS $0x12, Y12, Y0, Y10
	VCMPPS $0x12, Y12, Y1, Y11
	VBROADCASTSS MIN(0)(AX)(CX*4), Y13
	VCMPPS $0x1D, Y13, Y6, Y14
	VCMPPS $0x1D, Y13, Y7, Y15
	VANDPS Y14, Y10, Y10
	VANDPS Y15, Y11, Y11
	VBROADCASTSS MAX(1)(AX)(CX*4), Y12
	VCMPPS $0x12, Y12, Y2, Y14
	VCMPPS $0x12, Y12, Y3, Y15
	VANDPS Y14, Y10, Y10
	VANDPS Y15, Y11, Y11
	VBROADCASTSS MIN(1)(AX)(CX*4), Y13
	VCMPPS $0x1D, Y13, Y8, Y14
	VCMPPS $0x1D, Y13, Y9, Y15
	VANDPS Y14, Y10, Y10
	VANDPS Y15, Y11, Y11
	VBROADCASTSS MAX(2)(AX)(CX*4), Y12
	VCMPPS $0x12, Y12, Y4, Y14
	VCMPPS $0x12, Y12, Y5, Y15
	VANDPS Y14, Y10, Y10
	VANDPS Y15, Y11, Y11
	// b.max ≥ a.min is a.min ≤ b.max, with b's maxima straight from memory.
	VBROADCASTSS MIN(2)(AX)(CX*4), Y13
	VCMPPS $0x12, MAX(2)(BX), Y13, Y14
	VCMPPS $0x12, MAX(2)+32(BX), Y13, Y15
	VANDPS Y14, Y10, Y10
	VANDPS Y15, Y11, Y11
	VMOVMSKPS Y10, R8
	VMOVMSKPS Y11, R9
	XORL R10, R10
	SHLL $8, R9
	ORL R9, R8
	SETNE R10
	MOVW R8, (DI)(CX*2)
	SHLXL CX, R10, R10
	ORL R10, R11
	BLSRL DX, DX
	JNZ row
done:
	MOVL R11, meeting+32(FP)
	VZEROUPPER
	RET

// TAG adds the members of b with the tag at AT of a member of a, CX, to Y10 and Y11.
#define TAG(AT) \
	VPBROADCASTD AT(AX)(CX*4), Y12; \
	VPCMPEQD Y12, Y0, Y6; \
	VPCMPEQD Y12, Y1, Y7; \
	VPCMPEQD Y12, Y2, Y8; \
	VPCMPEQD Y12, Y3, Y9; \
	VPCMPEQD Y12, Y4, Y14; \
	VPCMPEQD Y12, Y5, Y15; \
	VPOR Y6, Y10, Y10; \
	VPOR Y7, Y11, Y11; \
	VPOR Y8, Y10, Y10; \
	VPOR Y9, Y11, Y11; \
	VPOR Y14, Y10, Y10; \
	VPOR Y15, Y11, Y11

// func untaggedAVX2(a, b *Tags, rows uint32, masks *[16]uint16) (left uint32)
TEXT ·untaggedAVX2(SB), NOSPLIT, $0-36
	MOVQ a+0(FP), AX
	MOVQ b+8(FP), BX
	MOVL rows+16(FP), DX
	MOVQ masks+24(FP), DI
	XORL R11, R11
	TESTL DX, DX
	JZ done
	VMOVDQU 0(BX), Y0
	VMOVDQU 32(BX), Y1
	VMOVDQU ROW(BX), Y2
	VMOVDQU ROW+32(BX), Y3
	VMOVDQU 2*ROW(BX), Y4
	VMOVDQU 2*ROW+32(BX), Y5
row:
	TZCNTL DX, CX
	VPBROADCASTD 0(AX)(CX*4), Y12
	VPCMPEQD Y12, Y0, Y10
	VPCMPEQD Y12, Y1, Y11
	VPCMPEQD Y12, Y2, Y6
	VPCMPEQD Y12, Y3, Y7
	VPCMPEQD Y12, Y4, Y8
	VPCMPEQD Y12, Y5, Y9
	VPOR Y6, Y10, Y10
	VPOR Y7, Y11, Y11
	VPOR Y8, Y10, Y10
	VPOR Y9, Y11, Y11
	TAG(ROW)
	TAG(2*ROW)
	VMOVMSKPS Y10, R8
	VMOVMSKPS Y11, R9
	SHLL $8, R9
	ORL R9, R8
	MOVWLZX (DI)(CX*2), R10
	NOTL R8
	XORL R9, R9
	ANDL R8, R10
	SETNE R9
	MOVW R10, (DI)(CX*2)
	SHLXL CX, R9, R9
	ORL R9, R11
	BLSRL DX, DX
	JNZ row
done:
	MOVL R11, left+32(FP)
	VZEROUPPER
	RET

// AROUND reduces the sixteen lanes at AT by OP to one, at TO.
#define AROUND(OP, AT, TO) \
	VMOVUPS AT(AX), Y0; \
	OP AT+32(AX), Y0, Y0; \
	VEXTRACTF128 $1, Y0, X1; \
	OP X1, X0, X0; \
	VPERMILPS $0x4E, X0, X1; \
	OP X1, X0, X0; \
	VPERMILPS $0xB1, X0, X1; \
	OP X1, X0, X0; \
	VMOVSS X0, TO(BX)

// func aroundAVX2(n *node, b *Box)
TEXT ·aroundAVX2(SB), NOSPLIT, $0-16
	MOVQ n+0(FP), AX
	MOVQ b+8(FP), BX
	AROUND(VMINPS, MIN(0), 0*4)
	AROUND(VMINPS, MIN(1), 1*4)
	AROUND(VMINPS, MIN(2), 2*4)
	AROUND(VMAXPS, MAX(0), 3*4)
	AROUND(VMAXPS, MAX(1), 4*4)
	AROUND(VMAXPS, MAX(2), 5*4)
	VZEROUPPER
	RET

// GAP sets OUT to the squared gaps between four children, the first of them CX, and the
// interval from MIN to MAX, on the axis whose bounds stand at LOWER and UPPER of the
// node. Of a NaN and a number the maximum is the operand written first: NaN stays.
#define GAP(LOWER, UPPER, MIN, MAX, OUT) \
	VCVTPS2PD LOWER(AX)(CX*4), OUT; \
	VSUBPD MAX, OUT, OUT; \
	VCVTPS2PD UPPER(AX)(CX*4), Y13; \
	VSUBPD Y13, MIN, Y13; \
	VMAXPD Y13, OUT, OUT; \
	VMAXPD OUT, Y14, OUT; \
	VMULPD OUT, OUT, OUT

// WIDEN spreads a bound of a box, in float64, over a register.
#define WIDEN(AT, X, Y) \
	VCVTSS2SD AT(BX), X, X; \
	VBROADCASTSD X, Y

// func gapsAVX2(n *node, b *Box, factor float64, out *[16]float64)
//
// Four children at a time. Products are not fused with sums.
TEXT ·gapsAVX2(SB), NOSPLIT, $0-32
	MOVQ n+0(FP), AX
	MOVQ b+8(FP), BX
	MOVQ out+24(FP), DI
	VBROADCASTSD factor+16(FP), Y15
	VXORPD Y14, Y14, Y14
	VXORPD Y6, Y6, Y6
	WIDEN(0*4, X6, Y6)
	VXORPD Y7, Y7, Y7
	WIDEN(1*4, X7, Y7)
	VXORPD Y8, Y8, Y8
	WIDEN(2*4, X8, Y8)
	VXORPD Y9, Y9, Y9
	WIDEN(3*4, X9, Y9)
	VXORPD Y10, Y10, Y10
	WIDEN(4*4, X10, Y10)
	VXORPD Y11, Y11, Y11
	WIDEN(5*4, X11, Y11)
	XORL CX, CX
four:
	GAP(MIN(0), MAX(0), Y6, Y9, Y0)
	GAP(MIN(1), MAX(1), Y7, Y10, Y1)
	GAP(MIN(2), MAX(2), Y8, Y11, Y2)
	VADDPD Y1, Y0, Y0
	VADDPD Y2, Y0, Y0
	VSQRTPD Y0, Y0
	VMULPD Y15, Y0, Y0
	VMOVUPD Y0, (DI)(CX*8)
	ADDL $4, CX
	CMPL CX, $16
	JLT four
	VZEROUPPER
	RET
