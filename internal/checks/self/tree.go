package self

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/tritri"
)

// packets are those of all leaves, some of them in each slice.
type packets [][]tritri.Packet

// packetsPerSlice is a power of two.
const packetsPerSlice = 1 << 9

// at returns the packet of a leaf.
func (p packets) at(leaf int) *tritri.Packet {
	return &p[leaf/packetsPerSlice][leaf%packetsPerSlice]
}

// newPackets returns n packets. All workers allocate a part of them, because reused memory has to be
// cleared.
func newPackets(ctx context.Context, n, workers int) (packets, error) {
	p := make(packets, (n+packetsPerSlice-1)/packetsPerSlice)
	return p, parallel.Tasks(ctx, workers, len(p), func(_, k int) {
		p[k] = make([]tritri.Packet, min(packetsPerSlice, n-k*packetsPerSlice))
	})
}

// buildTree builds the tree and, beside its leaves, the packets of their triangles.
// Meshes with float64 positions have no packets.
func (c *checker) buildTree(ctx context.Context, b *bvh.Builder) (err error) {
	if !slices.ContainsFunc(c.mesh.Parts, func(p mesh.Part) bool { return p.Positions.F64 != nil }) {
		n := 0 // triangles in the tree
		for _, single := range c.single {
			if !single {
				n++
			}
		}
		if c.packets, err = newPackets(ctx, (n+bvh.Width-1)/bvh.Width, c.options.Workers); err != nil {
			return err
		}
	}
	c.tree, err = b.Build(ctx, c.certified != nil, func(i int) bvh.Box { return boxOf(c.welded, i) }, c.fill, c.options.Workers)
	return err
}

// boxOf returns the box of a triangle, which must be finite.
func boxOf(w *mesh.Welded, triangle int) bvh.Box {
	t := w.Triangle(triangle)
	return bvh.BoxOf(&t[0], &t[1], &t[2])
}

// fill gives the tree the boxes of a leaf and their tags, the certified vertices of its
// triangles: two triangles that share one are apart. A corner that is not certified
// gets a tag of its own.
func (c *checker) fill(leaf int, ids []uint32, out *bvh.Leaf) {
	var faces [bvh.Width][3]uint32 // many fetched at once, as in triage
	for lane, i := range ids {
		faces[lane] = c.welded.Faces[i]
	}
	var triangles [bvh.Width]geom.Triangle
	vertices := c.welded.Vertices
	for lane := range ids {
		f := &faces[lane]
		triangles[lane] = geom.Triangle{vertices[f[0]], vertices[f[1]], vertices[f[2]]}
	}
	if c.packets != nil {
		packet := c.packets.at(leaf)
		for lane := range ids {
			packet.Set(lane, &triangles[lane])
		}
		packet.Boxes(&out.Min, &out.Max)
	} else {
		for lane := range ids {
			t := &triangles[lane]
			b := bvh.BoxOf(&t[0], &t[1], &t[2])
			out.Set(lane, &b)
		}
	}
	if c.certified == nil {
		return
	}
	for lane, i := range ids {
		for k, v := range faces[lane] {
			if !c.certified[v] {
				v = uint32(len(c.certified) + 3*int(i) + k)
			}
			out.Tags[k][lane] = v
		}
	}
}
