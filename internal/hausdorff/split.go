package hausdorff

import (
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// pieces splits a patch at a plane of the target, or halves it if the target has none.
func (r *search) pieces(p *patch) (pieces []geom.Triangle, cuts int) {
	if p.cuts < maxCuts {
		c, radius := middle(&p.t)
		at, normal := r.target.splitPlane(&p.t, c, p.owner)
		if pieces = cutAt(&p.t, at, normal, radius); pieces != nil {
			return pieces, p.cuts + 1
		}
	}
	halves := halves(&p.t)
	return halves[:], 0
}

// halves splits a triangle at the middle of its longest edge, which improves the shape of
// even a needle in the end.
func halves(t *geom.Triangle) [2]geom.Triangle {
	longest, at := -1.0, 0
	for k := range t {
		if d := t[(k+1)%3].Sub(t[k]).Norm(); d > longest {
			longest, at = d, k
		}
	}
	p, q, r := t[at], t[(at+1)%3], t[(at+2)%3]
	m := p.Add(q).Scale(0.5)
	return [2]geom.Triangle{{p, m, r}, {m, q, r}}
}

// cutAt splits a triangle at a plane; it returns nil if the plane does not pass between its
// corners. No corner is farther than radius from the middle of the triangle.
func cutAt(t *geom.Triangle, at, normal geom.Vec, radius float64) []geom.Triangle {
	normal = normal.Unit()
	var height [3]float64
	above := 0
	for k, p := range t {
		height[k] = normal.Dot(p.Sub(at))
		if height[k] > 0 {
			above++
		}
	}
	least := radius * 0x1p-36 // smaller heights may be due to rounding
	if !(min(height[0], height[1], height[2]) < -least && max(height[0], height[1], height[2]) > least) {
		return nil
	}
	alone := slices.IndexFunc(height[:], func(h float64) bool { return h > 0 == (above == 1) })
	p, q, r := t[alone], t[(alone+1)%3], t[(alone+2)%3]
	meet := func(k int) float64 { return height[alone] / (height[alone] - height[k]) }
	onQ, onR := p.Lerp(q, meet((alone+1)%3)), p.Lerp(r, meet((alone+2)%3))
	return []geom.Triangle{{p, onQ, onR}, {onQ, q, r}, {onQ, r, onR}}
}
