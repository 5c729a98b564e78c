package self

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/tripacket"
	"github.com/meshcheck/meshcheck/mesh"
)

// packets are those of all leaves, some of them in each slice.
type packets [][]tripacket.Packet

// packetsPerSlice is a power of two.
const packetsPerSlice = 1 << 9

// at returns the packet of a leaf.
func (p packets) at(leaf int) *tripacket.Packet {
	return &p[leaf/packetsPerSlice][leaf%packetsPerSlice]
}

// newPackets returns n packets. All workers allocate a part of them, because reused memory has to be
// cleared.
func newPackets(ctx context.Context, n, workers int) (packets, error) {
	p := make(packets, (n+packetsPerSlice-1)/packetsPerSlice)
	return p, parallel.Tasks(ctx, workers, len(p), func(_, k int) {
		p[k] = make([]tripacket.Packet, min(packetsPerSlice, n-k*packetsPerSlice))
	})
}

// buildTree builds the tree and, beside its leaves, the packets of their triangles.
// Meshes with float64 positions have no packets.
func (p *preparation) buildTree(ctx context.Context) (err error) {
	s, certified := &p.search, p.neighbours.certified
	leaves, err := p.builder.Sort(ctx, p.settings.Workers, p.box)
	if err != nil {
		return err
	}
	p.views = nil
	p.whole.Collect()
	if !slices.ContainsFunc(p.mesh.Parts, func(p mesh.Part) bool { return p.Positions.F64 != nil }) {
		if s.packets, err = newPackets(ctx, leaves, p.settings.Workers); err != nil {
			return err
		}
		p.builder.ComputeLeaves(func(leaf int, lo, hi *[3][boxtree.Width]float32) { s.packets.at(leaf).Boxes(lo, hi) })
	}
	s.workers = make([]searchWorker, p.settings.Workers)
	if p.ordered != nil {
		if err := p.ordered.update(ctx, p.settings.Workers, certified); err != nil {
			return err
		}
	}
	s.tree, err = p.builder.Build(ctx, p.settings.Workers, certified != nil, p.box, p.fill)
	return err
}

// box returns the box of a triangle, which must be finite.
func (p *preparation) box(triangle int) boxtree.Box {
	t := p.welded.Triangle(triangle)
	return boxtree.BoxOf(&t[0], &t[1], &t[2])
}

// fill gives the tree the boxes of a leaf and their tags, the certified vertices of its
// triangles: two triangles that share one are apart. A corner that is not certified
// gets a tag of its own.
func (p *preparation) fill(leaf int, ids []uint32, out *boxtree.Leaf) {
	var fetched [boxtree.Width][3]uint32
	faces, vertices, certified := fetched[:len(ids)], p.welded.Vertices, p.neighbours.certified
	if o := p.ordered; o != nil {
		faces, vertices, certified = o.Faces[leaf*boxtree.Width:][:len(ids)], o.Vertices, o.certified
	} else {
		for lane, i := range ids { // many fetched at once, as in fetch
			faces[lane] = p.welded.Faces[i]
		}
	}
	var triangles [boxtree.Width]geom.Triangle
	for lane := range faces {
		f := &faces[lane]
		triangles[lane] = geom.Triangle{vertices[f[0]], vertices[f[1]], vertices[f[2]]}
	}
	if p.search.packets != nil {
		packet := p.search.packets.at(leaf)
		for lane := range ids {
			packet.Set(lane, &triangles[lane])
		}
		packet.Boxes(&out.Min, &out.Max)
	} else {
		for lane := range ids {
			t := &triangles[lane]
			b := boxtree.BoxOf(&t[0], &t[1], &t[2])
			out.Set(lane, &b)
		}
	}
	if certified == nil {
		return
	}
	for lane, i := range ids {
		for k, v := range faces[lane] {
			if !certified[v] {
				v = uint32(len(certified) + 3*int(i) + k)
			}
			out.Tags[k][lane] = v
		}
	}
}
