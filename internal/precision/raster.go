package precision

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// raster is a grid of points in a plane. For each point it determines, on demand, whether the line across
// the plane meets both surfaces within a distance.
type raster struct {
	origin        geom.Vec
	u, v, n       geom.Vec // right, up and normal
	step          float64
	distance      float64
	sided         bool // each triangle is known to belong to one surface
	width, height int
	points        []point // row by row

	triangles []projected
	tiles     [][]int32 // the triangles over tileSize points in either direction
}

// point is what is known of the line in a point.
type point uint8

const (
	unknown point = iota
	single        // it does not meet both surfaces within the distance
	double        // it does
)

// projected is a triangle as seen from a raster, in its steps, and its heights.
type projected struct {
	corners [3][2]float64
	heights [3]float64
	area    float64    // twice, signed
	grown   [3]float64 // by how much a point may be beyond each side, relative to the height over it
	slant   float64    // the share of a distance in height that is one across the triangle
	layer   layer
}

const (
	// stepsAcross is the number of steps of a raster across the diameter of a disc.
	stepsAcross = 6
	// discRadius is the radius, in steps, of the discs that are searched for.
	discRadius = 0.55 * stepsAcross
	reach      = 3 // whole steps of it
	// stride is the distance, in steps, of points in rows and columns of which each disc holds
	// at least one.
	stride = 4
	// tileSize is how many points a tile has in either direction.
	tileSize = 8
	// mostSteps limits a raster: of a very long segment only the middle part is examined.
	mostSteps = 1024
)

// holdsDisc reports whether the lines in all points of a disc meet both surfaces within the distance.
func (r *raster) holdsDisc() bool {
	for y := stride / 2; y < r.height; y += stride {
		for x := stride / 2; x < r.width; x += stride {
			if r.at(x, y) && r.discAround(x, y) {
				return true
			}
		}
	}
	return false
}

// set puts the points of a raster, whose axes are known, around a middle, without triangles.
func (r *raster) set(middle geom.Vec, width, height float64) {
	r.width, r.height = int(min(mostSteps, width/r.step))+1, int(min(mostSteps, height/r.step))+1
	r.origin = middle.Sub(r.u.Scale(float64(r.width-1) / 2 * r.step)).Sub(r.v.Scale(float64(r.height-1) / 2 * r.step))
	r.points = slices.Grow(r.points[:0], r.width*r.height)[:r.width*r.height]
	clear(r.points)
	count := r.tilesAcross() * (1 + r.height/tileSize)
	r.tiles = slices.Grow(r.tiles[:0], count)[:count]
	for k := range r.tiles {
		r.tiles[k] = r.tiles[k][:0]
	}
	r.triangles = r.triangles[:0]
}

func (r *raster) tilesAcross() int { return 1 + r.width/tileSize }

// add adds a triangle. It is grown by half of the distance on each side, which closes gaps that
// rounding has made.
func (r *raster) add(t *geom.Triangle, of layer, slant float64) {
	p := projected{slant: slant, layer: of}
	for k := range t {
		d := t[k].Sub(r.origin)
		p.corners[k], p.heights[k] = [2]float64{d.Dot(r.u) / r.step, d.Dot(r.v) / r.step}, d.Dot(r.n)
	}
	c, margin := &p.corners, r.distance/2/r.step
	p.area = cross(c[0], c[1], c[2])
	left, right := wholes(min(c[0][0], c[1][0], c[2][0])-margin, max(c[0][0], c[1][0], c[2][0])+margin, r.width)
	low, high := wholes(min(c[0][1], c[1][1], c[2][1])-margin, max(c[0][1], c[1][1], c[2][1])+margin, r.height)
	if p.area == 0 || left > right || low > high {
		return
	}
	for k := range p.grown {
		a, b := c[(k+1)%3], c[(k+2)%3]
		p.grown[k] = margin * math.Hypot(a[0]-b[0], a[1]-b[1]) / math.Abs(p.area)
	}
	for y := low / tileSize; y <= high/tileSize; y++ {
		for x := left / tileSize; x <= right/tileSize; x++ {
			t := &r.tiles[y*r.tilesAcross()+x]
			*t = append(*t, int32(len(r.triangles)))
		}
	}
	r.triangles = append(r.triangles, p)
}

// wholes returns the whole numbers from low to high that are at least 0 and less than n.
func wholes(low, high float64, n int) (first, last int) {
	return int(math.Ceil(max(0, min(low, float64(n))))), int(math.Floor(max(-1, min(high, float64(n-1)))))
}

// cross returns twice the signed area of a triangle in the plane.
func cross(a, b, c [2]float64) float64 {
	return float64((b[0]-a[0])*(c[1]-a[1])) - float64((b[1]-a[1])*(c[0]-a[0]))
}

// at reports whether the line in a point meets both surfaces within the distance.
func (r *raster) at(x, y int) bool {
	p := &r.points[y*r.width+x]
	if *p == unknown {
		*p = single
		if r.doubled(x, y) {
			*p = double
		}
	}
	return *p == double
}

// doubled reports whether the line in a point meets both surfaces within the distance, or the inside of
// any two triangles: where the surfaces are connected, it is unknown to which of them a triangle belongs.
func (r *raster) doubled(x, y int) bool {
	type hit struct {
		height float64
		layer  layer
		inside bool
	}
	p := [2]float64{float64(x), float64(y)}
	var few [16]hit
	hits := few[:0]
	for _, i := range r.tiles[y/tileSize*r.tilesAcross()+x/tileSize] {
		t := &r.triangles[i]
		h, meets, inside := t.height(p)
		if !meets {
			continue
		}
		for _, g := range hits {
			apart := g.layer != t.layer && g.layer != neither && t.layer != neither
			if (apart || !r.sided && g.inside && inside) && math.Abs(h-g.height)*t.slant <= r.distance {
				return true
			}
		}
		hits = append(hits, hit{h, t.layer, inside})
	}
	return false
}

// height returns the height at which the line in a point meets a triangle that is grown, and whether it
// does so inside of the triangle itself.
func (t *projected) height(p [2]float64) (h float64, meets, inside bool) {
	c, g := &t.corners, &t.grown
	x, y, z := cross(c[1], c[2], p)/t.area, cross(c[2], c[0], p)/t.area, cross(c[0], c[1], p)/t.area
	if x < -g[0] || y < -g[1] || z < -g[2] {
		return 0, false, false
	}
	return float64(x*t.heights[0]) + float64(y*t.heights[1]) + float64(z*t.heights[2]), true, x > 0 && y > 0 && z > 0
}

// discAround reports whether a disc holds the point and nothing but points with both surfaces.
func (r *raster) discAround(x, y int) bool {
	for cy := max(reach, y-reach); cy <= min(y+reach, r.height-1-reach); cy++ {
		for cx := max(reach, x-reach); cx <= min(x+reach, r.width-1-reach); cx++ {
			if r.disc(cx, cy) {
				return true
			}
		}
	}
	return false
}

// disc reports whether the lines in all points of a disc meet both surfaces.
func (r *raster) disc(x, y int) bool {
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			if float64(dx*dx+dy*dy) <= discRadius*discRadius && !r.at(x+dx, y+dy) {
				return false
			}
		}
	}
	return true
}
