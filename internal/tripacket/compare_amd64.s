#include "textflag.h"
#include "layout_amd64.h"

// The AVX2 kernel of Compare, four lanes at a time.
//
// AX is the Probe, CX the comparison, BX the Packet or DI the WidePacket. One of the two is nil.
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

// EDGEOFT fetches edge K of t into Y0 to Y2, its first corner into Y8 to Y10 and its squared
// length into Y11.
#define EDGEOFT(K) \
	VBROADCASTSD Probe_edges+K*VECTOR(AX), Y0; \
	VBROADCASTSD Probe_edges+K*VECTOR+8(AX), Y1; \
	VBROADCASTSD Probe_edges+K*VECTOR+16(AX), Y2; \
	VBROADCASTSD Probe_corners+K*VECTOR(AX), Y8; \
	VBROADCASTSD Probe_corners+K*VECTOR+8(AX), Y9; \
	VBROADCASTSD Probe_corners+K*VECTOR+16(AX), Y10; \
	VBROADCASTSD Probe_squares+K*8(AX), Y11

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
	VCVTPS2PD NARROW(0, 0)(BX), Y0
	VCVTPS2PD NARROW(0, 1)(BX), Y1
	VCVTPS2PD NARROW(0, 2)(BX), Y2
	VCVTPS2PD NARROW(1, 0)(BX), Y3
	VCVTPS2PD NARROW(1, 1)(BX), Y4
	VCVTPS2PD NARROW(1, 2)(BX), Y5
	VCVTPS2PD NARROW(2, 0)(BX), Y6
	VCVTPS2PD NARROW(2, 1)(BX), Y7
	VCVTPS2PD NARROW(2, 2)(BX), Y8
	JMP loaded
wide:
	VMOVUPD WIDE(0, 0)(DI), Y0
	VMOVUPD WIDE(0, 1)(DI), Y1
	VMOVUPD WIDE(0, 2)(DI), Y2
	VMOVUPD WIDE(1, 0)(DI), Y3
	VMOVUPD WIDE(1, 1)(DI), Y4
	VMOVUPD WIDE(1, 2)(DI), Y5
	VMOVUPD WIDE(2, 0)(DI), Y6
	VMOVUPD WIDE(2, 1)(DI), Y7
	VMOVUPD WIDE(2, 2)(DI), Y8
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
	VBROADCASTSD Probe_corners(AX), Y0
	VBROADCASTSD Probe_corners+8(AX), Y1
	VBROADCASTSD Probe_corners+16(AX), Y2
	VSUBPD Y0, Y9, Y9
	VSUBPD Y1, Y10, Y10
	VSUBPD Y2, Y11, Y11
	VANDPD Y14, Y9, Y9
	VANDPD Y14, Y10, Y10
	VANDPD Y14, Y11, Y11
	VMAXPD Y10, Y9, Y9
	VMAXPD Y11, Y9, Y9
	VBROADCASTSD Probe_size(AX), Y10
	VADDPD Y10, Y9, Y9
	VADDPD Y15, Y9, Y15
	// Heights.
	VBROADCASTSD Probe_normal(AX), Y3
	VBROADCASTSD Probe_normal+8(AX), Y4
	VBROADCASTSD Probe_normal+16(AX), Y5
	OVER(0, Y6, HEIGHTU(0))
	OVER(96, Y7, HEIGHTU(1))
	OVER(192, Y8, HEIGHTU(2))
	VBROADCASTSD Probe_planeFactor(AX), Y12
	VMULPD Y15, Y12, Y12
	VMOVUPD Y12, comparison_boundsU(CX)
	VXORPD Y11, Y11, Y11
	SPAN
	SEPARATES(Y12)
	// The square of the overlap along the normal of t, kept in memory for now.
	VXORPD Y9, Y9, Y9
	VMAXPD Y9, Y6, Y6
	VMULPD Y6, Y6, Y6
	VBROADCASTSD Probe_square(AX), Y10
	VDIVPD Y10, Y6, Y6
	VCMPPD $0x1A, Y9, Y10, Y10
	VORPD Y10, Y6, Y6
	VBROADCASTSD infinity<>(SB), Y12
	VMINPD Y12, Y6, Y12
	VMOVUPD Y12, comparison_squares(CX)
	VMOVUPD 0(SP), Y0
	VMOVUPD 32(SP), Y1
	VMOVUPD 64(SP), Y2
	VMOVUPD 576(SP), Y3
	VMOVUPD 608(SP), Y4
	VMOVUPD 640(SP), Y5
	BELOW(Probe_corners, Y6, HEIGHTT(0))
	BELOW(Probe_corners+VECTOR, Y7, HEIGHTT(1))
	BELOW(Probe_corners+2*VECTOR, Y8, HEIGHTT(2))
	VBROADCASTSD relative<>(SB), Y12
	VMOVUPD 1152(SP), Y13
	VMULPD Y13, Y12, Y12
	VMULPD Y13, Y12, Y12
	VMULPD Y15, Y12, Y12
	VMOVUPD Y12, comparison_boundsT(CX)
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
	VMOVUPD comparison_squares(CX), Y12
	VMINPD Y12, Y6, Y12
	VMOVAPD Y11, Y14
	// The bound of volumes.
	VBROADCASTSD Probe_factor(AX), Y13
	VMULPD 1152(SP), Y13, Y13
	VMULPD Y15, Y13, Y13
	VMOVUPD Y13, comparison_bounds(CX)
	VXORPD Y15, Y15, Y15
	VSUBPD Y13, Y15, Y13
	// The third corners. Y3 to Y5 are the normal of u still.
	VMOVAPD Y3, Y8
	VMOVAPD Y4, Y9
	VMOVAPD Y5, Y10
	VBROADCASTSD Probe_edges(AX), Y0
	VBROADCASTSD Probe_edges+8(AX), Y1
	VBROADCASTSD Probe_edges+16(AX), Y2
	DOT(Y0, Y1, Y2, Y8, Y9, Y10)
	THIRD(864, 960)
	VBROADCASTSD Probe_edges+VECTOR(AX), Y0
	VBROADCASTSD Probe_edges+VECTOR+8(AX), Y1
	VBROADCASTSD Probe_edges+VECTOR+16(AX), Y2
	DOT(Y0, Y1, Y2, Y8, Y9, Y10)
	THIRD(896, 992)
	VBROADCASTSD Probe_edges+2*VECTOR(AX), Y0
	VBROADCASTSD Probe_edges+2*VECTOR+8(AX), Y1
	VBROADCASTSD Probe_edges+2*VECTOR+16(AX), Y2
	DOT(Y0, Y1, Y2, Y8, Y9, Y10)
	THIRD(928, 1024)
	VBROADCASTSD Probe_normal(AX), Y8
	VBROADCASTSD Probe_normal+8(AX), Y9
	VBROADCASTSD Probe_normal+16(AX), Y10
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
	EDGEOFT(0)
	AXIS(0, 288, 1056, 864, 960, 672, 768, VOLUME(0, 0))
	AXIS(96, 384, 1088, 864, 960, 704, 800, VOLUME(0, 1))
	AXIS(192, 480, 1120, 864, 960, 736, 832, VOLUME(0, 2))
	EDGEOFT(1)
	AXIS(0, 288, 1056, 896, 992, 672, 768, VOLUME(1, 0))
	AXIS(96, 384, 1088, 896, 992, 704, 800, VOLUME(1, 1))
	AXIS(192, 480, 1120, 896, 992, 736, 832, VOLUME(1, 2))
	EDGEOFT(2)
	AXIS(0, 288, 1056, 928, 1024, 672, 768, VOLUME(2, 0))
	AXIS(96, 384, 1088, 928, 1024, 704, 800, VOLUME(2, 1))
	AXIS(192, 480, 1120, 928, 1024, 736, 832, VOLUME(2, 2))
	VMOVUPD Y12, comparison_squares(CX)
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
