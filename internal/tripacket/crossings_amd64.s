#include "textflag.h"
#include "layout_amd64.h"

// The AVX2 kernel of Crossings, four lanes at a time.
//
// AX is at the lanes of t, BX at those of u, CX at those of the comparison, DI at those of the Crossings.
//
// On the stack, in vectors of 32 bytes: x, y, z and height of the apex of t at 0, of the corner on
// whose edge the first end of its interval is at 128, of that of the last end at 256. Those of u
// are at 384, 512 and 640.
//
// Y9 has the heights of the apexes of t and Y14 those of u: their signs choose the order of ends.
// The signs of Y10 and Y11 choose the second and the third corner of t as apex, those of Y12 and
// Y13 those of u. The signs of Y15 are the lanes that are certain so far.

DATA sign64<>+0(SB)/8, $0x8000000000000000
GLOBL sign64<>(SB), RODATA|NOPTR, $8
DATA endless<>+0(SB)/8, $0x7ff0000000000000 // infinity
GLOBL endless<>(SB), RODATA|NOPTR, $8
DATA shortest<>+0(SB)/8, $0x07b0000000000000 // 2^-900
GLOBL shortest<>(SB), RODATA|NOPTR, $8
DATA longest<>+0(SB)/8, $0x7830000000000000 // 2^900
GLOBL longest<>(SB), RODATA|NOPTR, $8

// BEYOND removes from Y15 the lanes in which X is within the bound in Y4. Y5 has the sign bit.
#define BEYOND(X) \
	VANDNPD X, Y5, Y6; \
	VCMPPD $0x1E, Y4, Y6, Y6; \
	VANDPD Y6, Y15, Y15

// APEX takes the heights in Y0, Y1 and Y2 and puts that of the apex, the corner that is alone on
// its side, into H and what chooses it into SECOND and THIRD. Other lanes are not certain.
#define APEX(H, SECOND, THIRD) \
	BEYOND(Y0); \
	BEYOND(Y1); \
	BEYOND(Y2); \
	VXORPD Y0, Y1, Y6; \
	VXORPD Y1, Y2, Y7; \
	VXORPD Y0, Y2, Y8; \
	VANDPD Y6, Y7, SECOND; \
	VANDPD Y7, Y8, THIRD; \
	VORPD Y6, Y8, Y6; \
	VANDPD Y6, Y15, Y15; \
	PICK(SECOND, THIRD, Y0, Y1, Y2, H)

// PICK puts X0 into OUT, or X1 or X2 where SECOND or THIRD choose that.
#define PICK(SECOND, THIRD, X0, X1, X2, OUT) \
	VBLENDVPD SECOND, X1, X0, OUT; \
	VBLENDVPD THIRD, X2, OUT, OUT

// CORNERS takes what the three corners have in Y0, Y1 and Y2, and puts that of the apex at A,
// those of the corners after and before it at X and Z if NEGATIVE has its sign set, and else at Z
// and X.
#define CORNERS(SECOND, THIRD, NEGATIVE, A, X, Z) \
	PICK(SECOND, THIRD, Y0, Y1, Y2, Y3); \
	VMOVUPD Y3, A(SP); \
	PICK(SECOND, THIRD, Y1, Y2, Y0, Y4); \
	PICK(SECOND, THIRD, Y2, Y0, Y1, Y5); \
	VBLENDVPD NEGATIVE, Y4, Y5, Y6; \
	VMOVUPD Y6, X(SP); \
	VBLENDVPD NEGATIVE, Y5, Y4, Y6; \
	VMOVUPD Y6, Z(SP)

// CORNERST is CORNERS for an axis of t, CORNERSU for one of u.
#define CORNERST(AXIS, A, X, Z) \
	VMOVUPD WIDE(0, AXIS)(AX), Y0; \
	VMOVUPD WIDE(1, AXIS)(AX), Y1; \
	VMOVUPD WIDE(2, AXIS)(AX), Y2; \
	CORNERS(Y10, Y11, Y14, A, X, Z)

#define CORNERSU(AXIS, A, X, Z) \
	VMOVUPD WIDE(0, AXIS)(BX), Y0; \
	VMOVUPD WIDE(1, AXIS)(BX), Y1; \
	VMOVUPD WIDE(2, AXIS)(BX), Y2; \
	CORNERS(Y12, Y13, Y9, A, X, Z)

// ROW puts the volumes of edge J of u and the one of edges I0, I1 and I2 of t that is chosen into R.
#define ROW(I0, I1, I2, J, R) \
	VMOVUPD VOLUME(I0, J)(CX), R; \
	VBLENDVPD Y10, VOLUME(I1, J)(CX), R, R; \
	VBLENDVPD Y11, VOLUME(I2, J)(CX), R, R

// CHOSEN puts what is at CLEAR into OUT, or where MASK has its sign set what is at SET.
#define CHOSEN(MASK, SET, CLEAR, OUT) \
	VMOVUPD CLEAR(SP), OUT; \
	VBLENDVPD MASK, SET(SP), OUT, OUT

// ALONG puts a coordinate of the point at the share in Y1 of the way from apex to corner into P.
#define ALONG(MASK, SETA, SETK, CLEARA, CLEARK, P) \
	CHOSEN(MASK, SETA, CLEARA, P); \
	CHOSEN(MASK, SETK, CLEARK, Y2); \
	VSUBPD P, Y2, Y2; \
	VMULPD Y1, Y2, Y2; \
	VADDPD Y2, P, P

// CUT puts the point in which the plane of the other triangle cuts the edge from apex to corner
// into PX, PY and PZ: the edge at SETA and SETK where MASK has its sign set, or at CLEARA and CLEARK.
#define CUT(MASK, SETA, SETK, CLEARA, CLEARK, PX, PY, PZ) \
	CHOSEN(MASK, SETA+96, CLEARA+96, Y1); \
	CHOSEN(MASK, SETK+96, CLEARK+96, Y2); \
	VSUBPD Y2, Y1, Y2; \
	VDIVPD Y2, Y1, Y1; \
	ALONG(MASK, SETA, SETK, CLEARA, CLEARK, PX); \
	ALONG(MASK, SETA+32, SETK+32, CLEARA+32, CLEARK+32, PY); \
	ALONG(MASK, SETA+64, SETK+64, CLEARA+64, CLEARK+64, PZ)

// SPREAD puts the bounds of P and Q on an axis into memory, and leaves P-Q in P.
#define SPREAD(P, Q, AXIS) \
	VMINPD Q, P, Y1; \
	VMOVUPD Y1, Crossings_Min+AXIS*DOUBLES(DI); \
	VMAXPD Q, P, Y1; \
	VMOVUPD Y1, Crossings_Max+AXIS*DOUBLES(DI); \
	VSUBPD Q, P, P

// func crossingsAVX2(c *comparison, p *Pairs, lanes uint32, least float64, out *Crossings) (certain uint32)
TEXT ·crossingsAVX2(SB), 0, $768-44
	MOVQ c+0(FP), CX
	MOVQ p+8(FP), AX
	MOVL lanes+16(FP), DX
	MOVQ out+32(FP), DI
	LEAQ Pairs_u(AX), BX
	XORL R11, R11 // certain
	XORL R8, R8   // first lane of the four
four:
	SHRXL R8, DX, SI
	ANDL $0xf, SI
	JZ next

	VPCMPEQD Y15, Y15, Y15
	VBROADCASTSD sign64<>(SB), Y5
	VMOVUPD HEIGHTT(0)(CX), Y0
	VMOVUPD HEIGHTT(1)(CX), Y1
	VMOVUPD HEIGHTT(2)(CX), Y2
	VMOVUPD comparison_boundsT(CX), Y4
	APEX(Y9, Y10, Y11)
	VMOVUPD HEIGHTU(0)(CX), Y0
	VMOVUPD HEIGHTU(1)(CX), Y1
	VMOVUPD HEIGHTU(2)(CX), Y2
	VMOVUPD comparison_boundsU(CX), Y4
	APEX(Y14, Y12, Y13)
	VMOVMSKPD Y15, R9
	TESTL SI, R9
	JZ next
	CORNERS(Y12, Y13, Y9, 480, 736, 608)
	VMOVUPD HEIGHTT(0)(CX), Y0
	VMOVUPD HEIGHTT(1)(CX), Y1
	VMOVUPD HEIGHTT(2)(CX), Y2
	CORNERS(Y10, Y11, Y14, 96, 224, 352)
	CORNERST(0, 0, 128, 256)
	CORNERST(1, 32, 160, 288)
	CORNERST(2, 64, 192, 320)
	CORNERSU(0, 384, 640, 512)
	CORNERSU(1, 416, 672, 544)
	CORNERSU(2, 448, 704, 576)
	// The volumes of the edges after the apex of t, then of those before it, by edge of u.
	ROW(0, 1, 2, 0, Y0)
	ROW(0, 1, 2, 1, Y1)
	ROW(0, 1, 2, 2, Y2)
	ROW(2, 0, 1, 0, Y3)
	ROW(2, 0, 1, 1, Y4)
	ROW(2, 0, 1, 2, Y5)
	PICK(Y12, Y13, Y0, Y1, Y2, Y6)
	PICK(Y12, Y13, Y2, Y0, Y1, Y7)
	PICK(Y12, Y13, Y3, Y4, Y5, Y0)
	PICK(Y12, Y13, Y5, Y3, Y4, Y1)
	// Their signs as those of Orient3D. Edges before the apexes run towards these.
	VBROADCASTSD sign64<>(SB), Y2
	VXORPD Y2, Y6, Y6
	VXORPD Y2, Y1, Y1
	// First and last of t, after and before of u.
	VBLENDVPD Y14, Y6, Y0, Y3
	VBLENDVPD Y14, Y0, Y6, Y4
	VBLENDVPD Y14, Y7, Y1, Y5
	VBLENDVPD Y14, Y1, Y7, Y8
	// Both first, first and last, last and first, both last.
	VBLENDVPD Y9, Y5, Y3, Y0
	VBLENDVPD Y9, Y3, Y5, Y1
	VBLENDVPD Y9, Y8, Y4, Y6
	VBLENDVPD Y9, Y4, Y8, Y7
	VMOVUPD comparison_bounds(CX), Y3
	VXORPD Y2, Y3, Y4
	VCMPPD $0x1E, Y3, Y1, Y1
	VANDPD Y1, Y15, Y15
	VCMPPD $0x11, Y4, Y6, Y6
	VANDPD Y6, Y15, Y15
	VANDNPD Y0, Y2, Y1
	VCMPPD $0x1E, Y3, Y1, Y1
	VANDPD Y1, Y15, Y15
	VANDNPD Y7, Y2, Y1
	VCMPPD $0x1E, Y3, Y1, Y1
	VANDPD Y1, Y15, Y15
	VMOVMSKPD Y15, R9
	TESTL SI, R9
	JZ next
	// The later of both first ends, and the earlier of both last ones.
	CUT(Y0, 0, 128, 384, 512, Y9, Y10, Y11)
	CUT(Y7, 384, 640, 0, 256, Y12, Y13, Y14)
	SPREAD(Y9, Y12, 0)
	SPREAD(Y10, Y13, 1)
	SPREAD(Y11, Y14, 2)
	VMULPD Y9, Y9, Y9
	VMULPD Y10, Y10, Y10
	VADDPD Y10, Y9, Y9
	VMULPD Y11, Y11, Y11
	VADDPD Y11, Y9, Y9
	VBROADCASTSD shortest<>(SB), Y0
	VCMPPD $0x1E, Y0, Y9, Y0
	VANDPD Y0, Y15, Y15
	VBROADCASTSD longest<>(SB), Y0
	VCMPPD $0x11, Y0, Y9, Y0
	VANDPD Y0, Y15, Y15
	VSQRTPD Y9, Y9
	VMOVUPD Y9, Crossings_Length(DI)
	VMOVUPD comparison_squares(CX), Y9
	VBROADCASTSD endless<>(SB), Y0
	VCMPPD $0x11, Y0, Y9, Y0
	VANDPD Y0, Y15, Y15
	VSQRTPD Y9, Y9
	VMOVUPD Y9, Crossings_Depth(DI)
	VBROADCASTSD least+24(FP), Y0
	VCMPPD $0x1E, Y0, Y9, Y0
	VANDPD Y0, Y15, Y15
	VMOVMSKPD Y15, R9
	ANDL SI, R9
	SHLXL R8, R9, R9
	ORL R9, R11
next:
	ADDQ $32, AX
	ADDQ $32, BX
	ADDQ $32, CX
	ADDQ $32, DI
	ADDL $4, R8
	CMPL R8, $16
	JNE four
	MOVL R11, certain+40(FP)
	VZEROUPPER
	RET
