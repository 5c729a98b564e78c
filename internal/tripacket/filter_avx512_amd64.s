#include "textflag.h"
#include "layout_amd64.h"

// The AVX-512 kernel of Apart, a row at a time, with the operations of filter_amd64.s in the same
// order. Every instruction is one of AVX512F.

DATA factor16<>+0(SB)/4, $0x35800000 // 2^-20
GLOBL factor16<>(SB), RODATA|NOPTR, $4
DATA underflow16<>+0(SB)/4, $0x00000200 // 2^-140
GLOBL underflow16<>(SB), RODATA|NOPTR, $4

// SLACK adds up the slack at AT, times the extents in Z0 to Z2, in Z3, as a bound.
#define SLACK(AT) \
	VMULPS AT(AX), Z0, Z3; \
	VMULPS AT+SINGLES(AX), Z1, Z4; \
	VADDPS Z4, Z3, Z3; \
	VMULPS AT+2*SINGLES(AX), Z2, Z4; \
	VADDPS Z4, Z3, Z3; \
	VMULPS Z5, Z3, Z3; \
	VADDPS Z6, Z3, Z3

// HEIGHT puts the heights of a corner at X, Y and Z over the plane into H. Z9 to Z11 have the
// normal.
#define HEIGHT(X, Y, Z, H) \
	VMULPS Z9, X, H; \
	VMULPS Z10, Y, Z12; \
	VADDPS Z12, H, H; \
	VMULPS Z11, Z, Z12; \
	VADDPS Z12, H, H

// HEIGHTS puts the corners of the lanes at BX, relative to the origin of the row at AX, into Z0 to Z8, axis
// by axis, and their heights over its plane into Z13 to Z15.
#define HEIGHTS \
	MOVL Filter_offset(AX), R8; \
	MOVL Filter_offset+SINGLES(AX), R9; \
	MOVL Filter_offset+2*SINGLES(AX), R10; \
	VBROADCASTSS Filter_origin(AX), Z9; \
	VBROADCASTSS Filter_origin+SINGLES(AX), Z10; \
	VBROADCASTSS Filter_origin+2*SINGLES(AX), Z11; \
	VMOVUPS NARROW(0, 0)(BX)(R8*1), Z0; \
	VMOVUPS NARROW(1, 0)(BX)(R8*1), Z1; \
	VMOVUPS NARROW(2, 0)(BX)(R8*1), Z2; \
	VMOVUPS NARROW(0, 0)(BX)(R9*1), Z3; \
	VMOVUPS NARROW(1, 0)(BX)(R9*1), Z4; \
	VMOVUPS NARROW(2, 0)(BX)(R9*1), Z5; \
	VMOVUPS NARROW(0, 0)(BX)(R10*1), Z6; \
	VMOVUPS NARROW(1, 0)(BX)(R10*1), Z7; \
	VMOVUPS NARROW(2, 0)(BX)(R10*1), Z8; \
	VSUBPS Z9, Z0, Z0; \
	VSUBPS Z9, Z1, Z1; \
	VSUBPS Z9, Z2, Z2; \
	VSUBPS Z10, Z3, Z3; \
	VSUBPS Z10, Z4, Z4; \
	VSUBPS Z10, Z5, Z5; \
	VSUBPS Z11, Z6, Z6; \
	VSUBPS Z11, Z7, Z7; \
	VSUBPS Z11, Z8, Z8; \
	VBROADCASTSS Filter_normal(AX), Z9; \
	VBROADCASTSS Filter_normal+SINGLES(AX), Z10; \
	VBROADCASTSS Filter_normal+2*SINGLES(AX), Z11; \
	HEIGHT(Z0, Z3, Z6, Z13); \
	HEIGHT(Z1, Z4, Z7, Z14); \
	HEIGHT(Z2, Z5, Z8, Z15)

// EDGES puts the edge functions of a corner at X and Y for the three edges into F0, F1 and F2.
// Z16 and Z17 have the first edge, Z18 and Z19 the last one, and Z20 the magnitude of the normal.
#define EDGES(X, Y, F0, F1, F2) \
	VMULPS Z16, Y, F0; \
	VMULPS Z17, X, F2; \
	VSUBPS F2, F0, F0; \
	VMULPS Z18, Y, F2; \
	VMULPS Z19, X, F1; \
	VSUBPS F1, F2, F2; \
	VSUBPS F0, Z20, F1; \
	VSUBPS F2, F1, F1

// CORNER puts corner J of the triangle in a row into Z16 to Z18.
#define CORNER(J) \
	VBROADCASTSS Filter_corners+(3*J)*SINGLES(AX), Z16; \
	VBROADCASTSS Filter_corners+(3*J+1)*SINGLES(AX), Z17; \
	VBROADCASTSS Filter_corners+(3*J+2)*SINGLES(AX), Z18

// COMMON adds to the mask OUT the lanes whose corner K is in Z16 to Z18.
#define COMMON(K, OUT) \
	VCMPPS $0, NARROW(K, 0)(BX), Z16, K3; \
	VCMPPS $0, NARROW(K, 1)(BX), Z17, K3, K3; \
	VCMPPS $0, NARROW(K, 2)(BX), Z18, K3, K3; \
	KORW K3, OUT, OUT

// ONESIDE adds a corner of height H, which is a common one in the lanes of C, to the lanes above the plane,
// K1, and below it, K2. Z23 and Z24 have the bounds.
#define ONESIDE(H, C) \
	VCMPPS $0x1E, Z23, H, K3; \
	KORW C, K3, K3; \
	KANDW K3, K1, K1; \
	VCMPPS $0x11, Z24, H, K3; \
	KORW C, K3, K3; \
	KANDW K3, K2, K2

// func apartAVX512(f *Filter, q *Packet, d *[3]float32, rows uint32, masks *[16]uint16, adjacent uint32) (left uint32)
TEXT ·apartAVX512(SB), NOSPLIT, $0-52
	MOVQ f+0(FP), AX
	MOVQ q+8(FP), BX
	MOVQ d+16(FP), SI
	MOVL rows+24(FP), R14
	MOVQ masks+32(FP), DI
	VBROADCASTSS 0(SI), Z0
	VBROADCASTSS 4(SI), Z1
	VBROADCASTSS 8(SI), Z2
	VBROADCASTSS factor16<>(SB), Z5
	VBROADCASTSS underflow16<>(SB), Z6
	VPXORD Z7, Z7, Z7
	SLACK(Filter_heightSlack)
	VMOVUPS Z3, Filter_bound(AX)
	VSUBPS Z3, Z7, Z3
	VMOVUPS Z3, Filter_minusBound(AX)
	SLACK(Filter_edgeSlack)
	VSUBPS Z3, Z7, Z3
	VMOVUPS Z3, Filter_minusEdgeBound(AX)
	MOVQ AX, CX
	MOVL adjacent+40(FP), SI
	XORL R11, R11
row:
	TESTL R14, R14
	JZ done
	BSFL R14, R12
	BLSRL R14, R14
	MOVWLZX (DI)(R12*2), DX
	TESTL DX, DX
	JZ row
	LEAQ (CX)(R12*4), AX
	HEIGHTS
	VMINPS Z14, Z13, Z21
	VMAXPS Z14, Z13, Z22
	VMINPS Z15, Z21, Z21
	VMAXPS Z15, Z22, Z22
	VBROADCASTSS Filter_bound(AX), Z23
	VBROADCASTSS Filter_minusBound(AX), Z24
	VCMPPS $0x1E, Z23, Z21, K1 // least > bound
	VCMPPS $0x11, Z24, Z22, K2 // greatest < -bound
	KORW K2, K1, K1
	KMOVW K1, R13
	ANDNL DX, R13, DX
	JZ store
	VBROADCASTSS Filter_e0(AX), Z16
	VBROADCASTSS Filter_e0+SINGLES(AX), Z17
	VBROADCASTSS Filter_e2(AX), Z18
	VBROADCASTSS Filter_e2+SINGLES(AX), Z19
	VBROADCASTSS Filter_whole(AX), Z20
	EDGES(Z0, Z3, Z6, Z7, Z8)
	EDGES(Z1, Z4, Z9, Z10, Z11)
	VMAXPS Z9, Z6, Z6
	VMAXPS Z10, Z7, Z7
	VMAXPS Z11, Z8, Z8
	EDGES(Z2, Z5, Z9, Z10, Z11)
	VMAXPS Z9, Z6, Z6
	VMAXPS Z10, Z7, Z7
	VMAXPS Z11, Z8, Z8
	VMINPS Z7, Z6, Z6
	VMINPS Z8, Z6, Z6
	VBROADCASTSS Filter_minusEdgeBound(AX), Z7
	VCMPPS $0x11, Z7, Z6, K1
	KMOVW K1, R13
	ANDNL DX, R13, DX
	JZ store
	TESTL SI, SI
	JZ store
	// Common corners, in K4 to K6.
	KXORW K4, K4, K4
	KXORW K5, K5, K5
	KXORW K6, K6, K6
	CORNER(0)
	COMMON(0, K4)
	COMMON(1, K5)
	COMMON(2, K6)
	CORNER(1)
	COMMON(0, K4)
	COMMON(1, K5)
	COMMON(2, K6)
	CORNER(2)
	COMMON(0, K4)
	COMMON(1, K5)
	COMMON(2, K6)
	KXNORW K1, K1, K1
	KXNORW K2, K2, K2
	ONESIDE(Z13, K4)
	ONESIDE(Z14, K5)
	ONESIDE(Z15, K6)
	KORW K2, K1, K1
	KANDW K5, K4, K4
	KANDW K6, K4, K4
	KANDNW K1, K4, K1 // without those that have all corners in common
	KMOVW K1, R13
	ANDNL DX, R13, DX
store:
	MOVW DX, (DI)(R12*2)
	XORL R13, R13
	TESTL DX, DX
	SETNE R13
	SHLXL R12, R13, R13
	ORL R13, R11
	JMP row
done:
	MOVL R11, left+48(FP)
	VZEROUPPER
	RET
