#include "textflag.h"

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

// func farthestAVX2(first *packet, n int, d *vec) int
//
// Y3 has the greatest inner product of each lane with Y0, Y1 and Y2 so far, and Y4 the
// number of its point; Y5 has the numbers of the points of a packet.
TEXT ·farthestAVX2(SB), NOSPLIT, $0-32
	MOVQ first+0(FP), AX
	MOVQ n+8(FP), CX
	MOVQ d+16(FP), DX
	VBROADCASTSD 0(DX), Y0
	VBROADCASTSD 8(DX), Y1
	VBROADCASTSD 16(DX), Y2
	VBROADCASTSD minusInfinity<>(SB), Y3
	VXORPD Y4, Y4, Y4
	VMOVUPD lanes<>(SB), Y5
	VBROADCASTSD four<>(SB), Y6
next:
	VMULPD 0(AX), Y0, Y7
	VMULPD 32(AX), Y1, Y8
	VMULPD 64(AX), Y2, Y9
	VADDPD Y8, Y7, Y7
	VADDPD Y9, Y7, Y7
	VCMPPD $0x1E, Y3, Y7, Y8 // above the greatest so far
	VMAXPD Y3, Y7, Y3        // that again, if one of them is not a number
	VBLENDVPD Y8, Y5, Y4, Y4
	VADDPD Y6, Y5, Y5
	ADDQ $96, AX
	DECQ CX
	JNZ next
	// The greatest in all lanes, and of the numbers that have it the least.
	VPERM2F128 $1, Y3, Y3, Y6
	VMAXPD Y6, Y3, Y6
	VSHUFPD $0x5, Y6, Y6, Y7
	VMAXPD Y7, Y6, Y6
	VCMPPD $0, Y6, Y3, Y7
	VBROADCASTSD infinity<>(SB), Y8
	VBLENDVPD Y7, Y4, Y8, Y4
	VEXTRACTF128 $1, Y4, X5
	VMINPD X5, X4, X4
	VSHUFPD $1, X4, X4, X5
	VMINSD X5, X4, X4
	VCVTTSD2SIQ X4, AX
	VZEROUPPER
	MOVQ AX, ret+24(FP)
	RET
