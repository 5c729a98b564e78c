#include "textflag.h"
#include "layout_amd64.h"

// The AVX-512 kernel of Compare, eight lanes at a time, with the operations of compare_amd64.s in
// the same order.
//
// Most rows have few lanes. Up to eight of both halves of a packet are moved together, compared at
// once, and their numbers moved apart again.
//
// At R14, on the stack, in aligned vectors of 64 bytes: corners of u at 0. Of the projections of the third corners
// onto cross products of edges, those of t by edge of u, raised to 0, at 576 and of the opposite
// sign at 768, and those of u by edge of t at 960 and 1152. The squared lengths of the edges of u
// are at 1344. Lanes that have been moved together have a packet at MOVED and a comparison at MEASURED.
//
// Z16 to Z24 have the edges of u, Z25 to Z27 its normal, Z28 F and Z29 the mask of magnitudes. K1
// has the lanes that are apart, K2 those with nearly parallel edges.
//
// Every instruction on Z and K registers is one of AVX512F.

DATA magnitude8<>+0(SB)/8, $0x7fffffffffffffff
GLOBL magnitude8<>(SB), RODATA|NOPTR, $8
DATA relative8<>+0(SB)/8, $0x3d20000000000000 // relativeBound
GLOBL relative8<>(SB), RODATA|NOPTR, $8
DATA infinity8<>+0(SB)/8, $0x7ff0000000000000
GLOBL infinity8<>(SB), RODATA|NOPTR, $8
DATA near8<>+0(SB)/8, $1e-8
GLOBL near8<>(SB), RODATA|NOPTR, $8
DATA parallel8<>+0(SB)/8, $1e-16
GLOBL parallel8<>(SB), RODATA|NOPTR, $8
DATA numbers8<>+0(SB)/8, $0
DATA numbers8<>+8(SB)/8, $1
DATA numbers8<>+16(SB)/8, $2
DATA numbers8<>+24(SB)/8, $3
DATA numbers8<>+32(SB)/8, $4
DATA numbers8<>+40(SB)/8, $5
DATA numbers8<>+48(SB)/8, $6
DATA numbers8<>+56(SB)/8, $7
GLOBL numbers8<>(SB), RODATA|NOPTR, $64

// MOVED and MEASURED are the packet and the comparison on the stack.
#define MOVED 1536
#define MEASURED (MOVED+Packet__size)

// TOGETHER moves the lanes in K1 of axis A of corner K together.
#define TOGETHER(K, A) \
	VMOVUPS NARROW(K, A)(BX), Z0; \
	VCOMPRESSPS.Z Z0, K1, Z0; \
	VMOVUPS Z0, MOVED+NARROW(K, A)(R14)

// DOT puts the inner product of X, Y and Z with FX, FY and FZ into X.
#define DOT(X, Y, Z, FX, FY, FZ) \
	VMULPD FX, X, X; \
	VMULPD FY, Y, Y; \
	VMULPD FZ, Z, Z; \
	VADDPD Y, X, X; \
	VADDPD Z, X, X

// SCALED is DOT for the normal or an edge of t at AT.
#define SCALED(X, Y, Z, AT) \
	VMULPD.BCST AT(AX), X, X; \
	VMULPD.BCST AT+8(AX), Y, Y; \
	VMULPD.BCST AT+16(AX), Z, Z; \
	VADDPD Y, X, X; \
	VADDPD Z, X, X

// EDGE puts the vector from the corner in PX, PY and PZ to that in QX, QY and QZ into EX, EY and
// EZ, its squared length into memory, and raises Z28 to its greatest coordinate.
#define EDGE(PX, PY, PZ, QX, QY, QZ, EX, EY, EZ, SQUARE) \
	VSUBPD PX, QX, EX; \
	VSUBPD PY, QY, EY; \
	VSUBPD PZ, QZ, EZ; \
	VPANDQ Z29, EX, Z12; \
	VPANDQ Z29, EY, Z13; \
	VPANDQ Z29, EZ, Z14; \
	VMAXPD Z12, Z28, Z28; \
	VMAXPD Z13, Z28, Z28; \
	VMAXPD Z14, Z28, Z28; \
	VMULPD EX, EX, Z12; \
	VMULPD EY, EY, Z13; \
	VADDPD Z13, Z12, Z12; \
	VMULPD EZ, EZ, Z13; \
	VADDPD Z13, Z12, Z12; \
	VMOVUPD Z12, SQUARE(R14)

// OVER puts the height of the corner of u at AT over the plane of t into H, and into memory. Z0
// to Z2 have the first corner of t, Z3 to Z5 its normal.
#define OVER(AT, H, OUT) \
	VMOVUPD AT(R14), H; \
	VSUBPD Z0, H, H; \
	VMOVUPD AT+64(R14), Z13; \
	VSUBPD Z1, Z13, Z13; \
	VMOVUPD AT+128(R14), Z14; \
	VSUBPD Z2, Z14, Z14; \
	DOT(H, Z13, Z14, Z3, Z4, Z5); \
	VMOVUPD H, OUT(CX)

// BELOW does so for the corner of t at AT over the plane of u. Z0 to Z2 have the first corner of u.
#define BELOW(AT, H, OUT) \
	VBROADCASTSD AT(AX), H; \
	VSUBPD Z0, H, H; \
	VBROADCASTSD AT+8(AX), Z13; \
	VSUBPD Z1, Z13, Z13; \
	VBROADCASTSD AT+16(AX), Z14; \
	VSUBPD Z2, Z14, Z14; \
	DOT(H, Z13, Z14, Z25, Z26, Z27); \
	VMOVUPD H, OUT(CX)

// SPAN takes the heights in Z6, Z7 and Z8 and puts the overlap with 0 of what they span into Z6.
// Z10 is 0.
#define SPAN \
	VMINPD Z7, Z6, Z9; \
	VMINPD Z8, Z9, Z9; \
	VMAXPD Z7, Z6, Z6; \
	VMAXPD Z8, Z6, Z6; \
	VSUBPD Z9, Z10, Z9; \
	VMINPD Z6, Z9, Z6

// SEPARATES adds the lanes to K1 in which the overlap in Z6 is less than minus BOUND, which it
// changes the sign of.
#define SEPARATES(BOUND) \
	VSUBPD BOUND, Z10, BOUND; \
	VCMPPD $0x11, BOUND, Z6, K3; \
	KORW K3, K1, K1

// THIRD puts what exceeds 0 of the number in Z0 into memory, and what exceeds 0 of its opposite.
#define THIRD(AT, OPPOSITE) \
	VSUBPD Z0, Z10, Z4; \
	VMAXPD Z10, Z0, Z0; \
	VMAXPD Z10, Z4, Z4; \
	VMOVUPD Z0, AT(R14); \
	VMOVUPD Z4, OPPOSITE(R14)

// THIRDOFU is THIRD for the third corner of u and the edge of t at AT, THIRDOFT for that of t and
// an edge of u.
#define THIRDOFU(AT, UP, UM) \
	VBROADCASTSD AT(AX), Z0; \
	VBROADCASTSD AT+8(AX), Z1; \
	VBROADCASTSD AT+16(AX), Z2; \
	DOT(Z0, Z1, Z2, Z25, Z26, Z27); \
	THIRD(UP, UM)

#define THIRDOFT(EX, EY, EZ, TM, TP) \
	VMOVAPD EX, Z0; \
	VMOVAPD EY, Z1; \
	VMOVAPD EZ, Z2; \
	SCALED(Z0, Z1, Z2, Probe_normal); \
	THIRD(TM, TP)

// EDGEOFT fetches edge K of t into Z0 to Z2, its first corner into Z8, Z9 and Z30 and its squared
// length into Z11.
#define EDGEOFT(K) \
	VBROADCASTSD Probe_edges+K*VECTOR(AX), Z0; \
	VBROADCASTSD Probe_edges+K*VECTOR+8(AX), Z1; \
	VBROADCASTSD Probe_edges+K*VECTOR+16(AX), Z2; \
	VBROADCASTSD Probe_corners+K*VECTOR(AX), Z8; \
	VBROADCASTSD Probe_corners+K*VECTOR+8(AX), Z9; \
	VBROADCASTSD Probe_corners+K*VECTOR+16(AX), Z30; \
	VBROADCASTSD Probe_squares+K*8(AX), Z11

// AXIS compares the edge of t that was fetched with the edge of u in FX, FY and FZ, whose first
// corner is at B and squared length at SQUARE: it puts the volume into memory, adds the lanes that
// are separated to K1, those with nearly parallel edges to K2, and takes the square of the overlap
// into Z15. Z31 has the bound, negated.
#define AXIS(B, FX, FY, FZ, SQUARE, UP, UM, TP, TM, OUT) \
	VMULPD FZ, Z1, Z3; \
	VMULPD FY, Z2, Z4; \
	VSUBPD Z4, Z3, Z3; \
	VMULPD FX, Z2, Z4; \
	VMULPD FZ, Z0, Z5; \
	VSUBPD Z5, Z4, Z4; \
	VMULPD FY, Z0, Z5; \
	VMULPD FX, Z1, Z6; \
	VSUBPD Z6, Z5, Z5; \
	VMULPD Z3, Z3, Z6; \
	VMULPD Z4, Z4, Z7; \
	VADDPD Z7, Z6, Z6; \
	VMULPD Z5, Z5, Z7; \
	VADDPD Z7, Z6, Z6; \
	VMOVUPD B(R14), Z7; \
	VSUBPD Z8, Z7, Z7; \
	VMULPD Z7, Z3, Z3; \
	VMOVUPD B+64(R14), Z7; \
	VSUBPD Z9, Z7, Z7; \
	VMULPD Z7, Z4, Z4; \
	VADDPD Z4, Z3, Z3; \
	VMOVUPD B+128(R14), Z7; \
	VSUBPD Z30, Z7, Z7; \
	VMULPD Z7, Z5, Z5; \
	VADDPD Z5, Z3, Z3; \
	VMOVUPD Z3, OUT(CX); \
	VMOVUPD TP(R14), Z4; \
	VADDPD UM(R14), Z4, Z4; \
	VSUBPD Z3, Z4, Z4; \
	VMOVUPD UP(R14), Z5; \
	VADDPD TM(R14), Z5, Z5; \
	VADDPD Z5, Z3, Z5; \
	VMINPD Z5, Z4, Z4; \
	VCMPPD $0x11, Z31, Z4, K3; \
	KORW K3, K1, K1; \
	VMAXPD Z10, Z4, Z4; \
	VMULPD Z4, Z4, Z4; \
	VDIVPD Z6, Z4, Z4; \
	VMULPD SQUARE(R14), Z11, Z5; \
	VMULPD.BCST near8<>(SB), Z5, Z7; \
	VCMPPD $0x1E, Z7, Z6, K3; \
	VMULPD.BCST parallel8<>(SB), Z5, Z5; \
	VCMPPD $0x1E, Z5, Z6, K4; \
	KANDNW K4, K3, K4; \
	KORW K4, K2, K2; \
	VMINPD Z15, Z4, K3, Z15

// func compareAVX512(t *Probe, q *Packet, wide *WidePacket, lanes uint32, out *comparison) (apart, unmeasured uint32)
TEXT ·compareAVX512(SB), 0, $4608-48
	MOVQ t+0(FP), AX
	MOVQ q+8(FP), BX
	MOVQ wide+16(FP), DI
	MOVL lanes+24(FP), DX
	MOVQ out+32(FP), CX
	XORL R11, R11 // apart
	XORL R12, R12 // unmeasured
	XORL R8, R8   // first lane of the eight
	XORL R13, R13 // lanes that were moved together
	LEAQ 63(SP), R14
	ANDQ $-64, R14
	VPBROADCASTQ magnitude8<>(SB), Z29
	VPXORQ Z10, Z10, Z10
	TESTQ BX, BX
	JZ eight
	TESTL $0xff, DX
	JZ eight
	TESTL $0xff00, DX
	JZ eight
	POPCNTL DX, SI
	CMPL SI, $8
	JGT eight
	KMOVW DX, K1
	TOGETHER(0, 0)
	TOGETHER(0, 1)
	TOGETHER(0, 2)
	TOGETHER(1, 0)
	TOGETHER(1, 1)
	TOGETHER(1, 2)
	TOGETHER(2, 0)
	TOGETHER(2, 1)
	TOGETHER(2, 2)
	MOVL DX, R13
	MOVL $-1, DX
	BZHIL SI, DX, DX
	LEAQ MOVED(R14), BX
	LEAQ MEASURED(R14), CX
eight:
	SHRXL R8, DX, SI
	ANDL $0xff, SI
	JZ next

	TESTQ BX, BX
	JZ wide
	VCVTPS2PD NARROW(0, 0)(BX), Z0
	VCVTPS2PD NARROW(0, 1)(BX), Z1
	VCVTPS2PD NARROW(0, 2)(BX), Z2
	VCVTPS2PD NARROW(1, 0)(BX), Z3
	VCVTPS2PD NARROW(1, 1)(BX), Z4
	VCVTPS2PD NARROW(1, 2)(BX), Z5
	VCVTPS2PD NARROW(2, 0)(BX), Z6
	VCVTPS2PD NARROW(2, 1)(BX), Z7
	VCVTPS2PD NARROW(2, 2)(BX), Z8
	JMP loaded
wide:
	VMOVUPD WIDE(0, 0)(DI), Z0
	VMOVUPD WIDE(0, 1)(DI), Z1
	VMOVUPD WIDE(0, 2)(DI), Z2
	VMOVUPD WIDE(1, 0)(DI), Z3
	VMOVUPD WIDE(1, 1)(DI), Z4
	VMOVUPD WIDE(1, 2)(DI), Z5
	VMOVUPD WIDE(2, 0)(DI), Z6
	VMOVUPD WIDE(2, 1)(DI), Z7
	VMOVUPD WIDE(2, 2)(DI), Z8
loaded:
	VMOVUPD Z0, 0(R14)
	VMOVUPD Z1, 64(R14)
	VMOVUPD Z2, 128(R14)
	VMOVUPD Z3, 192(R14)
	VMOVUPD Z4, 256(R14)
	VMOVUPD Z5, 320(R14)
	VMOVUPD Z6, 384(R14)
	VMOVUPD Z7, 448(R14)
	VMOVUPD Z8, 512(R14)
	VPXORQ Z28, Z28, Z28
	KXORW K1, K1, K1
	KXORW K2, K2, K2
	EDGE(Z0, Z1, Z2, Z3, Z4, Z5, Z16, Z17, Z18, 1344)
	EDGE(Z3, Z4, Z5, Z6, Z7, Z8, Z19, Z20, Z21, 1408)
	EDGE(Z6, Z7, Z8, Z0, Z1, Z2, Z22, Z23, Z24, 1472)
	// The normal, the cross product of the last edge and the first.
	VMULPD Z18, Z23, Z25
	VMULPD Z17, Z24, Z12
	VSUBPD Z12, Z25, Z25
	VMULPD Z16, Z24, Z26
	VMULPD Z18, Z22, Z12
	VSUBPD Z12, Z26, Z26
	VMULPD Z17, Z22, Z27
	VMULPD Z16, Z23, Z12
	VSUBPD Z12, Z27, Z27
	// The extent D, into Z15, from the first corners.
	VSUBPD.BCST Probe_corners(AX), Z0, Z9
	VSUBPD.BCST Probe_corners+8(AX), Z1, Z11
	VSUBPD.BCST Probe_corners+16(AX), Z2, Z12
	VPANDQ Z29, Z9, Z9
	VPANDQ Z29, Z11, Z11
	VPANDQ Z29, Z12, Z12
	VMAXPD Z11, Z9, Z9
	VMAXPD Z12, Z9, Z9
	VADDPD.BCST Probe_size(AX), Z9, Z9
	VADDPD Z28, Z9, Z15
	// Heights.
	VBROADCASTSD Probe_corners(AX), Z0
	VBROADCASTSD Probe_corners+8(AX), Z1
	VBROADCASTSD Probe_corners+16(AX), Z2
	VBROADCASTSD Probe_normal(AX), Z3
	VBROADCASTSD Probe_normal+8(AX), Z4
	VBROADCASTSD Probe_normal+16(AX), Z5
	OVER(0, Z6, HEIGHTU(0))
	OVER(192, Z7, HEIGHTU(1))
	OVER(384, Z8, HEIGHTU(2))
	VBROADCASTSD Probe_planeFactor(AX), Z12
	VMULPD Z15, Z12, Z12
	VMOVUPD Z12, comparison_boundsU(CX)
	SPAN
	SEPARATES(Z12)
	// The square of the overlap along the normal of t, into Z11.
	VMAXPD Z10, Z6, Z6
	VMULPD Z6, Z6, Z6
	VBROADCASTSD Probe_square(AX), Z12
	VDIVPD Z12, Z6, Z6
	VCMPPD $0x1E, Z10, Z12, K3
	VBROADCASTSD infinity8<>(SB), Z11
	VMINPD Z11, Z6, K3, Z11
	VMOVUPD 0(R14), Z0
	VMOVUPD 64(R14), Z1
	VMOVUPD 128(R14), Z2
	BELOW(Probe_corners, Z6, HEIGHTT(0))
	BELOW(Probe_corners+VECTOR, Z7, HEIGHTT(1))
	BELOW(Probe_corners+2*VECTOR, Z8, HEIGHTT(2))
	VBROADCASTSD relative8<>(SB), Z12
	VMULPD Z28, Z12, Z12
	VMULPD Z28, Z12, Z12
	VMULPD Z15, Z12, Z12
	VMOVUPD Z12, comparison_boundsT(CX)
	SPAN
	SEPARATES(Z12)
	KMOVW K1, R9
	ANDL SI, R9
	CMPL R9, SI
	JEQ found
	VMAXPD Z10, Z6, Z6
	VMULPD Z6, Z6, Z6
	VMULPD Z25, Z25, Z7
	VMULPD Z26, Z26, Z8
	VADDPD Z8, Z7, Z7
	VMULPD Z27, Z27, Z8
	VADDPD Z8, Z7, Z7
	VDIVPD Z7, Z6, Z6
	VCMPPD $0x1E, Z10, Z7, K3
	// The bound of volumes.
	VBROADCASTSD Probe_factor(AX), Z31
	VMULPD Z28, Z31, Z31
	VMULPD Z15, Z31, Z31
	VMOVUPD Z31, comparison_bounds(CX)
	VSUBPD Z31, Z10, Z31
	VMOVAPD Z11, Z15
	VMINPD Z15, Z6, K3, Z15
	THIRDOFU(Probe_edges, 960, 1152)
	THIRDOFU(Probe_edges+VECTOR, 1024, 1216)
	THIRDOFU(Probe_edges+2*VECTOR, 1088, 1280)
	THIRDOFT(Z16, Z17, Z18, 768, 576)
	THIRDOFT(Z19, Z20, Z21, 832, 640)
	THIRDOFT(Z22, Z23, Z24, 896, 704)
	EDGEOFT(0)
	AXIS(0, Z16, Z17, Z18, 1344, 960, 1152, 576, 768, VOLUME(0, 0))
	AXIS(192, Z19, Z20, Z21, 1408, 960, 1152, 640, 832, VOLUME(0, 1))
	AXIS(384, Z22, Z23, Z24, 1472, 960, 1152, 704, 896, VOLUME(0, 2))
	EDGEOFT(1)
	AXIS(0, Z16, Z17, Z18, 1344, 1024, 1216, 576, 768, VOLUME(1, 0))
	AXIS(192, Z19, Z20, Z21, 1408, 1024, 1216, 640, 832, VOLUME(1, 1))
	AXIS(384, Z22, Z23, Z24, 1472, 1024, 1216, 704, 896, VOLUME(1, 2))
	EDGEOFT(2)
	AXIS(0, Z16, Z17, Z18, 1344, 1088, 1280, 576, 768, VOLUME(2, 0))
	AXIS(192, Z19, Z20, Z21, 1408, 1088, 1280, 640, 832, VOLUME(2, 1))
	AXIS(384, Z22, Z23, Z24, 1472, 1088, 1280, 704, 896, VOLUME(2, 2))
	VMOVUPD Z15, comparison_squares(CX)
	KMOVW K1, R9
	ANDL SI, R9
	KMOVW K2, R10
	ANDL SI, R10
	SHLXL R8, R10, R10
	ORL R10, R12
found:
	SHLXL R8, R9, R9
	ORL R9, R11
next:
	MOVQ BX, R10
	ADDQ $32, R10
	TESTQ BX, BX
	CMOVQNE R10, BX // nil remains nil
	ADDQ $64, DI
	ADDQ $64, CX
	ADDL $8, R8
	CMPL R8, $16
	JNE eight
	ANDNL R12, R11, R12 // what is apart is not said to be unmeasured
	TESTL R13, R13
	JZ done
	// Lanes that were moved together go back to where they were.
	CMPL R11, DX
	PDEPL R13, R11, R11
	PDEPL R13, R12, R12
	JEQ done // all are apart
	MOVQ out+32(FP), CX
	LEAQ MEASURED(R14), BX
	KMOVW R13, K1
	MOVL R13, R10
	SHRL $8, R10
	KMOVW R10, K2
	ANDL $0xff, R13
	POPCNTL R13, R13
	VPBROADCASTQ R13, Z1
	VMOVDQU64 numbers8<>(SB), Z0
	VPADDQ Z0, Z1, Z1
	VPEXPANDQ.Z Z0, K1, Z0
	VPEXPANDQ.Z Z1, K2, Z1
	MOVL $(comparison__size/DOUBLES), SI
back:
	VMOVUPD (BX), Z2
	VPERMPD Z2, Z0, Z3
	VPERMPD Z2, Z1, Z4
	VMOVUPD Z3, (CX)
	VMOVUPD Z4, 64(CX)
	ADDQ $DOUBLES, BX
	ADDQ $DOUBLES, CX
	DECL SI
	JNZ back
done:
	MOVL R11, apart+40(FP)
	MOVL R12, unmeasured+44(FP)
	VZEROUPPER
	RET
