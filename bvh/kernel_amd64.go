package bvh

import "golang.org/x/sys/cpu"

// hasAVX2 chooses the kernels once; BMI1 has the bit scans that they loop by.
var hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI1

//go:noescape
func nearAVX2(a, up *node, slot int) (rows uint32)

//go:noescape
func overlapsAVX2(a, b *node, rows uint32, masks *[width]uint16) (meeting uint32)

//go:noescape
func untaggedAVX2(a, b *tags, rows uint32, masks *[width]uint16) (left uint32)

func near(a, up *node, slot int) uint32 {
	if hasAVX2 {
		return nearAVX2(a, up, slot)
	}
	return nearGo(a, up, slot)
}

func overlaps(a, b *node, rows uint32, masks *[width]uint16) uint32 {
	if hasAVX2 {
		return overlapsAVX2(a, b, rows, masks)
	}
	return overlapsGo(a, b, rows, masks)
}

func untagged(a, b *tags, rows uint32, masks *[width]uint16) uint32 {
	if hasAVX2 {
		return untaggedAVX2(a, b, rows, masks)
	}
	return untaggedGo(a, b, rows, masks)
}
