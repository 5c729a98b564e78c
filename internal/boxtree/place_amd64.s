#include "textflag.h"
#include "go_asm.h"

// The AVX2 kernels of Builder.PlaceTriangles, by way of batches of boxes.

// TRIANGLE is the size of a geom.Triangle, an array of nine coordinates. LOWER and UPPER are the
// minima and the maxima of a batch on axis K.
#define TRIANGLE (9*8)
#define LOWER(K) K*4*const_batchLength
#define UPPER(K) LOWER(3)+LOWER(K)

#define EIGHT(NAME, AT, VALUE) \
	DATA NAME<>+(AT+0)(SB)/8, VALUE; \
	DATA NAME<>+(AT+8)(SB)/8, VALUE; \
	DATA NAME<>+(AT+16)(SB)/8, VALUE; \
	DATA NAME<>+(AT+24)(SB)/8, VALUE

EIGHT(signs, 0, $0x8000000000000000)
GLOBL signs<>(SB), RODATA|NOPTR, $32

EIGHT(spreads, 0, $0x030000ff030000ff)
EIGHT(spreads, 32, $0x0300f00f0300f00f)
EIGHT(spreads, 64, $0x030c30c3030c30c3)
EIGHT(spreads, 96, $0x0924924909249249)
GLOBL spreads<>(SB), RODATA|NOPTR, $128

EIGHT(quarter, 0, $0x3e8000003e800000)
GLOBL quarter<>(SB), RODATA|NOPTR, $32

EIGHT(unit, 0, $0x3f8000003f800000)
GLOBL unit<>(SB), RODATA|NOPTR, $32

EIGHT(lastCell, 0, $0x447fc000447fc000) // 1023
GLOBL lastCell<>(SB), RODATA|NOPTR, $32

EIGHT(lowerBits, 0, $0x000001ff000001ff) // below the highest of a cell
GLOBL lowerBits<>(SB), RODATA|NOPTR, $32

EIGHT(one, 0, $0x0000000100000001)
GLOBL one<>(SB), RODATA|NOPTR, $32

EIGHT(lastSize, 0, $0x0000003f0000003f)
GLOBL lastSize<>(SB), RODATA|NOPTR, $32

DATA lanes<>+0(SB)/8, $0
DATA lanes<>+8(SB)/8, $1
DATA lanes<>+16(SB)/8, $2
DATA lanes<>+24(SB)/8, $3
GLOBL lanes<>(SB), RODATA|NOPTR, $32

EIGHT(four, 0, $4)
GLOBL four<>(SB), RODATA|NOPTR, $32

// LOAD puts the coordinate at AT of four triangles into Y, of which X is the half.
#define LOAD(AT, X, Y) \
	VMOVSD AT(SI), X; \
	VMOVHPD AT+TRIANGLE(SI), X, X; \
	VMOVSD AT+2*TRIANGLE(SI), X15; \
	VMOVHPD AT+3*TRIANGLE(SI), X15, X15; \
	VINSERTF128 $1, X15, Y, Y

// SIDES stores the bounds of four triangles on an axis. Rounding is downward; a maximum is
// rounded as the minimum of the negatives.
#define SIDES(AXIS) \
	LOAD(AXIS*8, X0, Y0); \
	LOAD(24+AXIS*8, X1, Y1); \
	LOAD(48+AXIS*8, X2, Y2); \
	VMINPD Y1, Y0, Y3; \
	VMAXPD Y1, Y0, Y4; \
	VMINPD Y2, Y3, Y3; \
	VMAXPD Y2, Y4, Y4; \
	VXORPD Y14, Y4, Y4; \
	VCVTPD2PSY Y3, X3; \
	VCVTPD2PSY Y4, X4; \
	VXORPS X13, X4, X4; \
	VMOVUPS X3, LOWER(AXIS)(DI); \
	VMOVUPS X4, UPPER(AXIS)(DI)

// func boxesAVX2(ts *geom.Triangle, fours int, out *batch)
TEXT ·boxesAVX2(SB), NOSPLIT, $8-24
	MOVQ ts+0(FP), SI
	MOVQ fours+8(FP), CX
	MOVQ out+16(FP), DI
	STMXCSR 0(SP)
	MOVL 0(SP), AX
	ANDL $0xffff9fff, AX
	ORL $0x2000, AX // downward
	MOVL AX, 4(SP)
	LDMXCSR 4(SP)
	VMOVUPD signs<>(SB), Y14
	MOVL $0x80000000, AX
	VMOVD AX, X13
	VPBROADCASTD X13, X13
boxes:
	SIDES(0)
	SIDES(1)
	SIDES(2)
	ADDQ $(4*TRIANGLE), SI
	ADDQ $16, DI
	DECQ CX
	JNZ boxes
	LDMXCSR 0(SP)
	VZEROUPPER
	RET

// CELLS puts the cells of the eight boxes at AT on an axis into C. Y5 is the scale.
#define CELLS(AT, AXIS, C) \
	VMOVUPS quarter<>(SB), Y4; \
	VMULPS LOWER(AXIS)+AT(SI), Y4, C; \
	VMULPS UPPER(AXIS)+AT(SI), Y4, Y3; \
	VADDPS Y3, C, C; \
	VBROADCASTSS grid_origin+AXIS*4(BX), Y4; \
	VSUBPS Y4, C, C; \
	VMULPS Y5, C, C; \
	VCMPPS $0x1D, unit<>(SB), C, Y3; \
	VMINPS lastCell<>(SB), C, C; \
	VCVTTPS2DQ C, C; \
	VPAND Y3, C, C

// FLIP puts into M the lower bits, which are in Y14, where a bit of C is set, which UP brings up to
// the sign. SIGN is its first half.
#define SIGN(C, UP, M) \
	VPSLLD $UP, C, M; \
	VPSRAD $31, M, M

#define FLIP(C, UP, M) \
	SIGN(C, UP, M); \
	VPAND Y14, M, M

// TURN does the work of the function turn for the axes X and Y. F, K and D are changed.
#define TURN(X, Y, UP, F, K, D) \
	SIGN(Y, UP, F); \
	VPANDN Y14, F, K; \
	VPAND Y14, F, F; \
	VPXOR Y, X, D; \
	VPAND K, D, D; \
	VPXOR F, X, X; \
	VPXOR D, X, X; \
	VPXOR D, Y, Y

// LEVEL is one step of the loop of hilbert for two times eight cells: in Y0, Y1 and Y2, and in Y6,
// Y7 and Y8. Each waits for itself most of the time.
#define LEVEL(UP) \
	FLIP(Y0, UP, Y3); \
	VPXOR Y3, Y0, Y0; \
	FLIP(Y6, UP, Y10); \
	VPXOR Y10, Y6, Y6; \
	TURN(Y0, Y1, UP, Y3, Y4, Y15); \
	TURN(Y6, Y7, UP, Y10, Y11, Y12); \
	TURN(Y0, Y2, UP, Y3, Y4, Y15); \
	TURN(Y6, Y8, UP, Y10, Y11, Y12); \
	VPSRLD $1, Y14, Y14

// PARITY is a step towards the parities of the higher bits.
#define PARITY(SHIFT) \
	VPSRLD $SHIFT, Y3, Y4; \
	VPXOR Y4, Y3, Y3

// SPREAD puts two zeros after each bit of C; SPREADS does so in all steps.
#define SPREAD(C, N, MASK) \
	VPSLLD $N, C, Y4; \
	VPOR Y4, C, C; \
	VPAND spreads<>+MASK(SB), C, C

#define SPREADS(C) \
	SPREAD(C, 16, 0); \
	SPREAD(C, 8, 32); \
	SPREAD(C, 4, 64); \
	SPREAD(C, 2, 96)

// PLACES puts the places on the curve into X, by what the loop of hilbert leaves in X, Y and Z.
#define PLACES(X, Y, Z) \
	VPXOR X, Y, Y; \
	VPXOR Y, Z, Z; \
	VPSRLD $1, Z, Y3; \
	PARITY(1); \
	PARITY(2); \
	PARITY(4); \
	PARITY(8); \
	VPXOR Y3, X, X; \
	VPXOR Y3, Y, Y; \
	VPXOR Y3, Z, Z; \
	SPREADS(X); \
	SPREADS(Y); \
	SPREADS(Z); \
	VPSLLD $2, X, X; \
	VPSLLD $1, Y, Y; \
	VPOR Y, X, X; \
	VPOR Z, X, X

// KEYS stores the keys of four boxes by their places and sizes, and counts their numbers on.
#define KEYS(AT, PLACE, SIZES) \
	VPMOVZXDQ PLACE, Y3; \
	VPSLLQ $const_idBits, Y3, Y3; \
	VPMOVZXDQ SIZES, Y4; \
	VPSLLQ $const_sizeShift, Y4, Y4; \
	VPOR Y4, Y3, Y3; \
	VPOR Y9, Y3, Y3; \
	VMOVDQU Y3, AT(DI); \
	VPADDQ four<>(SB), Y9, Y9

// EIGHTKEYS stores the keys of the eight boxes at AT, whose places are in Y and X, its lower half.
// The exponent of a side is taken without its sign: a side may be -0.
#define EIGHTKEYS(AT, TO, X, Y) \
	VMOVUPS UPPER(0)+AT(SI), Y1; \
	VMOVUPS UPPER(1)+AT(SI), Y2; \
	VMOVUPS UPPER(2)+AT(SI), Y3; \
	VSUBPS LOWER(0)+AT(SI), Y1, Y1; \
	VSUBPS LOWER(1)+AT(SI), Y2, Y2; \
	VSUBPS LOWER(2)+AT(SI), Y3, Y3; \
	VMAXPS Y2, Y1, Y1; \
	VMAXPS Y3, Y1, Y1; \
	VPSLLD $1, Y1, Y1; \
	VPSRLD $24, Y1, Y1; \
	VPSUBD Y1, Y13, Y1; \
	VPMAXSD one<>(SB), Y1, Y1; \
	VPMINSD lastSize<>(SB), Y1, Y1; \
	KEYS(TO, X, X1); \
	VEXTRACTI128 $1, Y, X; \
	VEXTRACTI128 $1, Y1, X1; \
	KEYS(TO+32, X, X1)

// func keysAVX2(boxes *batch, sixteens int, cells *grid, keys *uint64, first int)
TEXT ·keysAVX2(SB), NOSPLIT, $0-40
	MOVQ boxes+0(FP), SI
	MOVQ sixteens+8(FP), CX
	MOVQ cells+16(FP), BX
	MOVQ keys+24(FP), DI
	MOVQ first+32(FP), AX
	VMOVQ AX, X9
	VPBROADCASTQ X9, Y9
	VPADDQ lanes<>(SB), Y9, Y9
	VBROADCASTSS grid_scale(BX), Y5
	VPBROADCASTD grid_exponent(BX), Y13
	VPADDD one<>(SB), Y13, Y13
keys:
	CELLS(0, 0, Y0)
	CELLS(0, 1, Y1)
	CELLS(0, 2, Y2)
	CELLS(32, 0, Y6)
	CELLS(32, 1, Y7)
	CELLS(32, 2, Y8)
	VMOVDQU lowerBits<>(SB), Y14
	LEVEL(22)
	LEVEL(23)
	LEVEL(24)
	LEVEL(25)
	LEVEL(26)
	LEVEL(27)
	LEVEL(28)
	LEVEL(29)
	LEVEL(30)
	PLACES(Y0, Y1, Y2)
	PLACES(Y6, Y7, Y8)
	EIGHTKEYS(0, 0, X0, Y0)
	EIGHTKEYS(32, 64, X6, Y6)
	ADDQ $64, SI
	ADDQ $128, DI
	DECQ CX
	JNZ keys
	VZEROUPPER
	RET
