package precisiongen

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// rib is a sheet or a bar that stands in a channel: on its floor, or between the floor and a lid, four steps
// or more from its walls, or with edges on both walls. It stands on an edge or on a side that is 12 steps
// wide or less.
func rib(d draw, where Storage) sketch {
	length, far := d.length(where)
	from, to := length*d.uniform(-0.1, 0.3), length*d.uniform(0.6, 1.1)
	kind := pick(d, 0, 1, 1, 2)
	if kind == 2 && !where.roomy() {
		kind = 1
	}
	var c channel
	var body meshgen.Indexed
	switch kind {
	case 0, 2:
		c = channel{left: 0, right: d.uniform(20, 80), high: d.uniform(20, 80), lid: d.chance(0.5)}
		body = c.standing(d, from, to, map[int]float64{0: 0, 2: d.uniform(5, 12)}[kind], where.leastAngle())
	default:
		body = c.onEdge(d, from, to, where.leastAngle())
	}
	hollow := c.mesh(d, length)
	out := against(body, hollow, Passes)
	if c.held {
		out = together(Passes, body, hollow)
	}
	out.far, out.row = far, [...]string{" sheet", " edge", " strip"}[kind]
	if kind == 2 {
		out.mesh = turned(d, out.mesh)
	}
	return out
}

// channel is a channel along y with its floor at z = 0.
type channel struct {
	left, right, high float64
	lid               bool
	// held: what stands in the channel also touches its lid or walls.
	held bool
}

// mesh returns the channel from y = 0 to a length.
func (c *channel) mesh(d draw, length float64) meshgen.Indexed {
	corners := [][2]float64{{c.left, c.high}, {c.left, 0}, {c.right, 0}, {c.right, c.high}}
	if c.lid {
		corners = append(corners, corners[0])
	}
	return d.trough(0, length, corners...)
}

// standing returns an upright bar of a thickness, or a leaning sheet if that is 0. It stands on the floor, or
// between the floor and the lid.
func (c *channel) standing(d draw, from, to, thick, leastAngle float64) meshgen.Indexed {
	const clear = 4
	reach := c.high * d.uniform(0.3, 2)
	if c.lid {
		c.held = d.chance(0.6)
		reach = c.high * d.uniform(0.3, 0.8)
	}
	if c.held {
		reach = c.high
	}
	room := c.right - c.left - 2*clear - thick
	lean := 0.0
	if thick == 0 {
		lean = d.uniform(-1, 1) * min(room, reach*math.Tan(min(50, 90-leastAngle)*math.Pi/180))
	}
	foot := c.left + clear - min(lean, 0) + d.Float64()*(room-math.Abs(lean))
	yaw := 0.0
	if d.chance(0.5) {
		spare := min(foot+min(lean, 0)-c.left, c.right-foot-thick-max(lean, 0)) - clear
		yaw = d.uniform(-1, 1) * min(0.9, 2*spare/(to-from))
	}
	half := (to - from) / 2
	var body meshgen.Indexed
	if thick > 0 {
		body = d.bar(-half, half, [2]float64{0, 0}, [2]float64{thick, 0}, [2]float64{thick, reach}, [2]float64{0, reach})
	} else {
		body = d.trough(-half, half, [2]float64{0, 0}, [2]float64{lean, reach})
	}
	// It is turned around its middle, so that its ends move by no more than it has room for.
	middle := (thick + lean) / 2
	return moved(yawed(moved(body, -middle, 0, 0), yaw), middle+foot, from+half, 0)
}

// onEdge returns a bar that stands on an edge, in a channel that is made for it: with edges on the lid, on both
// walls, or on neither. The corners of the channel are six steps or more from it, so that not all of it is near
// the bar.
func (c *channel) onEdge(d draw, from, to, leastAngle float64) meshgen.Indexed {
	onWalls := d.chance(0.5)
	for {
		degrees, a, b := d.uniform(leastAngle, 90-leastAngle), d.uniform(10, 70), d.uniform(10, 70)
		corners := rectangle(degrees, a, b)
		c.left, c.right, c.high = corners[3][0], corners[1][0], corners[2][1]
		if !onWalls {
			c.left, c.right = c.left-d.uniform(4, 20), c.right+d.uniform(4, 20)
		}
		if wide := c.right - c.left; wide < 20 || wide > 80 || c.high > 80 || min(a, b)*math.Sin(degrees*math.Pi/90) < 12 {
			continue
		}
		c.lid, c.held = d.chance(0.5), onWalls
		if c.lid && d.chance(0.5) {
			c.held = true
		} else {
			c.high += d.uniform(4, 20)
		}
		return d.bar(from, to, corners...)
	}
}

// knife is a wedge whose edge stands in the bottom of a groove. The faces of the wedge leave those of the
// groove at 15 degrees or more.
func knife(d draw, where Storage) sketch {
	length, far := d.length(where)
	wedge, groove := 0.0, 0.0
	for least := where.leastAngle(); groove-wedge <= 2*least; {
		wedge, groove = d.uniform(15, 60), d.uniform(90, 150)
	}
	first := 90 - groove/2
	gap := d.uniform(where.leastAngle(), groove-wedge-where.leastAngle())
	hollow := d.trough(0, length, toward(180-first, d.uniform(30, 300)), [2]float64{}, toward(first, d.uniform(30, 300)))
	from, to, long := length*d.uniform(-0.1, 0.3), length*d.uniform(0.6, 1.1), d.uniform(40, 200)
	left, right := toward(first+gap+wedge, long), toward(first+gap, long*d.uniform(0.7, 1))
	blade := d.bar(from, to, [2]float64{}, right, left)
	if d.chance(0.3) { // open
		blade = d.trough(from, to, left, [2]float64{}, right)
	}
	out := against(blade, hollow, Passes)
	out.far = far
	return out
}

// hinge is three or four sheets that meet in one line, 25 degrees or more from each other, each cut
// differently along the line.
func hinge(d draw, where Storage) sketch {
	length, far := d.length(where)
	n, least := pick(d, 3, 4), max(25, where.leastAngle())
	gaps, sum := make([]float64, n), 0.0
	for i := range gaps {
		gaps[i] = d.ExpFloat64()
		sum += gaps[i]
	}
	var leaves []meshgen.Indexed
	alone, at := -1, d.uniform(0, 360)
	for i := range gaps {
		gaps[i] = least + gaps[i]/sum*(360-float64(n)*least)
		at += gaps[i]
		leaves = append(leaves, d.trough(length*d.uniform(0, 0.2), length*d.uniform(0.8, 1), [2]float64{}, toward(at, d.uniform(30, 300))))
	}
	for i := range gaps {
		if gaps[i] > 65 && gaps[(i+1)%n] > 65 {
			alone = i
		}
	}
	out := together(Passes, leaves...)
	if alone >= 0 { // moved away from the line it parts from the others
		one := leaves[alone]
		others := append(leaves[:alone:alone], leaves[alone+1:]...)
		out = against(one, meshgen.Join(others...), Passes)
	}
	out.far = far
	return out
}

// net is a patch, and a row of others on the other side of one of its borders, each cut differently and
// turned around the border by 20 degrees or more against the next one.
func net(d draw, where Storage) sketch {
	length := pick(d, 100.0, 300, 600) * d.uniform(1, 1.2)
	border := d.cuts(0, length, 20)
	var row []meshgen.Indexed
	before := 100.0
	for i := range border[1:] {
		at := before
		for math.Abs(at-before) < max(20, where.leastAngle()) {
			at = d.uniform(-70, 70)
		}
		before = at
		row = append(row, d.trough(border[i], border[i+1], [2]float64{}, toward(at, d.uniform(20, 200))))
	}
	patch := d.trough(length*d.uniform(-0.1, 0.1), length*d.uniform(0.9, 1.1), toward(180, d.uniform(20, 200)), [2]float64{})
	return against(patch, meshgen.Join(row...), Passes)
}

// between is a bar that stands with an edge in the V between two others, all with an edge on one line. Three
// right angles leave 30 degrees or less between two of them.
func between(d draw, where Storage) sketch {
	length, least := pick(d, 100.0, 300, 600)*d.uniform(1, 1.2), where.leastAngle()
	free := 90 - 3*least
	one := free * d.Float64()
	other := (free - one) * d.Float64()
	bar := func(at float64) meshgen.Indexed {
		return d.bar(length*d.uniform(0, 0.3), length*d.uniform(0.7, 1), rectangle(at, d.uniform(20, 300), d.uniform(20, 300))...)
	}
	return against(bar(45), meshgen.Join(bar(135+least+one), bar(225+2*least+one+other)), Passes)
}

// crosswise are two bars that touch edge to edge, at one point.
func crosswise(d draw, where Storage) sketch {
	steep := 30.0
	if !where.roomy() {
		steep = 40
	}
	bar := func() meshgen.Indexed {
		half := d.uniform(50, 300)
		return d.bar(-half*d.uniform(0.3, 1), half, rectangle(d.uniform(steep, 90-steep), d.uniform(30, 200), d.uniform(30, 200))...)
	}
	below := mapped(bar(), func(p geom.Vec) geom.Vec { return geom.Vec{p[0], -p[1], -p[2]} })
	return against(yawed(bar(), math.Sin(d.uniform(steep+10, 90)*math.Pi/180)), below, Passes)
}

// overhanging is a bar that stands with an edge on the top of another one, across an edge of it.
func overhanging(d draw, where Storage) sketch {
	least := where.leastAngle()
	half, wide := d.uniform(60, 300), d.uniform(100, 400)
	above := d.bar(-half, half*d.uniform(0.5, 1.5), rectangle(d.uniform(least, 90-least), d.uniform(30, 200), d.uniform(30, 200))...)
	above = yawed(above, d.uniform(-0.6, 0.6))
	below := d.bar(-d.uniform(100, 400), 0, [2]float64{-wide, -wide}, [2]float64{wide, -wide}, [2]float64{wide, 0}, [2]float64{-wide, 0})
	return against(above, below, Passes)
}
