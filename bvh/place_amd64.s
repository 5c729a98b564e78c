#include "textflag.h"

// The AVX2 kernels of Builder.PlaceTriangles, by way of batches of 128 boxes: of float32, the
// minima on axis k at 512·k, the maxima at 1536 + 512·k.

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
	VMOVHPD AT+72(SI), X, X; \
	VMOVSD AT+144(SI), X15; \
	VMOVHPD AT+216(SI), X15, X15; \
	VINSERTF128 $1, X15, Y, Y

// SIDES stores the bounds on the axis at AT of four triangles. Rounding is downward; a maximum is
// rounded as the minimum of the negatives.
#define SIDES(AT) \
	LOAD(AT, X0, Y0); \
	LOAD(AT+24, X1, Y1); \
	LOAD(AT+48, X2, Y2); \
	VMINPD Y1, Y0, Y3; \
	VMAXPD Y1, Y0, Y4; \
	VMINPD Y2, Y3, Y3; \
	VMAXPD Y2, Y4, Y4; \
	VXORPD Y14, Y4, Y4; \
	VCVTPD2PSY Y3, X3; \
	VCVTPD2PSY Y4, X4; \
	VXORPS X13, X4, X4; \
	VMOVUPS X3, AT*64(DI); \
	VMOVUPS X4, AT*64+1536(DI)

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
	SIDES(8)
	SIDES(16)
	ADDQ $288, SI
	ADDQ $16, DI
	DECQ CX
	JNZ boxes
	LDMXCSR 0(SP)
	VZEROUPPER
	RET

// CELLS puts into Y0 the cells on the axis of eight boxes, by their bounds at AT and the origin at
// ORIGIN, spread out. Y5 is the scale.
#define CELLS(AT, ORIGIN) \
	VBROADCASTSS ORIGIN(BX), Y4; \
	VMULPS AT(SI), Y12, Y0; \
	VMULPS AT+1536(SI), Y12, Y1; \
	VADDPS Y1, Y0, Y0; \
	VSUBPS Y4, Y0, Y0; \
	VMULPS Y5, Y0, Y0; \
	VCMPPS $0x1D, Y11, Y0, Y1; \
	VMINPS Y10, Y0, Y0; \
	VCVTTPS2DQ Y0, Y0; \
	VPAND Y1, Y0, Y0; \
	SPREAD(16, 0); \
	SPREAD(8, 32); \
	SPREAD(4, 64); \
	SPREAD(2, 96)

#define SPREAD(N, MASK) \
	VPSLLD $N, Y0, Y1; \
	VPOR Y1, Y0, Y0; \
	VPAND spreads<>+MASK(SB), Y0, Y0

// KEYS stores the keys of four boxes by their codes and sizes, and counts their numbers on.
#define KEYS(AT, CODES, SIZES) \
	VPMOVZXDQ CODES, Y3; \
	VPSLLQ $28, Y3, Y3; \
	VPMOVZXDQ SIZES, Y4; \
	VPSLLQ $58, Y4, Y4; \
	VPOR Y4, Y3, Y3; \
	VPOR Y9, Y3, Y3; \
	VMOVDQU Y3, AT(DI); \
	VPADDQ four<>(SB), Y9, Y9

// func keysAVX2(boxes *batch, eights int, cells *grid, keys *uint64, first int)
//
// A grid is origin[3] of float32, scale float32, and exponent int.
TEXT ·keysAVX2(SB), NOSPLIT, $0-40
	MOVQ boxes+0(FP), SI
	MOVQ eights+8(FP), CX
	MOVQ cells+16(FP), BX
	MOVQ keys+24(FP), DI
	MOVQ first+32(FP), AX
	VMOVQ AX, X9
	VPBROADCASTQ X9, Y9
	VPADDQ lanes<>(SB), Y9, Y9
	VMOVUPS quarter<>(SB), Y12
	VMOVUPS unit<>(SB), Y11
	VMOVUPS lastCell<>(SB), Y10
	VBROADCASTSS 12(BX), Y5
	VPBROADCASTD 16(BX), Y13
	VPADDD one<>(SB), Y13, Y13
keys:
	CELLS(0, 0)
	VMOVDQA Y0, Y8
	CELLS(512, 4)
	VPSLLD $1, Y0, Y0
	VPOR Y0, Y8, Y8
	CELLS(1024, 8)
	VPSLLD $2, Y0, Y0
	VPOR Y0, Y8, Y8
	VMOVUPS 1536(SI), Y0
	VMOVUPS 2048(SI), Y1
	VMOVUPS 2560(SI), Y2
	VSUBPS 0(SI), Y0, Y0
	VSUBPS 512(SI), Y1, Y1
	VSUBPS 1024(SI), Y2, Y2
	VMAXPS Y1, Y0, Y0
	VMAXPS Y2, Y0, Y0
	VPSLLD $1, Y0, Y0 // without the sign of -0
	VPSRLD $24, Y0, Y0
	VPSUBD Y0, Y13, Y0
	VPMAXSD one<>(SB), Y0, Y0
	VPMINSD lastSize<>(SB), Y0, Y7
	KEYS(0, X8, X7)
	VEXTRACTI128 $1, Y8, X8
	VEXTRACTI128 $1, Y7, X7
	KEYS(32, X8, X7)
	ADDQ $32, SI
	ADDQ $64, DI
	DECQ CX
	JNZ keys
	VZEROUPPER
	RET
