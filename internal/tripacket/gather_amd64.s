#include "textflag.h"
#include "layout_amd64.h"

// The AVX2 kernel of Gather, four lanes at a time.

DATA magnitude64<>+0(SB)/8, $0x7fffffffffffffff
GLOBL magnitude64<>(SB), RODATA|NOPTR, $8
DATA boundary<>+0(SB)/4, $0x34800000 // 2^-22
GLOBL boundary<>(SB), RODATA|NOPTR, $4
DATA one64<>+0(SB)/8, $0x3ff0000000000000
GLOBL one64<>(SB), RODATA|NOPTR, $8
DATA smallest64<>+0(SB)/8, $0x3750000000000000 // 2^-138
GLOBL smallest64<>(SB), RODATA|NOPTR, $8
DATA thinnest64<>+0(SB)/8, $0x3eb0000000000000 // 2^-20
GLOBL thinnest64<>(SB), RODATA|NOPTR, $8

// CORNER gathers the coordinates of corner K of four faces into X, Y and Z.
#define CORNER(K, X, Y, Z) \
	VMOVDQU K*SINGLES(DI), X15; \
	VPADDD X15, X15, X14; \
	VPADDD X14, X15, X15; \
	VPCMPEQD Y14, Y14, Y14; \
	VGATHERDPD Y14, (SI)(X15*8), X; \
	VPCMPEQD Y14, Y14, Y14; \
	VGATHERDPD Y14, 8(SI)(X15*8), Y; \
	VPCMPEQD Y14, Y14, Y14; \
	VGATHERDPD Y14, 16(SI)(X15*8), Z

// ROUND rounds the coordinates P, Q and R of three corners on axis A, and puts them and their box
// into memory.
#define ROUND(A, P, Q, R) \
	VBROADCASTSD Frame_Origin+8*A(DX), Y12; \
	VSUBPD Y12, P, Y9; \
	VSUBPD Y12, Q, Y10; \
	VSUBPD Y12, R, Y11; \
	VCVTPD2PSY Y9, X9; \
	VCVTPD2PSY Y10, X10; \
	VCVTPD2PSY Y11, X11; \
	VMOVUPS X9, NARROW(0, A)(AX); \
	VMOVUPS X10, NARROW(1, A)(AX); \
	VMOVUPS X11, NARROW(2, A)(AX); \
	VMINPS X10, X9, X13; \
	VMAXPS X10, X9, X14; \
	VMINPS X11, X13, X13; \
	VMAXPS X11, X14, X14; \
	VBROADCASTSS magnitude64<>+4(SB), X12; \
	VANDPS X12, X13, X9; \
	VANDPS X12, X14, X10; \
	VBROADCASTSS boundary<>(SB), X12; \
	VMULPS X12, X9, X9; \
	VMULPS X12, X10, X10; \
	VBROADCASTSS Frame_Margin(DX), X12; \
	VADDPS X12, X9, X9; \
	VADDPS X12, X10, X10; \
	VSUBPS X9, X13, X13; \
	VADDPS X10, X14, X14; \
	VMOVUPS X13, A*SINGLES(BX); \
	VMOVUPS X14, A*SINGLES(CX)

// LONGEST raises Y9 to the magnitude of X. Y15 has the mask of magnitudes.
#define LONGEST(X) \
	VANDPD Y15, X, Y10; \
	VMAXPD Y10, Y9, Y9

// MINUS puts A·B - C·D into N.
#define MINUS(A, B, C, D, N) \
	VMULPD B, A, N; \
	VMULPD D, C, Y13; \
	VSUBPD Y13, N, N

// NORMAL scales the coordinate N of normals on axis A by Y13, puts it into memory, and its magnitude
// into N.
#define NORMAL(A, N) \
	VMULPD Y13, N, N; \
	VCVTPD2PSY N, X14; \
	VMOVUPS X14, Gathered_Normals+A*SINGLES(R8); \
	VANDPD Y15, N, N

// func gatherAVX2(p *Packet, vertices *geom.Vec, corners *[3][16]uint32, f *Frame, lo, hi *[3][16]float32, out *Gathered) (proper, thin uint32)
TEXT ·gatherAVX2(SB), NOSPLIT, $0-64
	MOVQ p+0(FP), AX
	MOVQ vertices+8(FP), SI
	MOVQ corners+16(FP), DI
	MOVQ f+24(FP), DX
	MOVQ lo+32(FP), BX
	MOVQ hi+40(FP), CX
	MOVQ out+48(FP), R8
	XORL R9, R9   // the first lane
	XORL R10, R10 // proper
	XORL R11, R11 // thin
four:
	CORNER(0, Y0, Y1, Y2)
	CORNER(1, Y3, Y4, Y5)
	CORNER(2, Y6, Y7, Y8)
	ROUND(0, Y0, Y3, Y6)
	ROUND(1, Y1, Y4, Y7)
	ROUND(2, Y2, Y5, Y8)
	// The sum of all coordinates is finite if they are: less itself it is 0.
	VADDPD Y3, Y0, Y9
	VADDPD Y6, Y9, Y9
	VADDPD Y4, Y1, Y10
	VADDPD Y7, Y10, Y10
	VADDPD Y5, Y2, Y11
	VADDPD Y8, Y11, Y11
	VADDPD Y10, Y9, Y9
	VADDPD Y11, Y9, Y9
	VSUBPD Y9, Y9, Y9
	VXORPD Y10, Y10, Y10
	VCMPPD $0x00, Y10, Y9, Y9
	VMOVMSKPD Y9, R12
	// The edges, and E in Y9.
	VSUBPD Y0, Y3, Y3
	VSUBPD Y1, Y4, Y4
	VSUBPD Y2, Y5, Y5
	VSUBPD Y0, Y6, Y6
	VSUBPD Y1, Y7, Y7
	VSUBPD Y2, Y8, Y8
	VBROADCASTSD magnitude64<>(SB), Y15
	VANDPD Y15, Y3, Y9
	LONGEST(Y4)
	LONGEST(Y5)
	LONGEST(Y6)
	LONGEST(Y7)
	LONGEST(Y8)
	MINUS(Y4, Y8, Y5, Y7, Y0)
	MINUS(Y5, Y6, Y3, Y8, Y1)
	MINUS(Y3, Y7, Y4, Y6, Y2)
	VMULPD Y9, Y9, Y13
	VBROADCASTSD one64<>(SB), Y14
	VDIVPD Y13, Y14, Y13
	NORMAL(0, Y0)
	NORMAL(1, Y1)
	NORMAL(2, Y2)
	VMAXPD Y1, Y0, Y0
	VMAXPD Y2, Y0, Y0
	VBROADCASTSD thinnest64<>(SB), Y14
	VCMPPD $0x12, Y14, Y0, Y0 // at most
	VMOVMSKPD Y0, R13
	VBROADCASTSD smallest64<>(SB), Y14
	VCMPPD $0x1D, Y14, Y9, Y9 // at least
	VMOVMSKPD Y9, R14
	ANDL R12, R14
	SHLXL R9, R14, R14
	ORL R14, R10
	SHLXL R9, R13, R13
	ORL R13, R11
	ADDQ $16, AX
	ADDQ $16, DI
	ADDQ $16, BX
	ADDQ $16, CX
	ADDQ $16, R8
	ADDL $4, R9
	CMPL R9, $16
	JNE four
	MOVL R10, proper+56(FP)
	MOVL R11, thin+60(FP)
	VZEROUPPER
	RET
