#include "textflag.h"
#include "go_asm.h"

// ROW is the size of a coordinate of the four points of a packet.
#define ROW (4*8)

DATA lanes<>+0(SB)/8, $0.0
DATA lanes<>+8(SB)/8, $1.0
DATA lanes<>+16(SB)/8, $2.0
DATA lanes<>+24(SB)/8, $3.0
GLOBL lanes<>(SB), RODATA|NOPTR, $32

DATA four<>+0(SB)/8, $4.0
GLOBL four<>(SB), RODATA|NOPTR, $8

DATA infinity<>+0(SB)/8, $0x7ff0000000000000
GLOBL infinity<>(SB), RODATA|NOPTR, $8

DATA minusInfinity<>+0(SB)/8, $0xfff0000000000000
GLOBL minusInfinity<>(SB), RODATA|NOPTR, $8

// TAKE takes in a packet: BEST has the greatest inner product of each lane with X, Y and Z so
// far, and AT the number of its point. Y6 has the numbers of the packet's points.
#define TAKE(FROM, X, Y, Z, BEST, AT, T0, T1, T2) \
	VMULPD (FROM), X, T0; \
	VMULPD ROW(FROM), Y, T1; \
	VMULPD 2*ROW(FROM), Z, T2; \
	VADDPD T1, T0, T0; \
	VADDPD T2, T0, T0; \
	VCMPPD $0x1E, BEST, T0, T1; \
	VMAXPD BEST, T0, BEST; \
	VBLENDVPD T1, Y6, AT, AT

// AMONG puts the least of the numbers AT that have the greatest of BEST in lane 0 of AT,
// whose lower half is LOW.
#define AMONG(BEST, AT, LOW, T0, T1, LOW0) \
	VPERM2F128 $1, BEST, BEST, T0; \
	VMAXPD T0, BEST, T0; \
	VSHUFPD $0x5, T0, T0, T1; \
	VMAXPD T1, T0, T0; \
	VCMPPD $0, T0, BEST, T0; \
	VBROADCASTSD infinity<>(SB), T1; \
	VBLENDVPD T0, AT, T1, AT; \
	VEXTRACTF128 $1, AT, LOW0; \
	VMINPD LOW0, LOW, LOW; \
	VSHUFPD $1, LOW, LOW, LOW0; \
	VMINSD LOW0, LOW, LOW

// func farthestAVX2(a, lastOfA *packet, d *vec, b, lastOfB *packet, e *vec) (inA, inB int)
//
// Where one has fewer packets, its last is taken in again: equal products change nothing.
TEXT ·farthestAVX2(SB), NOSPLIT, $0-64
	MOVQ a+0(FP), AX
	MOVQ lastOfA+8(FP), CX
	MOVQ d+16(FP), DX
	VBROADCASTSD vec_x(DX), Y0
	VBROADCASTSD vec_y(DX), Y1
	VBROADCASTSD vec_z(DX), Y2
	MOVQ b+24(FP), BX
	MOVQ lastOfB+32(FP), SI
	MOVQ e+40(FP), DX
	VBROADCASTSD vec_x(DX), Y3
	VBROADCASTSD vec_y(DX), Y4
	VBROADCASTSD vec_z(DX), Y5
	VMOVUPD lanes<>(SB), Y6
	VBROADCASTSD minusInfinity<>(SB), Y7
	VXORPD Y8, Y8, Y8
	VMOVAPD Y7, Y9
	VXORPD Y10, Y10, Y10
next:
	TAKE(AX, Y0, Y1, Y2, Y7, Y8, Y11, Y12, Y13)
	TAKE(BX, Y3, Y4, Y5, Y9, Y10, Y14, Y15, Y13)
	CMPQ AX, CX
	JNE more
	CMPQ BX, SI
	JEQ reduce
more:
	VBROADCASTSD four<>(SB), Y11
	VADDPD Y11, Y6, Y6
	ADDQ $(3*ROW), AX
	CMPQ AX, CX
	CMOVQHI CX, AX
	ADDQ $(3*ROW), BX
	CMPQ BX, SI
	CMOVQHI SI, BX
	JMP next
reduce:
	AMONG(Y7, Y8, X8, Y11, Y12, X11)
	AMONG(Y9, Y10, X10, Y13, Y14, X13)
	VCVTTSD2SIQ X8, AX
	VCVTTSD2SIQ X10, BX
	VZEROUPPER
	MOVQ AX, inA+48(FP)
	MOVQ BX, inB+56(FP)
	RET
