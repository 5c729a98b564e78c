package excerpt

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// draft is a subject on its way to an excerpt.
type draft struct {
	*subject
	ctx     context.Context
	workers int
	faces   [][3]uint32 // mesh.NoVertex where a triangle cannot be drawn
	at      []geom.Vec  // vertices in the world
	shell   []uint32    // of each vertex
	// vertices are the numbers of the first vertex of each object.
	vertices []int
	boxes    []geom.Box // of each object
	box      geom.Box
	finite   int
	excluded int // triangles of the meshes that are of no object of the subject
}

// excerptChunk is the number of vertices or triangles that a worker takes at a time.
const excerptChunk = 1 << 14

// objectOf returns the number of the object that a vertex belongs to.
func (d *draft) objectOf(v int) int {
	k := len(d.vertices) - 1
	for v < d.vertices[k] {
		k--
	}
	return k
}

// placeBox returns the box around what else than findings is to be seen, if anything.
func (d *draft) placeBox() []geom.Box {
	if len(d.places) == 0 && d.inner < 0 {
		return nil
	}
	if len(d.places) == 0 {
		return d.boxes[d.inner : d.inner+1]
	}
	smallest := math.Inf(1)
	for _, b := range d.boxes {
		smallest = min(smallest, b.Diagonal())
	}
	const around = 1.0 / 16 // of the smaller object
	b := geom.EmptyBox()
	for _, p := range d.places {
		b = b.Include(p)
	}
	return []geom.Box{enlarged(b, smallest*around)}
}

// transform maps the vertices from a number on into the world and finds their box.
func (d *draft) transform(from int, world geom.Affine) (geom.Box, error) {
	at := d.at[from:]
	boxes := make([]geom.Box, (len(at)+excerptChunk-1)/excerptChunk)
	err := parallel.Tasks(d.ctx, d.workers, len(boxes), func(_, k int) {
		b := geom.EmptyBox()
		for i := k * excerptChunk; i < min(len(at), (k+1)*excerptChunk); i++ {
			at[i] = world.Apply(at[i])
			if drawable(at[i]) {
				b = b.Include(at[i])
			}
		}
		boxes[k] = b
	})
	all := geom.EmptyBox()
	for _, b := range boxes {
		all = all.Union(b)
	}
	return all, err
}

// drawable reports whether p is near enough for the box of all such points to have
// a diagonal and a centre.
func drawable(p geom.Vec) bool {
	const most = 1e150
	return math.Abs(p[0]) < most && math.Abs(p[1]) < most && math.Abs(p[2]) < most
}

// dropInfinite takes the faces out that cannot be drawn and counts the others.
func (d *draft) dropInfinite() error {
	counts := make([]int, (len(d.faces)+excerptChunk-1)/excerptChunk)
	err := parallel.Tasks(d.ctx, d.workers, len(counts), func(_, k int) {
		for i := k * excerptChunk; i < min(len(d.faces), (k+1)*excerptChunk); i++ {
			f := &d.faces[i]
			if f[0] == mesh.NoVertex {
				continue
			}
			if drawable(d.at[f[0]]) && drawable(d.at[f[1]]) && drawable(d.at[f[2]]) {
				counts[k]++
			} else {
				f[0] = mesh.NoVertex
			}
		}
	})
	for _, n := range counts {
		d.finite += n
	}
	return err
}

// fit returns the best excerpt within the portion, nil if there is none.
func (d *draft) fit(s portion) (*View, error) {
	for s.triangles > 0 && d.finite > 0 {
		x, err := d.cut(s)
		if err != nil {
			return nil, err
		}
		if x.Embedded+x.StandIns == 0 {
			break
		}
		weight := x.encode()
		have := s.bytes / 4 * 3 // base64 makes four bytes of three
		if len(x.Encoded) <= have {
			return x, nil
		}
		// What takes more of it, triangles or findings, has to give.
		less := 0.95 * float64(have) / float64(len(x.Encoded))
		if weight.findings > weight.triangles {
			s.findings = int(less * float64(x.Findings))
		} else {
			s.triangles = int(less * float64(min(s.triangles, x.Embedded+x.StandIns)))
		}
	}
	return nil, d.ctx.Err()
}

// cut selects at most as many triangles and findings as the portion has.
func (d *draft) cut(s portion) (*View, error) {
	sel := newSelection(d)
	room := s.triangles
	if room < d.finite {
		room = room * 4 / 5 // the rest is for what lies around
	}
	findings := sel.first(s.findings, room)
	if room < d.finite {
		room = s.triangles * 3 / 5
	}
	if err := sel.surround(room); err != nil {
		return nil, err
	}
	picked, err := sel.context(s.triangles)
	if err != nil {
		return nil, err
	}
	x := &View{
		Mesh: d.mesh, Pair: d.pair, Group: d.hulls,
		Box: d.box, Nonfinite: len(d.faces) - d.excluded - d.finite,
		Findings: findings, OmittedFindings: len(d.findings) - findings,
		Objects: d.objects, keep: d.keep,
	}
	x.shape = d.shape(picked)
	x.index = x.newIndex()
	for _, t := range x.shape.triangles {
		if t.face < 0 {
			x.StandIns++
		} else {
			x.Embedded++
		}
	}
	x.Omitted = len(d.faces) - d.excluded - x.Embedded
	for k := range d.findings[:findings] {
		x.found = append(x.found, x.shape.finding(d.subject, &d.findings[k]))
	}
	for _, p := range d.places {
		x.places = append(x.places, x.shape.frame.single(p))
	}
	if d.scene != nil {
		x.Hulls, err = d.scene.excerpt(d, &x.shape)
	}
	return x, err
}
