#include "textflag.h"

// The AVX2 kernels of packets, eight lanes at a time. In a packet corner k is at
// byte 192·k, and axis a of it 64·a further on.
//
// Fields of a filterKernel by their offset: origin 0, normal 12, e0 24, e2 32, whole 40, bound
// 44, minusBound 48, minusEdgeBound 52, offset 56. R8, R9 and R10 point to axes u, v
// and w of the lanes.

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

// func apartAVX2(f *filterKernel, q *Packet, lanes uint32) (apart uint32)
TEXT ·apartAVX2(SB), NOSPLIT, $0-28
	MOVQ f+0(FP), AX
	MOVQ q+8(FP), BX
	MOVL lanes+16(FP), DX
	MOVL 56(AX), R8
	MOVL 60(AX), R9
	MOVL 64(AX), R10
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
	VBROADCASTSS 0(AX), Y0
	VBROADCASTSS 4(AX), Y1
	VBROADCASTSS 8(AX), Y2
	VBROADCASTSS 12(AX), Y3
	VBROADCASTSS 16(AX), Y4
	VBROADCASTSS 20(AX), Y5
	HEIGHT(0, Y6)
	HEIGHT(192, Y7)
	VMINPS Y7, Y6, Y8
	VMAXPS Y7, Y6, Y9
	HEIGHT(384, Y6)
	VMINPS Y6, Y8, Y8
	VMAXPS Y6, Y9, Y9
	VBROADCASTSS 44(AX), Y6
	VBROADCASTSS 48(AX), Y7
	VCMPPS $0x1E, Y6, Y8, Y8 // least > bound
	VCMPPS $0x11, Y7, Y9, Y9 // greatest < -bound
	VORPS Y9, Y8, Y8
	VMOVMSKPS Y8, R12
	ANDL SI, R12
	CMPL R12, SI
	JEQ found
	VBROADCASTSS 24(AX), Y2
	VBROADCASTSS 28(AX), Y3
	VBROADCASTSS 32(AX), Y4
	VBROADCASTSS 36(AX), Y5
	VBROADCASTSS 40(AX), Y6
	EDGES(0, Y7, Y8, Y9)
	EDGES(192, Y10, Y11, Y12)
	VMAXPS Y10, Y7, Y7
	VMAXPS Y11, Y8, Y8
	VMAXPS Y12, Y9, Y9
	EDGES(384, Y10, Y11, Y12)
	VMAXPS Y10, Y7, Y7
	VMAXPS Y11, Y8, Y8
	VMAXPS Y12, Y9, Y9
	VMINPS Y8, Y7, Y7
	VMINPS Y9, Y7, Y7
	VBROADCASTSS 52(AX), Y8
	VCMPPS $0x11, Y8, Y7, Y7
	VMOVMSKPS Y7, R13
	ANDL SI, R13
	ORL R13, R12
found:
	SHLL CX, R12
	ORL R12, R11
next:
	ADDQ $32, R8
	ADDQ $32, R9
	ADDQ $32, R10
	ADDL $8, CX
	CMPL CX, $16
	JNE half
	MOVL R11, apart+24(FP)
	VZEROUPPER
	RET

// BOXES puts the bounds of the eight lanes at AT on one axis into memory.
#define BOXES(AT) \
	VMOVUPS AT(AX), Y0; \
	VMOVUPS AT+192(AX), Y1; \
	VMOVUPS AT+384(AX), Y2; \
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
	BOXES(64)
	BOXES(96)
	BOXES(128)
	BOXES(160)
	VZEROUPPER
	RET
