#include "textflag.h"
#include "layout_amd64.h"

// func fillAVX2(w *wide, t *geom.Triangle)
TEXT ·fillAVX2(SB), NOSPLIT, $0-16
	MOVQ w+0(FP), DI
	MOVQ t+8(FP), AX
	MOVL $9, CX
coordinate:
	VBROADCASTSD (AX), Y0
	VMOVUPD Y0, (DI)
	VMOVUPD Y0, 32(DI)
	VMOVUPD Y0, 64(DI)
	VMOVUPD Y0, 96(DI)
	ADDQ $8, AX
	ADDQ $DOUBLES, DI
	DECL CX
	JNZ coordinate
	VZEROUPPER
	RET

// func widenAVX2(w *wide, q *Packet)
TEXT ·widenAVX2(SB), NOSPLIT, $0-16
	MOVQ w+0(FP), DI
	MOVQ q+8(FP), BX
	MOVL $36, CX // vectors of four
four:
	VCVTPS2PD (BX), Y0
	VMOVUPD Y0, (DI)
	ADDQ $16, BX
	ADDQ $32, DI
	DECL CX
	JNZ four
	VZEROUPPER
	RET
