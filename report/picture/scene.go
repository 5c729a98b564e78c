package picture

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// dimmed is the share of the background in the colour of a scene.
const dimmed = 0.72

// drawScene draws what the scene has around the view and reports whether that is anything. What is
// far in front of the focus is left out, and the rest does not hide it, as everything else is drawn
// over it. The scene has a sample for each pixel only, as its edges are hardly visible.
func (v *focus) drawScene(p *canvas, c *camera) bool {
	if v.scene == nil {
		return false
	}
	half := *c
	half.w, half.h, half.zoom = c.w/oversampling, c.h/oversampling, c.zoom/oversampling
	l, light := newLayer(half.w, half.h), c.light()
	defer layers.Put(l)
	var shades [levels]ink
	for k := range shades {
		shades[k] = paint{grey, weak}.lit(k).mix(background, dimmed)
	}
	nearest := half.project(geom.Vec{})[2] + float64(half.w)
	corners := sceneCorners{focus: v, known: make([]*drawing.Placement, len(v.scene.Points)), at: make([]geom.Vec, len(v.scene.Points))}
	any := false
	v.scene.Around(v.view, func(at *drawing.Placement, t *drawing.Triangle) {
		any = true
		local := corners.of(at, t)
		var seen geom.Triangle
		for k := range seen {
			seen[k] = half.project(local[k])
		}
		if min(seen[0][2], seen[1][2], seen[2][2]) <= nearest && !l.misses(&seen) {
			color := shades[litLevel(local.Normal().Unit(), light)]
			l.triangle(&seen, color, color)
		}
	})
	for k := range p.samples {
		if color := l.color[k/p.w/oversampling*half.w+k%p.w/oversampling]; color != 0 {
			p.samples[k] = color
		}
	}
	return any
}

// sceneCorners keeps the corners of one place after another of a scene, in the coordinates of a focus.
type sceneCorners struct {
	*focus
	known []*drawing.Placement // that at is of
	at    []geom.Vec
}

func (s *sceneCorners) of(p *drawing.Placement, t *drawing.Triangle) (local geom.Triangle) {
	for k, c := range t.Corners {
		if s.known[c] != p {
			s.known[c] = p
			s.at[c] = s.local(p.On(s.scene.Frame, s.view.Frame, s.scene.Points[c]))
		}
		local[k] = s.at[c]
	}
	return local
}
