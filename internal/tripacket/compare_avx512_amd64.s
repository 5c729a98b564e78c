#include "textflag.h"
#include "layout_amd64.h"

// The AVX-512 kernel of Compare, eight pairs at a time, with the operations of compare_amd64.s in
// the same order.
//
// AX is at the lanes of t, BX at those of u, CX at those of the comparison. At R14, on the stack, are the
// vectors that are named below. Z16 to Z24 have the edges of u, Z25 to Z27 its normal, Z28 F and Z29 the
// mask of magnitudes. K1 has the lanes that are apart, K2 those with nearly parallel edges.
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

// Edges of t by axis, its normal, the squared lengths of its edges, E, and those of the edges of u.
#define EDGET(K, A) 0+(3*K+A)*64
#define NORMALT(A) 576+A*64
#define SQUARET(K) 768+K*64
#define SIZET 960
#define SQUAREU(K) 1024+K*64

// Of the projections of the third corners onto cross products of edges, those of t by edge of u, raised to
// 0, and of the opposite sign, and those of u by edge of t.
#define TP(K) 1216+K*64
#define TM(K) 1408+K*64
#define UP(K) 1600+K*64
#define UM(K) 1792+K*64

// DOT puts the inner product of X, Y and Z with FX, FY and FZ into X.
#define DOT(X, Y, Z, FX, FY, FZ) \
	VMULPD FX, X, X; \
	VMULPD FY, Y, Y; \
	VMULPD FZ, Z, Z; \
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

// PREPARE puts the edges of the triangles at P into Z16 to Z24, their normal, the cross product of the
// last edge and the first, into Z25 to Z27, and their greatest coordinate into Z28.
#define PREPARE(P, SQUARE0, SQUARE1, SQUARE2) \
	VMOVUPD WIDE(0, 0)(P), Z0; \
	VMOVUPD WIDE(0, 1)(P), Z1; \
	VMOVUPD WIDE(0, 2)(P), Z2; \
	VMOVUPD WIDE(1, 0)(P), Z3; \
	VMOVUPD WIDE(1, 1)(P), Z4; \
	VMOVUPD WIDE(1, 2)(P), Z5; \
	VMOVUPD WIDE(2, 0)(P), Z6; \
	VMOVUPD WIDE(2, 1)(P), Z7; \
	VMOVUPD WIDE(2, 2)(P), Z8; \
	VPXORQ Z28, Z28, Z28; \
	EDGE(Z0, Z1, Z2, Z3, Z4, Z5, Z16, Z17, Z18, SQUARE0); \
	EDGE(Z3, Z4, Z5, Z6, Z7, Z8, Z19, Z20, Z21, SQUARE1); \
	EDGE(Z6, Z7, Z8, Z0, Z1, Z2, Z22, Z23, Z24, SQUARE2); \
	VMULPD Z18, Z23, Z25; \
	VMULPD Z17, Z24, Z12; \
	VSUBPD Z12, Z25, Z25; \
	VMULPD Z16, Z24, Z26; \
	VMULPD Z18, Z22, Z12; \
	VSUBPD Z12, Z26, Z26; \
	VMULPD Z17, Z22, Z27; \
	VMULPD Z16, Z23, Z12; \
	VSUBPD Z12, Z27, Z27

// HEIGHT puts the height of corner K of the triangle at P over a plane into H, and into memory. Z0 to Z2
// have a corner in the plane, NX, NY and NZ its normal.
#define HEIGHT(K, P, NX, NY, NZ, H, OUT) \
	VMOVUPD WIDE(K, 0)(P), H; \
	VSUBPD Z0, H, H; \
	VMOVUPD WIDE(K, 1)(P), Z13; \
	VSUBPD Z1, Z13, Z13; \
	VMOVUPD WIDE(K, 2)(P), Z14; \
	VSUBPD Z2, Z14, Z14; \
	DOT(H, Z13, Z14, NX, NY, NZ); \
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

// OVER compares the triangles at Q with the planes of those at P, of the given normals and sizes: it puts the
// heights and their bound into memory, the overlap into Z6, and adds the lanes that are separated to K1.
// Z15 has the extent D.
#define OVER(P, NX, NY, NZ, SIZE, Q, OUT, BOUND) \
	VMOVUPD WIDE(0, 0)(P), Z0; \
	VMOVUPD WIDE(0, 1)(P), Z1; \
	VMOVUPD WIDE(0, 2)(P), Z2; \
	HEIGHT(0, Q, NX, NY, NZ, Z6, OUT); \
	HEIGHT(1, Q, NX, NY, NZ, Z7, OUT+DOUBLES); \
	HEIGHT(2, Q, NX, NY, NZ, Z8, OUT+2*DOUBLES); \
	VBROADCASTSD relative8<>(SB), Z12; \
	VMULPD SIZE, Z12, Z12; \
	VMULPD SIZE, Z12, Z12; \
	VMULPD Z15, Z12, Z12; \
	VMOVUPD Z12, BOUND(CX); \
	SPAN; \
	SEPARATES(Z12)

// SQUARED squares the overlap in Z6, in units of the normal NX, NY and NZ. K3 has the lanes in which
// that has a length.
#define SQUARED(NX, NY, NZ) \
	VMAXPD Z10, Z6, Z6; \
	VMULPD Z6, Z6, Z6; \
	VMULPD NX, NX, Z7; \
	VMULPD NY, NY, Z8; \
	VADDPD Z8, Z7, Z7; \
	VMULPD NZ, NZ, Z8; \
	VADDPD Z8, Z7, Z7; \
	VDIVPD Z7, Z6, Z6; \
	VCMPPD $0x1E, Z10, Z7, K3

// THIRD puts what exceeds 0 of the number in Z0 into memory, and what exceeds 0 of its opposite.
#define THIRD(AT, OPPOSITE) \
	VSUBPD Z0, Z10, Z4; \
	VMAXPD Z10, Z0, Z0; \
	VMAXPD Z10, Z4, Z4; \
	VMOVUPD Z0, AT(R14); \
	VMOVUPD Z4, OPPOSITE(R14)

// THIRDOFU is THIRD for the third corner of u and edge K of t, THIRDOFT for that of t and an edge of u.
#define THIRDOFU(K) \
	VMOVUPD EDGET(K, 0)(R14), Z0; \
	VMOVUPD EDGET(K, 1)(R14), Z1; \
	VMOVUPD EDGET(K, 2)(R14), Z2; \
	DOT(Z0, Z1, Z2, Z25, Z26, Z27); \
	THIRD(UP(K), UM(K))

#define THIRDOFT(EX, EY, EZ, K) \
	VMULPD NORMALT(0)(R14), EX, Z0; \
	VMULPD NORMALT(1)(R14), EY, Z1; \
	VMULPD NORMALT(2)(R14), EZ, Z2; \
	VADDPD Z1, Z0, Z0; \
	VADDPD Z2, Z0, Z0; \
	THIRD(TM(K), TP(K))

// EDGEOFT fetches edge K of t into Z0 to Z2, its first corner into Z8, Z9 and Z30 and its squared
// length into Z11.
#define EDGEOFT(K) \
	VMOVUPD EDGET(K, 0)(R14), Z0; \
	VMOVUPD EDGET(K, 1)(R14), Z1; \
	VMOVUPD EDGET(K, 2)(R14), Z2; \
	VMOVUPD WIDE(K, 0)(AX), Z8; \
	VMOVUPD WIDE(K, 1)(AX), Z9; \
	VMOVUPD WIDE(K, 2)(AX), Z30; \
	VMOVUPD SQUARET(K)(R14), Z11

// AXIS compares edge I of t, which was fetched, with edge J of u in FX, FY and FZ: it puts the volume
// into memory, adds the lanes that are separated to K1, those with nearly parallel edges to K2, and takes
// the square of the overlap into Z15. Z31 has the bound, negated.
#define AXIS(I, J, FX, FY, FZ) \
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
	VMOVUPD WIDE(J, 0)(BX), Z7; \
	VSUBPD Z8, Z7, Z7; \
	VMULPD Z7, Z3, Z3; \
	VMOVUPD WIDE(J, 1)(BX), Z7; \
	VSUBPD Z9, Z7, Z7; \
	VMULPD Z7, Z4, Z4; \
	VADDPD Z4, Z3, Z3; \
	VMOVUPD WIDE(J, 2)(BX), Z7; \
	VSUBPD Z30, Z7, Z7; \
	VMULPD Z7, Z5, Z5; \
	VADDPD Z5, Z3, Z3; \
	VMOVUPD Z3, VOLUME(I, J)(CX); \
	VMOVUPD TP(J)(R14), Z4; \
	VADDPD UM(I)(R14), Z4, Z4; \
	VSUBPD Z3, Z4, Z4; \
	VMOVUPD UP(I)(R14), Z5; \
	VADDPD TM(J)(R14), Z5, Z5; \
	VADDPD Z5, Z3, Z5; \
	VMINPD Z5, Z4, Z4; \
	VCMPPD $0x11, Z31, Z4, K3; \
	KORW K3, K1, K1; \
	VMAXPD Z10, Z4, Z4; \
	VMULPD Z4, Z4, Z4; \
	VDIVPD Z6, Z4, Z4; \
	VMULPD SQUAREU(J)(R14), Z11, Z5; \
	VMULPD.BCST near8<>(SB), Z5, Z7; \
	VCMPPD $0x1E, Z7, Z6, K3; \
	VMULPD.BCST parallel8<>(SB), Z5, Z5; \
	VCMPPD $0x1E, Z5, Z6, K4; \
	KANDNW K4, K3, K4; \
	KORW K4, K2, K2; \
	VMINPD Z15, Z4, K3, Z15

// func compareAVX512(p *Pairs, lanes uint32, out *comparison) (apart, unmeasured uint32)
TEXT ·compareAVX512(SB), 0, $2048-32
	MOVQ p+0(FP), AX
	MOVL lanes+8(FP), DX
	MOVQ out+16(FP), CX
	LEAQ Pairs_u(AX), BX
	XORL R11, R11 // apart
	XORL R12, R12 // unmeasured
	XORL R8, R8   // first lane of the eight
	LEAQ 63(SP), R14
	ANDQ $-64, R14
	VPBROADCASTQ magnitude8<>(SB), Z29
	VPXORQ Z10, Z10, Z10
eight:
	SHRXL R8, DX, SI
	ANDL $0xff, SI
	JZ next
	KXORW K1, K1, K1
	KXORW K2, K2, K2
	PREPARE(AX, SQUARET(0), SQUARET(1), SQUARET(2))
	VMOVUPD Z16, EDGET(0, 0)(R14)
	VMOVUPD Z17, EDGET(0, 1)(R14)
	VMOVUPD Z18, EDGET(0, 2)(R14)
	VMOVUPD Z19, EDGET(1, 0)(R14)
	VMOVUPD Z20, EDGET(1, 1)(R14)
	VMOVUPD Z21, EDGET(1, 2)(R14)
	VMOVUPD Z22, EDGET(2, 0)(R14)
	VMOVUPD Z23, EDGET(2, 1)(R14)
	VMOVUPD Z24, EDGET(2, 2)(R14)
	VMOVUPD Z25, NORMALT(0)(R14)
	VMOVUPD Z26, NORMALT(1)(R14)
	VMOVUPD Z27, NORMALT(2)(R14)
	VMOVUPD Z28, SIZET(R14)
	PREPARE(BX, SQUAREU(0), SQUAREU(1), SQUAREU(2))
	// The extent D, into Z15, from the first corners.
	VSUBPD WIDE(0, 0)(AX), Z0, Z9
	VSUBPD WIDE(0, 1)(AX), Z1, Z11
	VSUBPD WIDE(0, 2)(AX), Z2, Z12
	VPANDQ Z29, Z9, Z9
	VPANDQ Z29, Z11, Z11
	VPANDQ Z29, Z12, Z12
	VMAXPD Z11, Z9, Z9
	VMAXPD Z12, Z9, Z9
	VMOVUPD SIZET(R14), Z30
	VADDPD Z30, Z9, Z9
	VADDPD Z28, Z9, Z15
	// Heights.
	VMOVUPD NORMALT(0)(R14), Z3
	VMOVUPD NORMALT(1)(R14), Z4
	VMOVUPD NORMALT(2)(R14), Z5
	OVER(AX, Z3, Z4, Z5, Z30, BX, comparison_hu, comparison_boundsU)
	// The square of the overlap along the normal of t, into Z11.
	SQUARED(Z3, Z4, Z5)
	VBROADCASTSD infinity8<>(SB), Z11
	VMINPD Z11, Z6, K3, Z11
	OVER(BX, Z25, Z26, Z27, Z28, AX, comparison_ht, comparison_boundsT)
	KMOVW K1, R9
	ANDL SI, R9
	CMPL R9, SI
	JEQ found
	SQUARED(Z25, Z26, Z27)
	// The bound of volumes.
	VBROADCASTSD relative8<>(SB), Z31
	VMULPD Z30, Z31, Z31
	VMULPD Z28, Z31, Z31
	VMULPD Z15, Z31, Z31
	VMOVUPD Z31, comparison_bounds(CX)
	VSUBPD Z31, Z10, Z31
	VMOVAPD Z11, Z15
	VMINPD Z15, Z6, K3, Z15
	THIRDOFU(0)
	THIRDOFU(1)
	THIRDOFU(2)
	THIRDOFT(Z16, Z17, Z18, 0)
	THIRDOFT(Z19, Z20, Z21, 1)
	THIRDOFT(Z22, Z23, Z24, 2)
	EDGEOFT(0)
	AXIS(0, 0, Z16, Z17, Z18)
	AXIS(0, 1, Z19, Z20, Z21)
	AXIS(0, 2, Z22, Z23, Z24)
	EDGEOFT(1)
	AXIS(1, 0, Z16, Z17, Z18)
	AXIS(1, 1, Z19, Z20, Z21)
	AXIS(1, 2, Z22, Z23, Z24)
	EDGEOFT(2)
	AXIS(2, 0, Z16, Z17, Z18)
	AXIS(2, 1, Z19, Z20, Z21)
	AXIS(2, 2, Z22, Z23, Z24)
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
	ADDQ $64, AX
	ADDQ $64, BX
	ADDQ $64, CX
	ADDL $8, R8
	CMPL R8, $16
	JNE eight
	ANDNL R12, R11, R12 // what is apart is not said to be unmeasured
	MOVL R11, apart+24(FP)
	MOVL R12, unmeasured+28(FP)
	VZEROUPPER
	RET
