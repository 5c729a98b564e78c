package report

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// draft is one mesh on its way to an excerpt.
type draft struct {
	ctx     context.Context
	workers int
	result  *meshcheck.MeshResult
	faces   [][3]uint32 // mesh.NoVertex where a triangle cannot be drawn
	at      []geom.Vec  // vertices in the world
	shell   []uint32    // of each vertex
	box     geom.Box
	finite  int
}

// excerptChunk is the number of vertices or triangles that a worker takes at a time.
const excerptChunk = 1 << 14

func newDraft(ctx context.Context, m *mesh.Mesh, r *meshcheck.MeshResult, world geom.Affine, workers int) (*draft, error) {
	w, err := mesh.Weld(ctx, m, workers)
	if err != nil {
		return nil, err
	}
	d := &draft{ctx: ctx, workers: workers, result: r, faces: w.Faces, at: w.Vertices}
	if d.shell, _, err = w.Shells(ctx, workers); err != nil {
		return nil, err
	}
	if err := d.place(world); err != nil {
		return nil, err
	}
	return d, d.dropInfinite()
}

// place carries the vertices to the world and finds their box.
func (d *draft) place(world geom.Affine) error {
	boxes := make([]geom.Box, (len(d.at)+excerptChunk-1)/excerptChunk)
	err := parallel.Tasks(d.ctx, d.workers, len(boxes), func(_, k int) {
		b := geom.EmptyBox()
		for i := k * excerptChunk; i < min(len(d.at), (k+1)*excerptChunk); i++ {
			d.at[i] = world.Apply(d.at[i])
			if drawable(d.at[i]) {
				b = b.Include(d.at[i])
			}
		}
		boxes[k] = b
	})
	d.box = geom.EmptyBox()
	for _, b := range boxes {
		d.box = d.box.Union(b)
	}
	return err
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

// fit returns the best excerpt of mesh i within the portion, nil if there is none.
func (d *draft) fit(i int, s portion) (*MeshExcerpt, error) {
	for s.triangles > 0 && d.finite > 0 {
		x, err := d.cut(s)
		if err != nil {
			return nil, err
		}
		if x.Embedded+x.StandIns == 0 {
			break
		}
		x.Mesh = i
		weight := x.encode()
		have := s.bytes / 4 * 3 // base64 makes four bytes of three
		if len(x.encoded) <= have {
			return x, nil
		}
		// What takes more of it, triangles or findings, has to give.
		less := 0.95 * float64(have) / float64(len(x.encoded))
		if weight.findings > weight.triangles {
			s.findings = int(less * float64(x.Findings))
		} else {
			s.triangles = int(less * float64(min(s.triangles, x.Embedded+x.StandIns)))
		}
	}
	return nil, d.ctx.Err()
}

// cut selects at most as many triangles and findings as the portion has.
func (d *draft) cut(s portion) (*MeshExcerpt, error) {
	sel := newSelection(d)
	room := s.triangles
	if room < d.finite {
		room = room * 4 / 5 // the rest is for what lies around
	}
	findings := sel.findings(s.findings, room)
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
	x := &MeshExcerpt{
		Box: d.box, Nonfinite: len(d.faces) - d.finite,
		Findings: findings, OmittedFindings: len(d.result.Findings) - findings,
	}
	x.shape = d.shape(picked)
	for _, t := range x.shape.triangles {
		if t.face < 0 {
			x.StandIns++
		} else {
			x.Embedded++
		}
	}
	x.Omitted = len(d.faces) - x.Embedded
	for k := range d.result.Findings[:findings] {
		x.found = append(x.found, x.shape.finding(&d.result.Findings[k]))
	}
	return x, nil
}
