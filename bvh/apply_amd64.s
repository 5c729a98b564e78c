#include "textflag.h"

// The AVX2 kernel that maps the boxes of a node.
//
// A bounding is the rows of its map at 0, 24 and 48, the lower translations at 72 and the upper
// ones at 96. In a node, the minima on axis k are at 64·k, the maxima at 192 + 64·k.

// SIDES puts into LO where the bounds on an axis are that a coefficient, broadcast to C, takes
// to a lower bound, and into HI where those are that it takes to an upper one. X15 is 0.
#define SIDES(AT, AXIS, C, LO, HI) \
	VBROADCASTSD AT(AX), C; \
	VMOVSD AT(AX), X14; \
	MOVQ $(64*AXIS), LO; \
	MOVQ $(64*AXIS+192), HI; \
	VUCOMISD X14, X15; \
	CMOVQHI HI, R14; \
	CMOVQLS LO, R14; \
	CMOVQHI LO, HI; \
	MOVQ R14, LO

// SUM puts four bounds, mapped, into Y5.
#define SUM(X, Y, Z, SHIFT) \
	VCVTPS2PD (SI)(X*1), Y5; \
	VMULPD Y0, Y5, Y5; \
	VCVTPS2PD (SI)(Y*1), Y6; \
	VMULPD Y1, Y6, Y6; \
	VADDPD Y6, Y5, Y5; \
	VCVTPS2PD (SI)(Z*1), Y6; \
	VMULPD Y2, Y6, Y6; \
	VADDPD Y6, Y5, Y5; \
	VADDPD SHIFT, Y5, Y5

// OUTWARD rounds Y5 to float32 in X6, one number further by STEP, VPADDD or VPSUBD, where the
// result is beyond what it was by the predicate. Numbers in between are in the order of their
// bits as integers, those of negative ones inverted but for the sign. A zero has the sign of
// what was rounded.
#define OUTWARD(PREDICATE, STEP) \
	VCVTPD2PSY Y5, X6; \
	VCVTPS2PD X6, Y7; \
	VCMPPD PREDICATE, Y5, Y7, Y7; \
	VEXTRACTF128 $1, Y7, X8; \
	VSHUFPS $0x88, X8, X7, X7; \
	VPSRAD $31, X6, X8; \
	VPSRLD $1, X8, X8; \
	VPXOR X8, X6, X6; \
	STEP X7, X6, X6; \
	VPSRAD $31, X6, X8; \
	VPSRLD $1, X8, X8; \
	VPXOR X8, X6, X6

// func applyAVX2(t *bounding, in, out *node)
TEXT ·applyAVX2(SB), NOSPLIT, $0-24
	MOVQ t+0(FP), AX
	MOVQ in+8(FP), BX
	MOVQ out+16(FP), DI
	VXORPD X15, X15, X15
	MOVQ $3, DX
	MOVQ AX, CX
row:
	SIDES(0, 0, Y0, R8, R11)
	SIDES(8, 1, Y1, R9, R12)
	SIDES(16, 2, Y2, R10, R13)
	VBROADCASTSD 72(CX), Y3
	VBROADCASTSD 96(CX), Y4
	MOVQ BX, SI
	LEAQ 64(BX), R15
four:
	SUM(R8, R9, R10, Y3)
	OUTWARD($0x1E, VPADDD) // -1 where the result is greater
	VMOVUPS X6, 0(DI)
	SUM(R11, R12, R13, Y4)
	OUTWARD($0x11, VPSUBD) // +1 where it is less
	VMOVUPS X6, 192(DI)
	ADDQ $16, SI
	ADDQ $16, DI
	CMPQ SI, R15
	JNE four
	ADDQ $24, AX
	ADDQ $8, CX
	DECQ DX
	JNZ row
	VZEROUPPER
	RET
