#include "textflag.h"
#include "layout_amd64.h"

// The AVX2 kernel that maps the boxes of a node.

// SIDES puts into LO where the bounds on an axis are that a coefficient, broadcast to C, takes
// to a lower bound, and into HI where those are that it takes to an upper one. X15 is 0.
#define SIDES(AXIS, C, LO, HI) \
	VBROADCASTSD bounding_linear+AXIS*8(AX), C; \
	VMOVSD bounding_linear+AXIS*8(AX), X14; \
	MOVQ $(MIN(AXIS)), LO; \
	MOVQ $(MAX(AXIS)), HI; \
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
	SIDES(0, Y0, R8, R11)
	SIDES(1, Y1, R9, R12)
	SIDES(2, Y2, R10, R13)
	VBROADCASTSD bounding_low(CX), Y3
	VBROADCASTSD bounding_high(CX), Y4
	MOVQ BX, SI
	LEAQ ROW(BX), R15
four:
	SUM(R8, R9, R10, Y3)
	OUTWARD($0x1E, VPADDD) // -1 where the result is greater
	VMOVUPS X6, MIN(0)(DI)
	SUM(R11, R12, R13, Y4)
	OUTWARD($0x11, VPSUBD) // +1 where it is less
	VMOVUPS X6, MAX(0)(DI)
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
