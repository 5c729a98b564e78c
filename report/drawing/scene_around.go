package drawing

// placedPiece is a shell of a part of an instance.
type placedPiece struct{ instance, part, shell int32 }

// Around calls show for each triangle of a scene that a view does not show, at its place. It does
// nothing if nothing of the view is in the scene: in another scene of the file, or not shown by any
// node.
func (x *View) Around(view *View, show func(p *Placement, t *Triangle)) {
	instances, whole := map[int]bool{}, false
	for k := range x.Placed {
		instances[x.Placed[k].Instance] = true
		whole = whole || x.Placed[k].Instance < 0 // a format without nodes
	}
	in := whole || view.Group >= 0 // hulls may be alone
	for k := range view.Objects {
		in = in || instances[view.Objects[k].Instance]
	}
	if !in {
		return
	}
	own := view.pieces(whole)
	spans := x.spans()
	for k := range x.Placed {
		p := &x.Placed[k]
		if own[placedPiece{int32(p.Instance), -1, -1}] {
			continue
		}
		for i := spans[p.Object]; i < spans[p.Object+1]; i++ {
			if t := &x.Triangles[i]; !own[placedPiece{int32(p.Instance), t.Part, t.Shell}] {
				show(p, t)
			}
		}
	}
}

// pieces returns what a view shows. The surfaces of hulls are cut into others, so their instances
// count as a whole, with part and shell -1.
func (x *View) pieces(whole bool) map[placedPiece]bool {
	own := map[placedPiece]bool{}
	for k := range x.Triangles {
		t := &x.Triangles[k]
		p := placedPiece{int32(x.Objects[t.Object].Instance), t.Part, t.Shell}
		switch {
		case x.Group >= 0:
			p.part, p.shell = -1, -1
		case whole:
			p.instance = -1
		}
		own[p] = true
	}
	return own
}

// spans returns where the triangles of each object begin, and their number.
func (x *View) spans() []int {
	spans := make([]int, len(x.Objects)+1)
	for k := range x.Triangles {
		spans[x.Triangles[k].Object+1]++
	}
	for k := range x.Objects {
		spans[k+1] += spans[k]
	}
	return spans
}

// On returns a point of an object of the scene, at a place, in the frame of another view.
func (p *Placement) On(scene, other Frame, q Single) Single {
	local := p.At.Vec()
	for k := range p.Axes {
		local = local.Add(p.Axes[k].Vec().Scale(float64(q[k])))
	}
	return other.single(scene.Origin.Add(local.Scale(scene.Scale)))
}
