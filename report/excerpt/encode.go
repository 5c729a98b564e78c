package excerpt

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"math"
)

// The encoding is gzip over: the magic word; a head of numbers; then streams, each
// of them one sort of number for all its items. Integers are LEB128, signed ones
// folded (zigzag), and differences where neighbours are alike. What compresses
// them finds the rest. viewer/decode.js has the other end and must follow.
const excerptMagic = "mcx3"

// weights are the bytes that triangles and findings take before compression.
type weights struct{ triangles, findings int }

// encode sets x.encoded.
func (x *View) encode() (w weights) {
	var b stream
	b = append(b, excerptMagic...)
	b.head(x)
	at := len(b)
	b.shape(&x.shape)
	w.triangles, at = len(b)-at, len(b)
	b.marks(x.found)
	for k := range 3 {
		differences(&b, x.places, func(p Single) int { return order(p[k]) })
	}
	w.findings = len(b) - at
	if x.Hulls != nil {
		b.hulls(x.Hulls)
	}

	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write(b) // a buffer takes everything
	z.Close()
	x.Encoded = out.Bytes()
	return w
}

type stream []byte

func (b *stream) unsigned(n int)  { *b = binary.AppendUvarint(*b, uint64(n)) }
func (b *stream) signed(n int)    { *b = binary.AppendVarint(*b, int64(n)) }
func (b *stream) float(x float64) { *b = binary.LittleEndian.AppendUint64(*b, math.Float64bits(x)) }

func (b *stream) head(x *View) {
	s := &x.shape
	b.signed(x.Mesh)
	b.signed(x.Pair)
	b.signed(x.Group)
	b.unsigned(len(x.Objects))
	for _, o := range x.Objects {
		flags := int(o.role) << 1
		if o.seeThrough {
			flags |= 1
		}
		b.unsigned(flags)
		b.unsigned(o.Mesh)
		b.unsigned(o.first)
	}
	for k := range 3 {
		b.float(x.Box.Min[k])
		b.float(x.Box.Max[k])
		b.float(s.frame.origin[k])
		b.float(float64(s.low[k]))
		b.float(float64(s.step[k]))
	}
	b.float(s.frame.Scale)
	for _, n := range []int{x.Omitted, x.Nonfinite, x.OmittedFindings,
		len(s.vertices), len(s.clusters), len(s.triangles), len(x.found), len(x.places)} {
		b.unsigned(n)
	}
}

func (b *stream) shape(s *shape) {
	for k := range 3 {
		differences(b, s.vertices, func(p Single) int { return order(p[k]) })
	}
	for k := range 3 {
		differences(b, s.clusters, func(q point) int { return int(q[k]) })
	}
	b.corners(s.triangles)
	last := -1
	for _, t := range s.triangles {
		if t.face < 0 {
			b.unsigned(0)
			continue
		}
		detail := 0
		if t.detail {
			detail = 1
		}
		b.unsigned((t.face-last)<<1 | detail)
		last = t.face
	}
	differences(b, s.triangles, func(t shapeTriangle) int { return t.object })
	differences(b, s.triangles, func(t shapeTriangle) int { return t.part })
	differences(b, s.triangles, func(t shapeTriangle) int { return t.shell })
}

// corners writes the first corners as differences from one triangle to the next,
// the others as differences within the triangle.
func (b *stream) corners(triangles []shapeTriangle) {
	differences(b, triangles, func(t shapeTriangle) int { return int(t.corners[0]) })
	for k := 1; k < 3; k++ {
		for _, t := range triangles {
			b.signed(int(t.corners[k]) - int(t.corners[k-1]))
		}
	}
}

// differences writes a number of each item as its difference from the one before.
func differences[T any](b *stream, items []T, number func(T) int) {
	last := 0
	for _, item := range items {
		n := number(item)
		b.signed(n - last)
		last = n
	}
}

// order numbers the floats in ascending order, with 0 as 0.
func order(x float32) int {
	if bits := int(math.Float32bits(x)); bits < 1<<31 {
		return bits
	} else {
		return 1<<31 - bits
	}
}

func (b *stream) marks(found []excerptFinding) {
	for _, m := range found {
		flags := int(m.rule) << 2
		if m.sameShell {
			flags |= 1
		}
		if m.throughEdge {
			flags |= 2
		}
		b.unsigned(flags)
	}
	differences(b, found, func(m excerptFinding) int { return m.a })
	for _, m := range found {
		b.unsigned(m.b + 1)
	}
	for _, m := range found {
		b.unsigned(len(m.others))
		for _, other := range m.others {
			b.unsigned(other)
		}
	}
	differences(b, found, func(m excerptFinding) int { return m.region })
	for _, m := range found {
		b.float(m.depth)
	}
	for _, m := range found {
		b.float(m.area)
	}
	for _, m := range found {
		b.unsigned(len(m.points))
	}
	for k := range 3 {
		last := 0
		for _, m := range found {
			for _, p := range m.points {
				b.signed(order(p[k]) - last)
				last = order(p[k])
			}
		}
	}
}

func (b *stream) hulls(x *hullExcerpt) {
	b.float(x.Gap)
	b.float(x.Excess)
	differences(b, x.steps, func(step int) int { return step })
	b.unsigned(len(x.Marks))
	for _, m := range x.Marks {
		flags := int(m.severity) << 1
		if m.arrow {
			flags |= 1
		}
		b.unsigned(flags)
		b.unsigned(m.hull + 1)
		b.unsigned(m.other + 1)
		b.unsigned(len(m.Points))
		for _, p := range m.Points {
			for _, x := range p {
				b.signed(order(x))
			}
		}
	}
}
