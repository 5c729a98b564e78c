#include "textflag.h"
#include "layout_amd64.h"

// The AVX2 kernel of Compare, four pairs at a time.
//
// AX is at the lanes of t, BX at those of u, CX at those of the comparison. On the stack are the vectors
// that are named below, of the triangles t at T and of u at U.

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

// Edges by axis, the normal, the squared lengths of the edges, and the greatest coordinate of an edge.
#define T 0
#define U 512
#define EDGES(K, A) 0+(3*K+A)*32
#define NORMAL(A) 288+A*32
#define SQUARE(K) 384+K*32
#define SIZE 480

// Of the projections of the third corners onto cross products of edges, those of t by edge of u, raised to
// 0, and of the opposite sign, and those of u by edge of t.
#define TP(K) 1024+K*32
#define TM(K) 1120+K*32
#define UP(K) 1216+K*32
#define UM(K) 1312+K*32

// DOT puts the inner product of X, Y and Z with what is at FX, FY and FZ into X.
#define DOT(X, Y, Z, FX, FY, FZ) \
	VMULPD FX, X, X; \
	VMULPD FY, Y, Y; \
	VMULPD FZ, Z, Z; \
	VADDPD Y, X, X; \
	VADDPD Z, X, X

// EDGE puts edge K, from the corner in PX, PY and PZ to that in QX, QY and QZ, into the first three and
// into memory at AT, with its squared length, and raises Y15 to its greatest coordinate. Y14 has the
// mask of magnitudes.
#define EDGE(AT, K, PX, PY, PZ, QX, QY, QZ) \
	VSUBPD PX, QX, PX; \
	VSUBPD PY, QY, PY; \
	VSUBPD PZ, QZ, PZ; \
	VMOVUPD PX, AT+EDGES(K, 0)(SP); \
	VMOVUPD PY, AT+EDGES(K, 1)(SP); \
	VMOVUPD PZ, AT+EDGES(K, 2)(SP); \
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
	VMOVUPD Y12, AT+SQUARE(K)(SP)

// PREPARE puts what is named above of the triangles at P into memory at AT. The normal, the cross product
// of the last edge and the first, is in Y3 to Y5, too, the greatest coordinate in Y15, and the first corner
// in Y9 to Y11.
#define PREPARE(P, AT) \
	VMOVUPD WIDE(0, 0)(P), Y0; \
	VMOVUPD WIDE(0, 1)(P), Y1; \
	VMOVUPD WIDE(0, 2)(P), Y2; \
	VMOVUPD WIDE(1, 0)(P), Y3; \
	VMOVUPD WIDE(1, 1)(P), Y4; \
	VMOVUPD WIDE(1, 2)(P), Y5; \
	VMOVUPD WIDE(2, 0)(P), Y6; \
	VMOVUPD WIDE(2, 1)(P), Y7; \
	VMOVUPD WIDE(2, 2)(P), Y8; \
	VMOVAPD Y0, Y9; \
	VMOVAPD Y1, Y10; \
	VMOVAPD Y2, Y11; \
	VXORPD Y15, Y15, Y15; \
	EDGE(AT, 0, Y0, Y1, Y2, Y3, Y4, Y5); \
	EDGE(AT, 1, Y3, Y4, Y5, Y6, Y7, Y8); \
	EDGE(AT, 2, Y6, Y7, Y8, Y9, Y10, Y11); \
	VMULPD Y2, Y7, Y3; \
	VMULPD Y1, Y8, Y12; \
	VSUBPD Y12, Y3, Y3; \
	VMULPD Y0, Y8, Y4; \
	VMULPD Y2, Y6, Y12; \
	VSUBPD Y12, Y4, Y4; \
	VMULPD Y1, Y6, Y5; \
	VMULPD Y0, Y7, Y12; \
	VSUBPD Y12, Y5, Y5; \
	VMOVUPD Y3, AT+NORMAL(0)(SP); \
	VMOVUPD Y4, AT+NORMAL(1)(SP); \
	VMOVUPD Y5, AT+NORMAL(2)(SP); \
	VMOVUPD Y15, AT+SIZE(SP)

// HEIGHT puts the height of corner K of the triangle at P over a plane into H, and into memory. Y0 to Y2
// have a corner in the plane, Y3 to Y5 its normal.
#define HEIGHT(K, P, H, OUT) \
	VMOVUPD WIDE(K, 0)(P), H; \
	VSUBPD Y0, H, H; \
	VMOVUPD WIDE(K, 1)(P), Y13; \
	VSUBPD Y1, Y13, Y13; \
	VMOVUPD WIDE(K, 2)(P), Y14; \
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

// OVER compares the triangles at Q with the planes of those at P, with what PREPARE put at AT: it puts the
// heights and their bound into memory, the overlap into Y6, and adds the lanes that are separated to Y11.
// Y15 has the extent D.
#define OVER(P, AT, Q, OUT, BOUND) \
	VMOVUPD WIDE(0, 0)(P), Y0; \
	VMOVUPD WIDE(0, 1)(P), Y1; \
	VMOVUPD WIDE(0, 2)(P), Y2; \
	VMOVUPD AT+NORMAL(0)(SP), Y3; \
	VMOVUPD AT+NORMAL(1)(SP), Y4; \
	VMOVUPD AT+NORMAL(2)(SP), Y5; \
	HEIGHT(0, Q, Y6, OUT); \
	HEIGHT(1, Q, Y7, OUT+DOUBLES); \
	HEIGHT(2, Q, Y8, OUT+2*DOUBLES); \
	VBROADCASTSD relative<>(SB), Y12; \
	VMOVUPD AT+SIZE(SP), Y13; \
	VMULPD Y13, Y12, Y12; \
	VMULPD Y13, Y12, Y12; \
	VMULPD Y15, Y12, Y12; \
	VMOVUPD Y12, BOUND(CX); \
	SPAN; \
	SEPARATES(Y12)

// SQUARED squares the overlap in Y6, in units of the normal in Y3 to Y5. All bits of lanes in which that
// has no length are set.
#define SQUARED \
	VXORPD Y9, Y9, Y9; \
	VMAXPD Y9, Y6, Y6; \
	VMULPD Y6, Y6, Y6; \
	VMULPD Y3, Y3, Y7; \
	VMULPD Y4, Y4, Y8; \
	VADDPD Y8, Y7, Y7; \
	VMULPD Y5, Y5, Y8; \
	VADDPD Y8, Y7, Y7; \
	VDIVPD Y7, Y6, Y6; \
	VCMPPD $0x1A, Y9, Y7, Y7; \
	VORPD Y7, Y6, Y6

// THIRDOF puts the projections onto edge K of the triangle at AT of the normal in Y8 to Y10 into memory:
// what exceeds 0 of it, and what exceeds 0 of its opposite.
#define THIRDOF(AT, K, PLUS, MINUS) \
	VMOVUPD AT+EDGES(K, 0)(SP), Y0; \
	VMOVUPD AT+EDGES(K, 1)(SP), Y1; \
	VMOVUPD AT+EDGES(K, 2)(SP), Y2; \
	DOT(Y0, Y1, Y2, Y8, Y9, Y10); \
	VXORPD Y3, Y3, Y3; \
	VSUBPD Y0, Y3, Y4; \
	VMAXPD Y3, Y0, Y0; \
	VMAXPD Y3, Y4, Y4; \
	VMOVUPD Y0, PLUS(SP); \
	VMOVUPD Y4, MINUS(SP)

// EDGEOFT fetches edge K of t into Y0 to Y2, its first corner into Y8 to Y10 and its squared
// length into Y11.
#define EDGEOFT(K) \
	VMOVUPD T+EDGES(K, 0)(SP), Y0; \
	VMOVUPD T+EDGES(K, 1)(SP), Y1; \
	VMOVUPD T+EDGES(K, 2)(SP), Y2; \
	VMOVUPD WIDE(K, 0)(AX), Y8; \
	VMOVUPD WIDE(K, 1)(AX), Y9; \
	VMOVUPD WIDE(K, 2)(AX), Y10; \
	VMOVUPD T+SQUARE(K)(SP), Y11

// AXIS compares edge I of t, which was fetched, with edge J of u: it puts the volume into memory, adds
// the lanes that are separated to Y14, those with nearly parallel edges to Y15, and takes the square of
// the overlap into Y12. Y13 has the bound, negated.
#define AXIS(I, J) \
	VMULPD U+EDGES(J, 2)(SP), Y1, Y3; \
	VMULPD U+EDGES(J, 1)(SP), Y2, Y4; \
	VSUBPD Y4, Y3, Y3; \
	VMULPD U+EDGES(J, 0)(SP), Y2, Y4; \
	VMULPD U+EDGES(J, 2)(SP), Y0, Y5; \
	VSUBPD Y5, Y4, Y4; \
	VMULPD U+EDGES(J, 1)(SP), Y0, Y5; \
	VMULPD U+EDGES(J, 0)(SP), Y1, Y6; \
	VSUBPD Y6, Y5, Y5; \
	VMULPD Y3, Y3, Y6; \
	VMULPD Y4, Y4, Y7; \
	VADDPD Y7, Y6, Y6; \
	VMULPD Y5, Y5, Y7; \
	VADDPD Y7, Y6, Y6; \
	VMOVUPD WIDE(J, 0)(BX), Y7; \
	VSUBPD Y8, Y7, Y7; \
	VMULPD Y7, Y3, Y3; \
	VMOVUPD WIDE(J, 1)(BX), Y7; \
	VSUBPD Y9, Y7, Y7; \
	VMULPD Y7, Y4, Y4; \
	VADDPD Y4, Y3, Y3; \
	VMOVUPD WIDE(J, 2)(BX), Y7; \
	VSUBPD Y10, Y7, Y7; \
	VMULPD Y7, Y5, Y5; \
	VADDPD Y5, Y3, Y3; \
	VMOVUPD Y3, VOLUME(I, J)(CX); \
	VMOVUPD TP(J)(SP), Y4; \
	VADDPD UM(I)(SP), Y4, Y4; \
	VSUBPD Y3, Y4, Y4; \
	VMOVUPD UP(I)(SP), Y5; \
	VADDPD TM(J)(SP), Y5, Y5; \
	VADDPD Y5, Y3, Y5; \
	VMINPD Y5, Y4, Y4; \
	VCMPPD $0x11, Y13, Y4, Y5; \
	VORPD Y5, Y14, Y14; \
	VXORPD Y5, Y5, Y5; \
	VMAXPD Y5, Y4, Y4; \
	VMULPD Y4, Y4, Y4; \
	VDIVPD Y6, Y4, Y4; \
	VMULPD U+SQUARE(J)(SP), Y11, Y5; \
	VMULPD near<>(SB), Y5, Y7; \
	VCMPPD $0x1A, Y7, Y6, Y7; \
	VMULPD parallel<>(SB), Y5, Y5; \
	VCMPPD $0x1E, Y5, Y6, Y5; \
	VANDPD Y7, Y5, Y5; \
	VORPD Y5, Y15, Y15; \
	VORPD Y7, Y4, Y4; \
	VMINPD Y12, Y4, Y12

// func compareAVX2(p *Pairs, lanes uint32, out *comparison) (apart, unmeasured uint32)
TEXT ·compareAVX2(SB), 0, $1408-32
	MOVQ p+0(FP), AX
	MOVL lanes+8(FP), DX
	MOVQ out+16(FP), CX
	LEAQ Pairs_u(AX), BX
	XORL R11, R11 // apart
	XORL R12, R12 // unmeasured
	XORL R8, R8   // first lane of the four
four:
	SHRXL R8, DX, SI
	ANDL $0xf, SI
	JZ next
	VBROADCASTSD magnitude<>(SB), Y14
	PREPARE(AX, T)
	PREPARE(BX, U)
	// The extent D, into Y15, from the first corners.
	VSUBPD WIDE(0, 0)(AX), Y9, Y9
	VSUBPD WIDE(0, 1)(AX), Y10, Y10
	VSUBPD WIDE(0, 2)(AX), Y11, Y11
	VANDPD Y14, Y9, Y9
	VANDPD Y14, Y10, Y10
	VANDPD Y14, Y11, Y11
	VMAXPD Y10, Y9, Y9
	VMAXPD Y11, Y9, Y9
	VADDPD T+SIZE(SP), Y9, Y9
	VADDPD Y15, Y9, Y15
	// Heights.
	VXORPD Y11, Y11, Y11
	OVER(AX, T, BX, comparison_hu, comparison_boundsU)
	// The square of the overlap along the normal of t, kept in memory for now.
	SQUARED
	VBROADCASTSD infinity<>(SB), Y12
	VMINPD Y12, Y6, Y12
	VMOVUPD Y12, comparison_squares(CX)
	OVER(BX, U, AX, comparison_ht, comparison_boundsT)
	VMOVMSKPD Y11, R9
	ANDL SI, R9
	CMPL R9, SI
	JEQ found
	SQUARED
	VMOVUPD comparison_squares(CX), Y12
	VMINPD Y12, Y6, Y12
	VMOVAPD Y11, Y14
	// The bound of volumes.
	VBROADCASTSD relative<>(SB), Y13
	VMULPD T+SIZE(SP), Y13, Y13
	VMULPD U+SIZE(SP), Y13, Y13
	VMULPD Y15, Y13, Y13
	VMOVUPD Y13, comparison_bounds(CX)
	VXORPD Y15, Y15, Y15
	VSUBPD Y13, Y15, Y13
	VMOVAPD Y3, Y8
	VMOVAPD Y4, Y9
	VMOVAPD Y5, Y10
	THIRDOF(T, 0, UP(0), UM(0))
	THIRDOF(T, 1, UP(1), UM(1))
	THIRDOF(T, 2, UP(2), UM(2))
	VMOVUPD T+NORMAL(0)(SP), Y8
	VMOVUPD T+NORMAL(1)(SP), Y9
	VMOVUPD T+NORMAL(2)(SP), Y10
	THIRDOF(U, 0, TM(0), TP(0))
	THIRDOF(U, 1, TM(1), TP(1))
	THIRDOF(U, 2, TM(2), TP(2))
	EDGEOFT(0)
	AXIS(0, 0)
	AXIS(0, 1)
	AXIS(0, 2)
	EDGEOFT(1)
	AXIS(1, 0)
	AXIS(1, 1)
	AXIS(1, 2)
	EDGEOFT(2)
	AXIS(2, 0)
	AXIS(2, 1)
	AXIS(2, 2)
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
	ADDQ $32, AX
	ADDQ $32, BX
	ADDQ $32, CX
	ADDL $4, R8
	CMPL R8, $16
	JNE four
	ANDNL R12, R11, R12 // what is apart is not said to be unmeasured
	MOVL R11, apart+24(FP)
	MOVL R12, unmeasured+28(FP)
	VZEROUPPER
	RET
