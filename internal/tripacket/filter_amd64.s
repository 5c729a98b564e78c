#include "textflag.h"
#include "layout_amd64.h"

// The AVX2 kernels of packets, eight lanes at a time.

DATA magnitude32<>+0(SB)/4, $0x7fffffff
GLOBL magnitude32<>(SB), RODATA|NOPTR, $4
DATA sign32<>+0(SB)/4, $0x80000000
GLOBL sign32<>(SB), RODATA|NOPTR, $4
DATA normal32<>+0(SB)/4, $0x00800000 // 2^-126
GLOBL normal32<>(SB), RODATA|NOPTR, $4
DATA factor32<>+0(SB)/4, $0x35800000 // 2^-20
GLOBL factor32<>(SB), RODATA|NOPTR, $4
DATA underflow32<>+0(SB)/4, $0x00000200 // 2^-140
GLOBL underflow32<>(SB), RODATA|NOPTR, $4
DATA axis1<>+0(SB)/4, $SINGLES
GLOBL axis1<>(SB), RODATA|NOPTR, $4
DATA axis2<>+0(SB)/4, $(2*SINGLES)
GLOBL axis2<>(SB), RODATA|NOPTR, $4

// CROSS puts A·B - C·D into N, and into memory the sum of the magnitudes of both terms and
// 2^-126. Y15 has the mask of magnitudes.
#define CROSS(A, B, C, D, N, OUT) \
	VMULPS B, A, Y14; \
	VMULPS D, C, N; \
	VANDPS Y15, N, Y10; \
	VSUBPS N, Y14, N; \
	VANDPS Y15, Y14, Y14; \
	VADDPS Y10, Y14, Y14; \
	VBROADCASTSS normal32<>(SB), Y10; \
	VADDPS Y10, Y14, Y14; \
	VMOVUPS Y14, OUT(BX)

// SELECT puts into OUT the one of X0, X1 and X2 that the masks in Y14, for the second, and Y15,
// for the third and before that, choose.
#define SELECT(X0, X1, X2, OUT) \
	VBLENDVPS Y14, X1, X0, OUT; \
	VBLENDVPS Y15, X2, OUT, OUT

// func prepareAVX2(p *Packet, f *Filter)
TEXT ·prepareAVX2(SB), NOSPLIT, $0-16
	MOVQ p+0(FP), AX
	MOVQ f+8(FP), BX
	MOVL $2, CX
eight:
	VBROADCASTSS magnitude32<>(SB), Y15
	VMOVUPS NARROW(0, 0)(AX), Y0
	VMOVUPS NARROW(0, 1)(AX), Y1
	VMOVUPS NARROW(0, 2)(AX), Y2
	VMOVUPS NARROW(1, 0)(AX), Y3
	VMOVUPS NARROW(1, 1)(AX), Y4
	VMOVUPS NARROW(1, 2)(AX), Y5
	VMOVUPS NARROW(2, 0)(AX), Y6
	VMOVUPS NARROW(2, 1)(AX), Y7
	VMOVUPS NARROW(2, 2)(AX), Y8
	VSUBPS Y0, Y3, Y3
	VSUBPS Y1, Y4, Y4
	VSUBPS Y2, Y5, Y5
	VSUBPS Y0, Y6, Y6
	VSUBPS Y1, Y7, Y7
	VSUBPS Y2, Y8, Y8
	CROSS(Y4, Y8, Y5, Y7, Y11, Filter_heightSlack)
	CROSS(Y5, Y6, Y3, Y8, Y12, Filter_heightSlack+SINGLES)
	CROSS(Y3, Y7, Y4, Y6, Y13, Filter_heightSlack+2*SINGLES)
	// The slack of edges.
	VANDPS Y15, Y3, Y9
	VANDPS Y15, Y6, Y14
	VADDPS Y14, Y9, Y9
	VANDPS Y15, Y4, Y10
	VANDPS Y15, Y7, Y14
	VADDPS Y14, Y10, Y10
	VADDPS Y9, Y10, Y14
	VMOVUPS Y14, Filter_edgeSlack+2*SINGLES(BX)
	VANDPS Y15, Y8, Y14
	VANDPS Y15, Y5, Y15
	VADDPS Y14, Y15, Y14
	VADDPS Y14, Y10, Y10
	VMOVUPS Y10, Filter_edgeSlack(BX)
	VADDPS Y9, Y14, Y14
	VMOVUPS Y14, Filter_edgeSlack+SINGLES(BX)
	// The longest axis of the normal.
	VBROADCASTSS magnitude32<>(SB), Y15
	VANDPS Y15, Y11, Y9
	VANDPS Y15, Y12, Y10
	VCMPPS $0x1E, Y9, Y10, Y14
	VBLENDVPS Y14, Y10, Y9, Y9
	VANDPS Y15, Y13, Y10
	VCMPPS $0x1E, Y9, Y10, Y15
	SELECT(Y1, Y2, Y0, Y9)
	VMOVUPS Y9, Filter_origin(BX)
	SELECT(Y2, Y0, Y1, Y9)
	VMOVUPS Y9, Filter_origin+SINGLES(BX)
	SELECT(Y0, Y1, Y2, Y9)
	VMOVUPS Y9, Filter_origin+2*SINGLES(BX)
	SELECT(Y12, Y13, Y11, Y9)
	VMOVUPS Y9, Filter_normal(BX)
	SELECT(Y13, Y11, Y12, Y9)
	VMOVUPS Y9, Filter_normal+SINGLES(BX)
	SELECT(Y11, Y12, Y13, Y9)
	VMOVUPS Y9, Filter_normal+2*SINGLES(BX)
	VBROADCASTSS sign32<>(SB), Y10
	VANDPS Y10, Y9, Y0
	VXORPS Y0, Y9, Y9
	VMOVUPS Y9, Filter_whole(BX)
	VXORPS Y10, Y0, Y1
	SELECT(Y4, Y5, Y3, Y9)
	VXORPS Y0, Y9, Y9
	VMOVUPS Y9, Filter_e0(BX)
	SELECT(Y5, Y3, Y4, Y9)
	VXORPS Y0, Y9, Y9
	VMOVUPS Y9, Filter_e0+SINGLES(BX)
	SELECT(Y7, Y8, Y6, Y9)
	VXORPS Y1, Y9, Y9
	VMOVUPS Y9, Filter_e2(BX)
	SELECT(Y8, Y6, Y7, Y9)
	VXORPS Y1, Y9, Y9
	VMOVUPS Y9, Filter_e2+SINGLES(BX)
	VXORPS Y0, Y0, Y0
	VBROADCASTSS axis1<>(SB), Y1
	VBROADCASTSS axis2<>(SB), Y2
	SELECT(Y1, Y2, Y0, Y9)
	VMOVUPS Y9, Filter_offset(BX)
	SELECT(Y2, Y0, Y1, Y9)
	VMOVUPS Y9, Filter_offset+SINGLES(BX)
	SELECT(Y0, Y1, Y2, Y9)
	VMOVUPS Y9, Filter_offset+2*SINGLES(BX)
	ADDQ $32, AX
	ADDQ $32, BX
	DECL CX
	JNZ eight
	VZEROUPPER
	RET

// SLACK adds up the slack at AT, times the extents in Y0 to Y2, in Y3, as a bound.
#define SLACK(AT) \
	VMULPS AT(AX), Y0, Y3; \
	VMULPS AT+SINGLES(AX), Y1, Y4; \
	VADDPS Y4, Y3, Y3; \
	VMULPS AT+2*SINGLES(AX), Y2, Y4; \
	VADDPS Y4, Y3, Y3; \
	VMULPS Y5, Y3, Y3; \
	VADDPS Y6, Y3, Y3

// BOUNDS puts the bounds of eight rows into memory. Y7 is 0.
#define BOUNDS(HALF) \
	SLACK(Filter_heightSlack+HALF); \
	VMOVUPS Y3, Filter_bound+HALF(AX); \
	VSUBPS Y3, Y7, Y3; \
	VMOVUPS Y3, Filter_minusBound+HALF(AX); \
	SLACK(Filter_edgeSlack+HALF); \
	VSUBPS Y3, Y7, Y3; \
	VMOVUPS Y3, Filter_minusEdgeBound+HALF(AX)

// In what follows R8, R9 and R10 point to axes u, v and w of the lanes.

// PLANE fetches the plane of the triangle in a row.
#define PLANE \
	VBROADCASTSS Filter_origin(AX), Y0; \
	VBROADCASTSS Filter_origin+SINGLES(AX), Y1; \
	VBROADCASTSS Filter_origin+2*SINGLES(AX), Y2; \
	VBROADCASTSS Filter_normal(AX), Y3; \
	VBROADCASTSS Filter_normal+SINGLES(AX), Y4; \
	VBROADCASTSS Filter_normal+2*SINGLES(AX), Y5

// HEIGHT puts the heights of the corners at AT over the plane into H.
#define HEIGHT(AT, H) \
	VMOVUPS AT(R8), H; \
	VSUBPS Y0, H, H; \
	VMULPS Y3, H, H; \
	VMOVUPS AT(R9), Y14; \
	VSUBPS Y1, Y14, Y14; \
	VMULPS Y4, Y14, Y14; \
	VMOVUPS AT(R10), Y15; \
	VSUBPS Y2, Y15, Y15; \
	VMULPS Y5, Y15, Y15; \
	VADDPS Y14, H, H; \
	VADDPS Y15, H, H

// EDGES puts the edge functions of the corners at AT for the three edges into
// F0, F1 and F2.
#define EDGES(AT, F0, F1, F2) \
	VMOVUPS AT(R8), Y14; \
	VSUBPS Y0, Y14, Y14; \
	VMOVUPS AT(R9), Y15; \
	VSUBPS Y1, Y15, Y15; \
	VMULPS Y2, Y15, F0; \
	VMULPS Y3, Y14, F2; \
	VSUBPS F2, F0, F0; \
	VMULPS Y4, Y15, F2; \
	VMULPS Y5, Y14, F1; \
	VSUBPS F1, F2, F2; \
	VSUBPS F0, Y6, F1; \
	VSUBPS F2, F1, F1

// CORNER puts corner J of the triangle in a row into Y0 to Y2.
#define CORNER(J) \
	VBROADCASTSS Filter_corners+(3*J)*SINGLES(AX), Y0; \
	VBROADCASTSS Filter_corners+(3*J+1)*SINGLES(AX), Y1; \
	VBROADCASTSS Filter_corners+(3*J+2)*SINGLES(AX), Y2

// COMMON adds to OUT the lanes whose corner K is in Y0 to Y2.
#define COMMON(K, OUT) \
	VCMPPS $0, NARROW(K, 0)(BX), Y0, Y14; \
	VCMPPS $0, NARROW(K, 1)(BX), Y1, Y15; \
	VANDPS Y15, Y14, Y14; \
	VCMPPS $0, NARROW(K, 2)(BX), Y2, Y15; \
	VANDPS Y15, Y14, Y14; \
	VORPS Y14, OUT, OUT

// ONESIDE adds the corner at AT, which is a common one in the lanes of C, to the masks of triangles
// above the plane, Y9, and below it, Y10. Y7 and Y8 have the bounds.
#define ONESIDE(AT, C) \
	HEIGHT(AT, Y6); \
	VCMPPS $0x1E, Y7, Y6, Y14; \
	VORPS C, Y14, Y14; \
	VANDPS Y14, Y9, Y9; \
	VCMPPS $0x11, Y8, Y6, Y14; \
	VORPS C, Y14, Y14; \
	VANDPS Y14, Y10, Y10

// func apartAVX2(f *Filter, q *Packet, d *[3]float32, rows uint32, masks *[16]uint16, adjacent uint32) (left uint32)
TEXT ·apartAVX2(SB), NOSPLIT, $0-52
	MOVQ f+0(FP), AX
	MOVQ d+16(FP), SI
	MOVL rows+24(FP), R14
	MOVQ masks+32(FP), DI
	VBROADCASTSS 0(SI), Y0
	VBROADCASTSS 4(SI), Y1
	VBROADCASTSS 8(SI), Y2
	VBROADCASTSS factor32<>(SB), Y5
	VBROADCASTSS underflow32<>(SB), Y6
	VXORPS Y7, Y7, Y7
	BOUNDS(0)
	BOUNDS(32)
	MOVL $0, left+48(FP)
row:
	TESTL R14, R14
	JZ done
	BSFL R14, R12
	BLSRL R14, R14
	MOVWLZX (DI)(R12*2), DX
	TESTL DX, DX
	JZ row
	MOVQ f+0(FP), AX
	LEAQ (AX)(R12*4), AX
	MOVQ q+8(FP), BX
	MOVL Filter_offset(AX), R8
	MOVL Filter_offset+SINGLES(AX), R9
	MOVL Filter_offset+2*SINGLES(AX), R10
	ADDQ BX, R8
	ADDQ BX, R9
	ADDQ BX, R10
	XORL R11, R11 // apart
	XORL CX, CX   // first lane of the half
half:
	MOVL DX, SI
	SHRL CX, SI
	ANDL $0xff, SI
	JZ next
	PLANE
	HEIGHT(NARROW(0, 0), Y6)
	HEIGHT(NARROW(1, 0), Y7)
	VMINPS Y7, Y6, Y8
	VMAXPS Y7, Y6, Y9
	HEIGHT(NARROW(2, 0), Y6)
	VMINPS Y6, Y8, Y8
	VMAXPS Y6, Y9, Y9
	VBROADCASTSS Filter_bound(AX), Y6
	VBROADCASTSS Filter_minusBound(AX), Y7
	VCMPPS $0x1E, Y6, Y8, Y8 // least > bound
	VCMPPS $0x11, Y7, Y9, Y9 // greatest < -bound
	VORPS Y9, Y8, Y8
	VMOVMSKPS Y8, R13
	ANDL SI, R13
	CMPL R13, SI
	JEQ found
	VBROADCASTSS Filter_e0(AX), Y2
	VBROADCASTSS Filter_e0+SINGLES(AX), Y3
	VBROADCASTSS Filter_e2(AX), Y4
	VBROADCASTSS Filter_e2+SINGLES(AX), Y5
	VBROADCASTSS Filter_whole(AX), Y6
	EDGES(NARROW(0, 0), Y7, Y8, Y9)
	EDGES(NARROW(1, 0), Y10, Y11, Y12)
	VMAXPS Y10, Y7, Y7
	VMAXPS Y11, Y8, Y8
	VMAXPS Y12, Y9, Y9
	EDGES(NARROW(2, 0), Y10, Y11, Y12)
	VMAXPS Y10, Y7, Y7
	VMAXPS Y11, Y8, Y8
	VMAXPS Y12, Y9, Y9
	VMINPS Y8, Y7, Y7
	VMINPS Y9, Y7, Y7
	VBROADCASTSS Filter_minusEdgeBound(AX), Y8
	VCMPPS $0x11, Y8, Y7, Y7
	VMOVMSKPS Y7, R12
	ANDL SI, R12
	ORL R12, R13
	CMPL R13, SI
	JEQ found
	CMPL adjacent+40(FP), $0
	JEQ found
	VXORPS Y11, Y11, Y11
	VXORPS Y12, Y12, Y12
	VXORPS Y13, Y13, Y13
	CORNER(0)
	COMMON(0, Y11)
	COMMON(1, Y12)
	COMMON(2, Y13)
	CORNER(1)
	COMMON(0, Y11)
	COMMON(1, Y12)
	COMMON(2, Y13)
	CORNER(2)
	COMMON(0, Y11)
	COMMON(1, Y12)
	COMMON(2, Y13)
	PLANE
	VBROADCASTSS Filter_bound(AX), Y7
	VBROADCASTSS Filter_minusBound(AX), Y8
	VCMPPS $0x0F, Y9, Y9, Y9 // true in all lanes
	VMOVUPS Y9, Y10
	ONESIDE(NARROW(0, 0), Y11)
	ONESIDE(NARROW(1, 0), Y12)
	ONESIDE(NARROW(2, 0), Y13)
	VORPS Y10, Y9, Y9
	VANDPS Y12, Y11, Y11
	VANDPS Y13, Y11, Y11
	VANDNPS Y9, Y11, Y9 // without those that have all corners in common
	VMOVMSKPS Y9, R12
	ANDL SI, R12
	ORL R12, R13
found:
	SHLL CX, R13
	ORL R13, R11
next:
	ADDQ $32, BX
	ADDQ $32, R8
	ADDQ $32, R9
	ADDQ $32, R10
	ADDL $8, CX
	CMPL CX, $16
	JNE half
	NOTL R11
	ANDL R11, DX
	MOVQ f+0(FP), R12
	SUBQ R12, AX // four times the row
	SHRQ $1, AX
	MOVW DX, (DI)(AX*1)
	SHRQ $1, AX
	XORL R13, R13
	TESTL DX, DX
	SETNE R13
	SHLXL AX, R13, R13
	ORL R13, left+48(FP)
	JMP row
done:
	VZEROUPPER
	RET

// BOXES puts the bounds of eight lanes on an axis, both at AT, into memory.
#define BOXES(AT) \
	VMOVUPS NARROW(0, 0)+AT(AX), Y0; \
	VMOVUPS NARROW(1, 0)+AT(AX), Y1; \
	VMOVUPS NARROW(2, 0)+AT(AX), Y2; \
	VMINPS Y1, Y0, Y3; \
	VMAXPS Y1, Y0, Y4; \
	VMINPS Y2, Y3, Y3; \
	VMAXPS Y2, Y4, Y4; \
	VMOVUPS Y3, AT(BX); \
	VMOVUPS Y4, AT(CX)

// func boxesAVX2(p *Packet, lo, hi *[3][16]float32)
TEXT ·boxesAVX2(SB), NOSPLIT, $0-24
	MOVQ p+0(FP), AX
	MOVQ lo+8(FP), BX
	MOVQ hi+16(FP), CX
	BOXES(0)
	BOXES(32)
	BOXES(SINGLES)
	BOXES(SINGLES+32)
	BOXES(2*SINGLES)
	BOXES(2*SINGLES+32)
	VZEROUPPER
	RET
