#include "textflag.h"
#include "layout_amd64.h"

// The children of a node are one ZMM register for each side of each axis, and a set of children is one mask register. A comparison
// under a mask clears what the mask does not hold, so a chain of them is a
// conjunction. Comparisons of bounds are ordered and quiet, false for NaN:
// predicates 0x12 (≤) and 0x1D (≥).
//
// Every instruction on Z and K registers here is one of AVX512F: VMOVUPS, VMOVDQU32,
// VPBROADCASTD, VCMPPS, VPCMPUD, KMOVW and KANDW; none needs VL, BW or DQ. TZCNTL and
// BLSRL are BMI1's, SHLXL is BMI2's. Whether a row is left is added without a branch, which
// would be hard to predict.
//
// Without such a processor at hand the kernel test runs in an emulator: Bochs 2.7 with
// cpu model=corei7_skylake_x, a Linux kernel with clearcpuid=321,323 (XSAVEC and XSAVES,
// whose area Bochs sizes otherwise than Linux) and the static test binary started from
// its initramfs. 147 single faults planted in comparisons, masks and loads were all found.

// CHILDREN fetches the bounds of the children of a node.
#define CHILDREN(NODE) \
	VMOVUPS MIN(0)(NODE), Z0; \
	VMOVUPS MIN(1)(NODE), Z1; \
	VMOVUPS MIN(2)(NODE), Z2; \
	VMOVUPS MAX(0)(NODE), Z3; \
	VMOVUPS MAX(1)(NODE), Z4; \
	VMOVUPS MAX(2)(NODE), Z5

// MEET puts the set of these that meet child CX of another node into R8.
#define MEET(NODE) \
	VCMPPS.BCST $0x12, MAX(0)(NODE)(CX*4), Z0, K1; \
	VCMPPS.BCST $0x12, MAX(1)(NODE)(CX*4), Z1, K1, K2; \
	VCMPPS.BCST $0x12, MAX(2)(NODE)(CX*4), Z2, K2, K3; \
	VCMPPS.BCST $0x1D, MIN(0)(NODE)(CX*4), Z3, K3, K4; \
	VCMPPS.BCST $0x1D, MIN(1)(NODE)(CX*4), Z4, K4, K5; \
	VCMPPS.BCST $0x1D, MIN(2)(NODE)(CX*4), Z5, K5, K6; \
	KMOVW K6, R8

// KEEP stores the set in R8 for row CX, adds the row to R11 if it is not empty, and removes it from
// the rows in DX.
#define KEEP \
	MOVW R8, (DI)(CX*2); \
	XORL R9, R9; \
	TESTL R8, R8; \
	SETNE R9; \
	SHLXL CX, R9, R9; \
	ORL R9, R11; \
	BLSRL DX, DX

// func nearAVX512(a, up *node, slot int) (rows uint32)
TEXT ·nearAVX512(SB), NOSPLIT, $0-28
	MOVQ a+0(FP), AX
	MOVQ up+8(FP), BX
	MOVQ slot+16(FP), CX
	CHILDREN(AX)
	MEET(BX)
	MOVL R8, rows+24(FP)
	VZEROUPPER
	RET

// func overlapsAVX512(a, b *node, rows uint32, masks *[16]uint16) (meeting uint32)
TEXT ·overlapsAVX512(SB), NOSPLIT, $0-36
	MOVQ a+0(FP), AX
	MOVQ b+8(FP), BX
	MOVL rows+16(FP), DX
	MOVQ masks+24(FP), DI
	XORL R11, R11
	TESTL DX, DX
	JZ done
	CHILDREN(BX)
row:
	TZCNTL DX, CX
	MEET(AX)
	KEEP
	JNZ row
done:
	MOVL R11, meeting+32(FP)
	VZEROUPPER
	RET

// func untaggedAVX512(a, b *Tags, rows uint32, masks *[16]uint16) (left uint32)
//
// Three chains run side by side, one for each tag of a's member, and keep the members
// of b that have it nowhere (predicate 4, ≠); the first starts from the mask.
TEXT ·untaggedAVX512(SB), NOSPLIT, $0-36
	MOVQ a+0(FP), AX
	MOVQ b+8(FP), BX
	MOVL rows+16(FP), DX
	MOVQ masks+24(FP), DI
	XORL R11, R11
	TESTL DX, DX
	JZ done
	VMOVDQU32 0(BX), Z0
	VMOVDQU32 ROW(BX), Z1
	VMOVDQU32 2*ROW(BX), Z2
row:
	TZCNTL DX, CX
	VPBROADCASTD 0(AX)(CX*4), Z3
	VPBROADCASTD ROW(AX)(CX*4), Z4
	VPBROADCASTD 2*ROW(AX)(CX*4), Z5
	KMOVW (DI)(CX*2), K1
	VPCMPUD $4, Z3, Z0, K1, K2
	VPCMPUD $4, Z4, Z0, K3
	VPCMPUD $4, Z5, Z0, K4
	VPCMPUD $4, Z3, Z1, K2, K2
	VPCMPUD $4, Z4, Z1, K3, K3
	VPCMPUD $4, Z5, Z1, K4, K4
	VPCMPUD $4, Z3, Z2, K2, K2
	VPCMPUD $4, Z4, Z2, K3, K3
	VPCMPUD $4, Z5, Z2, K4, K4
	KANDW K3, K2, K2
	KANDW K4, K2, K2
	KMOVW K2, R8
	KEEP
	JNZ row
done:
	MOVL R11, left+32(FP)
	VZEROUPPER
	RET
