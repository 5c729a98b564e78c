#include "textflag.h"

// The AVX2 kernel of Compare, four lanes at a time.
//
// Fields of a Probe by their offset: corners 0, edges 72, normal 144, squares 168, size 192,
// square 200, planeFactor 208, factor 216. Those of a comparison: hu 0, ht 384, volumes 768,
// boundsU 1920, boundsT 2048, bounds 2176, squares 2304. In a packet corner k is at byte 192·k,
// and axis a of it 64·a further on; in a wide one at 384·k and 128·a. One of the two is nil.
//
// On the stack, in vectors of 32 bytes: corners of u at 0, its edges at 288, its normal at 576.
// Of the projections of the third corners onto cross products of edges, those of t by edge of u,
// raised to 0, at 672 and of the opposite sign at 768, and those of u by edge of t at 864 and
// 960. The squared lengths of the edges of u are at 1056, F at 1152.

DATA magnitude<>+0(SB)/8, $0x7fffffffffffffff
GLOBL magnitude<>(SB), RODATA|NOPTR, $8
DATA relative<>+0(SB)/8, $0x3d20000000000000 // relativeBound
GLOBL relative<>(SB), RODATA|NOPTR, $8
DATA infinity<>+0(SB)/8, $0x7ff0000000000000
GLOBL infinity<>(SB), RODATA|NOPTR, $8

DATA near<>+0(SB)/8, $1e-8
DATA near<>+8(SB)/8, $1e-8
DATA near<>+16(SB)/8, $1e-8
DATA near<>+24(SB)/8, $1e-8
GLOBL near<>(SB), RODATA|NOPTR, $32
DATA parallel<>+0(SB)/8, $1e-16
DATA parallel<>+8(SB)/8, $1e-16
DATA parallel<>+16(SB)/8, $1e-16
DATA parallel<>+24(SB)/8, $1e-16
GLOBL parallel<>(SB), RODATA|NOPTR, $32

// DOT puts the inner product of X, Y and Z with what is at FX, FY and FZ into X.
#define DOT(X, Y, Z, FX, FY, FZ) \
	VMULPD FX, X, X; \
	VMULPD FY, Y, Y; \
	VMULPD FZ, Z, Z; \
	VADDPD Y, X, X; \
	VADDPD Z, X, X

// EDGE puts the vector from the corner in PX, PY and PZ to that in QX, QY and QZ into the first
// three, its squared length into memory, and raises Y15 to its greatest coordinate. Y14 has the
// mask of magnitudes.
#define EDGE(PX, PY, PZ, QX, QY, QZ, AT, SQUARE) \
	VSUBPD PX, QX, PX; \
	VSUBPD PY, QY, PY; \
	VSUBPD PZ, QZ, PZ; \
	VMOVUPD PX, AT(SP); \
	VMOVUPD PY, AT+32(SP); \
	VMOVUPD PZ, AT+64(SP); \
	VANDPD Y14, PX, Y12; \
	VMAXPD Y12, Y15, Y15; \
	VANDPD Y14, PY, Y12; \
	VMAXPD Y12, Y15, Y15; \
	VANDPD Y14, PZ, Y12; \
	VMAXPD Y12, Y15, Y15; \
	VMULPD PX, PX, Y12; \
	VMULPD PY, PY, Y13; \
	VADDPD Y13, Y12, Y12; \
	VMULPD PZ, PZ, Y13; \
	VADDPD Y13, Y12, Y12; \
	VMOVUPD Y12, SQUARE(SP)

// OVER puts the height of the corner of u at AT over the plane of t into H, and into memory. Y0
// to Y2 have the first corner of t, Y3 to Y5 its normal.
#define OVER(AT, H, OUT) \
	VMOVUPD AT(SP), H; \
	VSUBPD Y0, H, H; \
	VMOVUPD AT+32(SP), Y13; \
	VSUBPD Y1, Y13, Y13; \
	VMOVUPD AT+64(SP), Y14; \
	VSUBPD Y2, Y14, Y14; \
	DOT(H, Y13, Y14, Y3, Y4, Y5); \
	VMOVUPD H, OUT(CX)

// BELOW does so for the corner of t at AT over the plane of u. Y0 to Y2 have the first corner of
// u, Y3 to Y5 its normal.
#define BELOW(AT, H, OUT) \
	VBROADCASTSD AT(AX), H; \
	VSUBPD Y0, H, H; \
	VBROADCASTSD AT+8(AX), Y13; \
	VSUBPD Y1, Y13, Y13; \
	VBROADCASTSD AT+16(AX), Y14; \
	VSUBPD Y2, Y14, Y14; \
	DOT(H, Y13, Y14, Y3, Y4, Y5); \
	VMOVUPD H, OUT(CX)

// SPAN takes the heights in Y6, Y7 and Y8 and puts the overlap with 0 of what they span into Y6.
#define SPAN \
	VMINPD Y7, Y6, Y9; \
	VMINPD Y8, Y9, Y9; \
	VMAXPD Y7, Y6, Y6; \
	VMAXPD Y8, Y6, Y6; \
	VXORPD Y10, Y10, Y10; \
	VSUBPD Y9, Y10, Y9; \
	VMINPD Y6, Y9, Y6

// SEPARATES adds the lanes to Y11 in which the overlap in Y6 is less than minus BOUND, which it
// changes the sign of.
#define SEPARATES(BOUND) \
	VXORPD Y9, Y9, Y9; \
	VSUBPD BOUND, Y9, BOUND; \
	VCMPPD $0x11, BOUND, Y6, Y9; \
	VORPD Y9, Y11, Y11

// THIRD puts what exceeds 0 of the number in Y0 into memory, and what exceeds 0 of its opposite.
#define THIRD(AT, OPPOSITE) \
	VXORPD Y3, Y3, Y3; \
	VSUBPD Y0, Y3, Y4; \
	VMAXPD Y3, Y0, Y0; \
	VMAXPD Y3, Y4, Y4; \
	VMOVUPD Y0, AT(SP); \
	VMOVUPD Y4, OPPOSITE(SP)

// EDGEOFT fetches an edge of t into Y0 to Y2, its first corner into Y8 to Y10 and its squared
// length into Y11.
#define EDGEOFT(CORNER, SQUARE) \
	VBROADCASTSD 72+CORNER(AX), Y0; \
	VBROADCASTSD 80+CORNER(AX), Y1; \
	VBROADCASTSD 88+CORNER(AX), Y2; \
	VBROADCASTSD CORNER(AX), Y8; \
	VBROADCASTSD CORNER+8(AX), Y9; \
	VBROADCASTSD CORNER+16(AX), Y10; \
	VBROADCASTSD SQUARE(AX), Y11

// AXIS compares the edge of t that was fetched with the edge of u at F, whose first corner is at
// B and squared length at SQUARE: it puts the volume into memory, adds the lanes that are
// separated to Y14, those with nearly parallel edges to Y15, and takes the square of the overlap
// into Y12. Y13 has the bound, negated.
#define AXIS(B, F, SQUARE, UP, UM, TP, TM, OUT) \
	VMULPD F+64(SP), Y1, Y3; \
	VMULPD F+32(SP), Y2, Y4; \
	VSUBPD Y4, Y3, Y3; \
	VMULPD F(SP), Y2, Y4; \
	VMULPD F+64(SP), Y0, Y5; \
	VSUBPD Y5, Y4, Y4; \
	VMULPD F+32(SP), Y0, Y5; \
	VMULPD F(SP), Y1, Y6; \
	VSUBPD Y6, Y5, Y5; \
	VMULPD Y3, Y3, Y6; \
	VMULPD Y4, Y4, Y7; \
	VADDPD Y7, Y6, Y6; \
	VMULPD Y5, Y5, Y7; \
	VADDPD Y7, Y6, Y6; \
	VMOVUPD B(SP), Y7; \
	VSUBPD Y8, Y7, Y7; \
	VMULPD Y7, Y3, Y3; \
	VMOVUPD B+32(SP), Y7; \
	VSUBPD Y9, Y7, Y7; \
	VMULPD Y7, Y4, Y4; \
	VADDPD Y4, Y3, Y3; \
	VMOVUPD B+64(SP), Y7; \
	VSUBPD Y10, Y7, Y7; \
	VMULPD Y7, Y5, Y5; \
	VADDPD Y5, Y3, Y3; \
	VMOVUPD Y3, OUT(CX); \
	VMOVUPD TP(SP), Y4; \
	VADDPD UM(SP), Y4, Y4; \
	VSUBPD Y3, Y4, Y4; \
	VMOVUPD UP(SP), Y5; \
	VADDPD TM(SP), Y5, Y5; \
	VADDPD Y5, Y3, Y5; \
	VMINPD Y5, Y4, Y4; \
	VCMPPD $0x11, Y13, Y4, Y5; \
	VORPD Y5, Y14, Y14; \
	VXORPD Y5, Y5, Y5; \
	VMAXPD Y5, Y4, Y4; \
	VMULPD Y4, Y4, Y4; \
	VDIVPD Y6, Y4, Y4; \
	VMULPD SQUARE(SP), Y11, Y5; \
	VMULPD near<>(SB), Y5, Y7; \
	VCMPPD $0x1A, Y7, Y6, Y7; \
	VMULPD parallel<>(SB), Y5, Y5; \
	VCMPPD $0x1E, Y5, Y6, Y5; \
	VANDPD Y7, Y5, Y5; \
	VORPD Y5, Y15, Y15; \
	VORPD Y7, Y4, Y4; \
	VMINPD Y12, Y4, Y12

// func compareAVX2(t *Probe, q *Packet, wide *WidePacket, lanes uint32, out *comparison) (apart, unmeasured uint32)
TEXT ·compareAVX2(SB), 0, $1184-48
	MOVQ t+0(FP), AX
	MOVQ q+8(FP), BX
	MOVQ wide+16(FP), DI
	MOVL lanes+24(FP), DX
	MOVQ out+32(FP), CX
	XORL R11, R11 // apart
	XORL R12, R12 // unmeasured
	XORL R8, R8   // first lane of the four
four:
	SHRXL R8, DX, SI
	ANDL $0xf, SI
	JZ next

	TESTQ BX, BX
	JZ wide
	VCVTPS2PD 0(BX), Y0
	VCVTPS2PD 64(BX), Y1
	VCVTPS2PD 128(BX), Y2
	VCVTPS2PD 192(BX), Y3
	VCVTPS2PD 256(BX), Y4
	VCVTPS2PD 320(BX), Y5
	VCVTPS2PD 384(BX), Y6
	VCVTPS2PD 448(BX), Y7
	VCVTPS2PD 512(BX), Y8
	JMP loaded
wide:
	VMOVUPD 0(DI), Y0
	VMOVUPD 128(DI), Y1
	VMOVUPD 256(DI), Y2
	VMOVUPD 384(DI), Y3
	VMOVUPD 512(DI), Y4
	VMOVUPD 640(DI), Y5
	VMOVUPD 768(DI), Y6
	VMOVUPD 896(DI), Y7
	VMOVUPD 1024(DI), Y8
loaded:
	VMOVUPD Y0, 0(SP)
	VMOVUPD Y1, 32(SP)
	VMOVUPD Y2, 64(SP)
	VMOVUPD Y3, 96(SP)
	VMOVUPD Y4, 128(SP)
	VMOVUPD Y5, 160(SP)
	VMOVUPD Y6, 192(SP)
	VMOVUPD Y7, 224(SP)
	VMOVUPD Y8, 256(SP)
	VBROADCASTSD magnitude<>(SB), Y14
	VXORPD Y15, Y15, Y15
	VMOVAPD Y0, Y9
	VMOVAPD Y1, Y10
	VMOVAPD Y2, Y11
	EDGE(Y0, Y1, Y2, Y3, Y4, Y5, 288, 1056)
	EDGE(Y3, Y4, Y5, Y6, Y7, Y8, 384, 1088)
	EDGE(Y6, Y7, Y8, Y9, Y10, Y11, 480, 1120)
	// The normal, the cross product of the last edge and the first.
	VMULPD Y2, Y7, Y3
	VMULPD Y1, Y8, Y12
	VSUBPD Y12, Y3, Y3
	VMULPD Y0, Y8, Y4
	VMULPD Y2, Y6, Y12
	VSUBPD Y12, Y4, Y4
	VMULPD Y1, Y6, Y5
	VMULPD Y0, Y7, Y12
	VSUBPD Y12, Y5, Y5
	VMOVUPD Y3, 576(SP)
	VMOVUPD Y4, 608(SP)
	VMOVUPD Y5, 640(SP)
	VMOVUPD Y15, 1152(SP)
	// The extent D, into Y15, from the first corners, that of u in Y9 to Y11.
	VBROADCASTSD 0(AX), Y0
	VBROADCASTSD 8(AX), Y1
	VBROADCASTSD 16(AX), Y2
	VSUBPD Y0, Y9, Y9
	VSUBPD Y1, Y10, Y10
	VSUBPD Y2, Y11, Y11
	VANDPD Y14, Y9, Y9
	VANDPD Y14, Y10, Y10
	VANDPD Y14, Y11, Y11
	VMAXPD Y10, Y9, Y9
	VMAXPD Y11, Y9, Y9
	VBROADCASTSD 192(AX), Y10
	VADDPD Y10, Y9, Y9
	VADDPD Y15, Y9, Y15
	// Heights.
	VBROADCASTSD 144(AX), Y3
	VBROADCASTSD 152(AX), Y4
	VBROADCASTSD 160(AX), Y5
	OVER(0, Y6, 0)
	OVER(96, Y7, 128)
	OVER(192, Y8, 256)
	VBROADCASTSD 208(AX), Y12
	VMULPD Y15, Y12, Y12
	VMOVUPD Y12, 1920(CX)
	VXORPD Y11, Y11, Y11
	SPAN
	SEPARATES(Y12)
	// The square of the overlap along the normal of t, kept in memory for now.
	VXORPD Y9, Y9, Y9
	VMAXPD Y9, Y6, Y6
	VMULPD Y6, Y6, Y6
	VBROADCASTSD 200(AX), Y10
	VDIVPD Y10, Y6, Y6
	VCMPPD $0x1A, Y9, Y10, Y10
	VORPD Y10, Y6, Y6
	VBROADCASTSD infinity<>(SB), Y12
	VMINPD Y12, Y6, Y12
	VMOVUPD Y12, 2304(CX)
	VMOVUPD 0(SP), Y0
	VMOVUPD 32(SP), Y1
	VMOVUPD 64(SP), Y2
	VMOVUPD 576(SP), Y3
	VMOVUPD 608(SP), Y4
	VMOVUPD 640(SP), Y5
	BELOW(0, Y6, 384)
	BELOW(24, Y7, 512)
	BELOW(48, Y8, 640)
	VBROADCASTSD relative<>(SB), Y12
	VMOVUPD 1152(SP), Y13
	VMULPD Y13, Y12, Y12
	VMULPD Y13, Y12, Y12
	VMULPD Y15, Y12, Y12
	VMOVUPD Y12, 2048(CX)
	SPAN
	SEPARATES(Y12)
	VMOVMSKPD Y11, R9
	ANDL SI, R9
	CMPL R9, SI
	JEQ found
	VXORPD Y9, Y9, Y9
	VMAXPD Y9, Y6, Y6
	VMULPD Y6, Y6, Y6
	VMULPD Y3, Y3, Y7
	VMULPD Y4, Y4, Y8
	VADDPD Y8, Y7, Y7
	VMULPD Y5, Y5, Y8
	VADDPD Y8, Y7, Y7
	VDIVPD Y7, Y6, Y6
	VCMPPD $0x1A, Y9, Y7, Y7
	VORPD Y7, Y6, Y6
	VMOVUPD 2304(CX), Y12
	VMINPD Y12, Y6, Y12
	VMOVAPD Y11, Y14
	// The bound of volumes.
	VBROADCASTSD 216(AX), Y13
	VMULPD 1152(SP), Y13, Y13
	VMULPD Y15, Y13, Y13
	VMOVUPD Y13, 2176(CX)
	VXORPD Y15, Y15, Y15
	VSUBPD Y13, Y15, Y13
	// The third corners. Y3 to Y5 are the normal of u still.
	VMOVAPD Y3, Y8
	VMOVAPD Y4, Y9
	VMOVAPD Y5, Y10
	VBROADCASTSD 72(AX), Y0
	VBROADCASTSD 80(AX), Y1
	VBROADCASTSD 88(AX), Y2
	DOT(Y0, Y1, Y2, Y8, Y9, Y10)
	THIRD(864, 960)
	VBROADCASTSD 96(AX), Y0
	VBROADCASTSD 104(AX), Y1
	VBROADCASTSD 112(AX), Y2
	DOT(Y0, Y1, Y2, Y8, Y9, Y10)
	THIRD(896, 992)
	VBROADCASTSD 120(AX), Y0
	VBROADCASTSD 128(AX), Y1
	VBROADCASTSD 136(AX), Y2
	DOT(Y0, Y1, Y2, Y8, Y9, Y10)
	THIRD(928, 1024)
	VBROADCASTSD 144(AX), Y8
	VBROADCASTSD 152(AX), Y9
	VBROADCASTSD 160(AX), Y10
	VMOVUPD 288(SP), Y0
	VMOVUPD 320(SP), Y1
	VMOVUPD 352(SP), Y2
	DOT(Y0, Y1, Y2, Y8, Y9, Y10)
	THIRD(768, 672) // of the opposite sign
	VMOVUPD 384(SP), Y0
	VMOVUPD 416(SP), Y1
	VMOVUPD 448(SP), Y2
	DOT(Y0, Y1, Y2, Y8, Y9, Y10)
	THIRD(800, 704) // of the opposite sign
	VMOVUPD 480(SP), Y0
	VMOVUPD 512(SP), Y1
	VMOVUPD 544(SP), Y2
	DOT(Y0, Y1, Y2, Y8, Y9, Y10)
	THIRD(832, 736) // of the opposite sign
	EDGEOFT(0, 168)
	AXIS(0, 288, 1056, 864, 960, 672, 768, 768)
	AXIS(96, 384, 1088, 864, 960, 704, 800, 896)
	AXIS(192, 480, 1120, 864, 960, 736, 832, 1024)
	EDGEOFT(24, 176)
	AXIS(0, 288, 1056, 896, 992, 672, 768, 1152)
	AXIS(96, 384, 1088, 896, 992, 704, 800, 1280)
	AXIS(192, 480, 1120, 896, 992, 736, 832, 1408)
	EDGEOFT(48, 184)
	AXIS(0, 288, 1056, 928, 1024, 672, 768, 1536)
	AXIS(96, 384, 1088, 928, 1024, 704, 800, 1664)
	AXIS(192, 480, 1120, 928, 1024, 736, 832, 1792)
	VMOVUPD Y12, 2304(CX)
	VMOVMSKPD Y14, R9
	ANDL SI, R9
	VMOVMSKPD Y15, R10
	ANDL SI, R10
	SHLXL R8, R10, R10
	ORL R10, R12
found:
	SHLXL R8, R9, R9
	ORL R9, R11
next:
	MOVQ BX, R10
	ADDQ $16, R10
	TESTQ BX, BX
	CMOVQNE R10, BX // nil remains nil
	ADDQ $32, DI
	ADDQ $32, CX
	ADDL $4, R8
	CMPL R8, $16
	JNE four
	ANDNL R12, R11, R12 // what is apart is not said to be unmeasured
	MOVL R11, apart+40(FP)
	MOVL R12, unmeasured+44(FP)
	VZEROUPPER
	RET
