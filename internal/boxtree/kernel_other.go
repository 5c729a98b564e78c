//go:build !amd64

package boxtree

import "github.com/meshcheck/meshcheck/geom"

func (b *batch) holdTo(ts []geom.Triangle) { b.holdGo(ts, 0) }

func (g *grid) keysTo(b *batch, keys []uint64, first int) { g.keysGo(b, keys, first, 0) }

func near(a, up *node, slot int) uint32 { return nearGo(a, up, slot) }

func overlaps(a, b *node, rows uint32, masks *[Width]uint16) uint32 {
	return overlapsGo(a, b, rows, masks)
}

func untagged(a, b *Tags, rows uint32, masks *[Width]uint16) uint32 {
	return untaggedGo(a, b, rows, masks)
}

func around(n *node) Box { return aroundGo(n) }

func gapsTo(n *node, b *Box, factor float64, out *[Width]float64) { gapsGo(n, b, factor, out) }

func (t *bounding) applyTo(in, out *node) { t.applyGo(in, out) }
