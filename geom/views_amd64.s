#include "textflag.h"

// The AVX2 kernel of EachViews: four triangles at a time, one in each lane of float64.

// Every constant four times; the bits of view k stand at 64·k in bit.
#define FOUR(NAME, AT, VALUE) \
	DATA NAME<>+(AT+0)(SB)/8, VALUE; \
	DATA NAME<>+(AT+8)(SB)/8, VALUE; \
	DATA NAME<>+(AT+16)(SB)/8, VALUE; \
	DATA NAME<>+(AT+24)(SB)/8, VALUE

FOUR(magnitude, 0, $0x7fffffffffffffff)
GLOBL magnitude<>(SB), RODATA|NOPTR, $32

FOUR(bit, 0, $0x0001)
FOUR(bit, 32, $0x0002)
FOUR(bit, 64, $0x0004)
FOUR(bit, 96, $0x0008)
FOUR(bit, 128, $0x0010)
FOUR(bit, 160, $0x0020)
FOUR(bit, 192, $0x0040)
FOUR(bit, 224, $0x0080)
FOUR(bit, 256, $0x0100)
FOUR(bit, 288, $0x0200)
FOUR(bit, 320, $0x0400)
FOUR(bit, 352, $0x0800)
FOUR(bit, 384, $0x1000)
FOUR(bit, 416, $0x2000)
GLOBL bit<>(SB), RODATA|NOPTR, $448

// TRIANGLE is the size of a Triangle, an array of nine coordinates.
#define TRIANGLE (9*8)

// LOAD puts the coordinate at AT of four triangles into Y, of which X is the half.
#define LOAD(AT, X, Y) \
	VMOVSD AT(SI), X; \
	VMOVHPD AT+TRIANGLE(SI), X, X; \
	VMOVSD AT+2*TRIANGLE(SI), X15; \
	VMOVHPD AT+3*TRIANGLE(SI), X15, X15; \
	VINSERTF128 $1, X15, Y, Y

// NORMAL puts the coordinate U1·V2 - U2·V1 of the normal into N, and the same with
// every term made positive into M. Y15 has the mask of magnitudes.
#define NORMAL(U1, U2, V1, V2, N, M) \
	VMULPD V2, U1, N; \
	VMULPD V1, U2, Y14; \
	VANDPD Y15, N, M; \
	VANDPD Y15, Y14, Y13; \
	VADDPD Y13, M, M; \
	VSUBPD Y14, N, N

// VIEW adds to Y0 the bits at AT of the lanes whose VALUE exceeds BOUND, and those
// after them of the lanes where it is below MINUS.
#define VIEW(AT, VALUE, BOUND, MINUS) \
	VCMPPD $0x1E, BOUND, VALUE, Y12; \
	VCMPPD $0x11, MINUS, VALUE, Y13; \
	VANDPD bit<>+AT(SB), Y12, Y12; \
	VANDPD bit<>+AT+32(SB), Y13, Y13; \
	VORPD Y12, Y0, Y0; \
	VORPD Y13, Y0, Y0

// BOUND turns B, the permanent, into its bound by FACTOR, and puts its negative into
// MINUS. Where the bound is not at least Y11 both become all ones, which is no number.
#define BOUND(FACTOR, B, MINUS) \
	VMULPD FACTOR, B, B; \
	VCMPPD $0x1D, Y11, B, Y12; \
	VPCMPEQD Y13, Y13, Y13; \
	VANDNPD Y13, Y12, Y12; \
	VORPD Y12, B, B; \
	VXORPD Y13, Y13, Y13; \
	VSUBPD B, Y13, MINUS

// func eachViewsAVX2(ts *Triangle, views *Views, fours int, factors *[3]float64)
//
// factors are bound2D, that of the diagonals, and the least bound.
TEXT ·eachViewsAVX2(SB), NOSPLIT, $0-32
	MOVQ ts+0(FP), SI
	MOVQ views+8(FP), DI
	MOVQ fours+16(FP), CX
	MOVQ factors+24(FP), BX
	VBROADCASTSD 16(BX), Y11
four:
	LOAD(0, X0, Y0)
	LOAD(8, X1, Y1)
	LOAD(16, X2, Y2)
	LOAD(24, X3, Y3)
	LOAD(32, X4, Y4)
	LOAD(40, X5, Y5)
	LOAD(48, X6, Y6)
	LOAD(56, X7, Y7)
	LOAD(64, X8, Y8)
	VSUBPD Y0, Y3, Y3 // u
	VSUBPD Y1, Y4, Y4
	VSUBPD Y2, Y5, Y5
	VSUBPD Y0, Y6, Y6 // v
	VSUBPD Y1, Y7, Y7
	VSUBPD Y2, Y8, Y8
	VMOVUPD magnitude<>(SB), Y15
	NORMAL(Y4, Y5, Y7, Y8, Y0, Y9)
	NORMAL(Y5, Y3, Y8, Y6, Y1, Y10)
	NORMAL(Y3, Y4, Y6, Y7, Y2, Y5)
	// Y0, Y1, Y2: the normal; Y9, Y10, Y5: its permanents.
	VMOVAPD Y0, Y3
	VMOVAPD Y1, Y4
	VMOVAPD Y2, Y6
	VADDPD Y10, Y9, Y7
	VADDPD Y5, Y7, Y7 // the permanent of the diagonals
	VBROADCASTSD 0(BX), Y14
	VXORPD Y0, Y0, Y0
	BOUND(Y14, Y9, Y8)
	VIEW(0, Y3, Y9, Y8)
	BOUND(Y14, Y10, Y8)
	VIEW(64, Y4, Y10, Y8)
	BOUND(Y14, Y5, Y8)
	VIEW(128, Y6, Y5, Y8)
	VBROADCASTSD 8(BX), Y14
	BOUND(Y14, Y7, Y8)
	VADDPD Y4, Y3, Y9
	VADDPD Y6, Y9, Y10
	VIEW(192, Y10, Y7, Y8)
	VSUBPD Y6, Y9, Y10
	VIEW(256, Y10, Y7, Y8)
	VSUBPD Y4, Y3, Y9
	VADDPD Y6, Y9, Y10
	VIEW(320, Y10, Y7, Y8)
	VADDPD Y6, Y4, Y9
	VSUBPD Y3, Y9, Y10
	VIEW(384, Y10, Y7, Y8)
	// The low 16 bits of each lane.
	VEXTRACTF128 $1, Y0, X1
	VPACKUSDW X1, X0, X0 // words at 0, 2, 4, 6
	VPXOR X1, X1, X1
	VPACKUSDW X1, X0, X0
	VMOVQ X0, (DI)
	ADDQ $(4*TRIANGLE), SI
	ADDQ $8, DI
	DECQ CX
	JNZ four
	VZEROUPPER
	RET
