package scenegen

import (
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/meshcheck/meshcheck/internal/oracle"
)

// Placements are the ways of Make to put a frame into the world, in a fixed order:
//
//   - none: each object has a node of its own, and the frame is the world;
//   - turned: each object has a node of its own with the whole rotation and translation;
//   - parent: both are below a turned and moved node;
//   - matrix: each object has a node of its own with a matrix;
//   - levels: both are below two turned nodes;
//   - levels apart: each is below two turned nodes of its own, which together are the same;
//   - scaled: below a node, or in nodes of their own, with a scale of 1000 or 1/1000;
//   - mirrored: the frame is mirrored, by a node's scale or by matrices;
//   - stretched: the frame is scaled unequally along its axes;
//   - far: turned, up to 10 km away.
func Placements() []string {
	return []string{"none", "turned", "parent", "matrix", "levels", "levels apart", "scaled", "mirrored", "stretched", "far"}
}

// similarity is a map that scales, turns and moves.
type similarity struct {
	scale oracle.Point
	turn  [4]int64
	at    oracle.Point
}

func (s *similarity) exact() oracle.Map {
	return oracle.Move(s.at).Mul(oracle.Turn(s.turn)).Mul(oracle.Stretch(s.scale))
}

// scaling is the effect of a map on lengths: it multiplies them by factor or more, or exactly
// by factor if it is uniform.
type scaling struct {
	factor  float64
	uniform bool
}

// scaling returns that of s.
func (s *similarity) scaling() scaling {
	scale := s.scale.Float64()
	least := min(math.Abs(scale[0]), math.Abs(scale[1]), math.Abs(scale[2]))
	return scaling{least, least == math.Abs(scale[0]) && least == math.Abs(scale[1]) && least == math.Abs(scale[2])}
}

// anyTurn returns a random quaternion; one in three turns about one axis, by a right
// angle more often than not.
func anyTurn(rng *rand.Rand) [4]int64 {
	if rng.IntN(3) == 0 {
		q := [4]int64{3: pick[int64](rng, 1, 1, 1, 0, 2, 7)}
		q[rng.IntN(3)] = pick[int64](rng, 1, -1, 1, -1, 3)
		return q
	}
	for {
		var q [4]int64
		for k := range q {
			q[k] = int64(random(rng, -9, 9))
		}
		if q != [4]int64{} {
			return q
		}
	}
}

// anyPoint returns a random point up to a distance from the origin along each axis, in
// thousandths.
func anyPoint(rng *rand.Rand, most int) oracle.Point {
	thousandth := func() int64 { return int64(random(rng, -1000*most, 1000*most)) }
	return point(thousandth(), thousandth(), thousandth(), 1000)
}

// placement returns the map of the frame into the world.
func placement(name string, rng *rand.Rand) similarity {
	w := similarity{point(1, 1, 1, 1), anyTurn(rng), anyPoint(rng, 3)}
	uniform := func(x *big.Rat) { w.scale = oracle.Point{x, x, x} }
	switch name {
	case "none":
		w.turn, w.at = [4]int64{0, 0, 0, 1}, point(0, 0, 0, 1)
	case "scaled":
		uniform(power(pick(rng, -3, 3)))
	case "mirrored":
		w.scale = pick(rng, point(-1, 1, 1, 1), point(1, -1, 1, 1), point(-1, -1, -1, 1), point(2, 2, -2, 1))
	case "stretched":
		some := func() int64 { return pick[int64](rng, 1, 2, 4, 10, 30) }
		w.scale = point(some(), some(), some(), pick[int64](rng, 1, 4, 10))
	case "far":
		w.at = anyPoint(rng, pick(rng, 30, 300, 3000, 10000))
	}
	return w
}

// place makes the nodes of a scene, sets its Rounding, and returns the scaling of lengths in
// the frame.
func (s *Scene) place(p *pair, rng *rand.Rand) scaling {
	w := placement(s.Placement, rng)
	style := s.Placement
	switch style {
	case "scaled", "far":
		style = pick(rng, "turned", "parent")
	case "mirrored", "stretched":
		style = pick(rng, "matrix", "parent")
	}
	shared := -1
	switch style {
	case "parent":
		shared = s.add(w.node("p", -1))
	case "levels":
		first := similarity{point(1, 1, 1, 1), anyTurn(rng), anyPoint(rng, 3)}
		shared = s.add(w.node("p", s.add(first.node("r", -1))))
	}
	for k := range p.bodies {
		b := &p.bodies[k]
		name := s.Objects[k].Name
		switch style {
		case "none", "parent", "levels":
			s.Objects[k].Node = s.add(b.node(name, shared))
		case "levels apart":
			s.Objects[k].Node = s.add(b.node(name, s.split(&w, name, rng)))
		case "matrix":
			m := w.exact().Mul(b.place())
			n := newNode(name, -1)
			n.Matrix = &m
			s.Objects[k].Node = s.add(n)
		case "turned":
			n := similarity{w.scale, product(w.turn, b.turn), w.exact().Apply(b.at)}
			s.Objects[k].Node = s.add(n.node(name, -1))
		}
		s.Rounding += s.rounding(s.Objects[k].Node, b.farthest())
	}
	return w.scaling()
}

// add adds a node and returns its number.
func (s *Scene) add(n Node) int {
	s.Nodes = append(s.Nodes, n)
	return len(s.Nodes) - 1
}

// split adds two nodes, one below the other, that together are w, which must not scale.
func (s *Scene) split(w *similarity, name string, rng *rand.Rand) int {
	outer := similarity{point(1, 1, 1, 1), anyTurn(rng), anyPoint(rng, 3)}
	back := [4]int64{-outer.turn[0], -outer.turn[1], -outer.turn[2], outer.turn[3]}
	var way oracle.Point
	for k := range way {
		way[k] = new(big.Rat).Sub(w.at[k], outer.at[k])
	}
	inner := similarity{point(1, 1, 1, 1), product(back, w.turn), oracle.Turn(back).Apply(way)}
	return s.add(inner.node(name+"1", s.add(outer.node(name+"0", -1))))
}

// node returns the node of a body that is in the frame as it is.
func (b *body) node(name string, parent int) Node {
	s := similarity{point(1, 1, 1, 1), b.turn, b.at}
	return s.node(name, parent)
}

// node returns a node with translation, rotation and scale.
func (s *similarity) node(name string, parent int) Node {
	n := newNode(name, parent)
	n.Scale, n.Rotation, n.Translation = s.scale, s.turn, s.at
	return n
}

// product returns the quaternion of q after p.
func product(q, p [4]int64) [4]int64 {
	return [4]int64{
		q[3]*p[0] + q[0]*p[3] + q[1]*p[2] - q[2]*p[1],
		q[3]*p[1] - q[0]*p[2] + q[1]*p[3] + q[2]*p[0],
		q[3]*p[2] + q[0]*p[1] - q[1]*p[0] + q[2]*p[3],
		q[3]*p[3] - q[0]*p[0] - q[1]*p[1] - q[2]*p[2],
	}
}

// farthest returns how far from the origin of its mesh a body may meet another.
func (b *body) farthest() float64 {
	if b.reach > 0 {
		return b.reach
	}
	var most float64
	for _, v := range b.shown.Vertices {
		most = max(most, v.Norm())
	}
	return most
}
