package scenegen

import (
	"fmt"
	"math"
	"math/big"

	"github.com/meshcheck/meshcheck/internal/oracle"
)

// Class is how two objects meet.
type Class uint8

const (
	// InEachOther: a crossing or an overlap, whichever word fits.
	InEachOther Class = iota
	// Contained: one lies inside the other with room around it.
	Contained
	// Duplicate: the same triangles at the same place.
	Duplicate
	// TouchOrNothing: contact or none, which may depend on rounding.
	TouchOrNothing
	// Either: in between; any answer that some rounding explains is right.
	Either
)

// String returns a few words for c.
func (c Class) String() string {
	return [...]string{"in each other", "contained", "duplicate", "touch or nothing", "either"}[c]
}

// Want is the answer that a scene should get.
type Want struct {
	Class Class
	// Inner is the object that is inside, 0 or 1, for Contained.
	Inner int
	// Radius is a lower bound, in the world, of the radius of a ball in both bodies. For
	// surfaces it is the least of how far each reaches beyond the other and how long they
	// cross, or half the width of their overlap; for Contained, the room around the inner
	// object.
	Radius float64
	// Depth is the length of the shortest translation that separates two convex bodies, to
	// float64 precision, 0 if unknown.
	Depth float64
}

// String describes the expected answer.
func (w Want) String() string {
	if w.Class == Contained {
		return fmt.Sprintf("%v, inner %d", w.Class, w.Inner)
	}
	return w.Class.String()
}

// Accepts reports whether a verdict is right: a word of the report, "" for no finding.
// Inner counts for "contained" only.
func (w Want) Accepts(verdict string, inner int) bool {
	switch w.Class {
	case InEachOther:
		return verdict == "crossing" || verdict == "overlap"
	case Contained:
		return verdict == "contained" && inner == w.Inner
	case Duplicate:
		return verdict == "duplicate_instance"
	case TouchOrNothing:
		return verdict == "touch" || verdict == ""
	}
	return true
}

// deadZone is the multiple of Scene.Rounding up to which a radius, or the room around a
// contained object, decides nothing: 8 by the rule, doubled because a check may bound
// rounding more coarsely than this package does.
const deadZone = 16

// want returns the answer for a pair whose lengths a placement multiplies by at least least.
func (p *pair) want(least scaling, rounding float64) Want {
	w := Want{Class: p.class, Inner: p.inner, Radius: p.radius * least.factor}
	inside := w.Class == InEachOther || w.Class == Contained
	if inside && w.Radius <= deadZone*rounding || p.gap > 0 && p.gap*least.factor <= deadZone*rounding {
		w.Class = Either
	}
	if least.uniform {
		w.Depth = p.depth * least.factor
	}
	return w
}

// decide sets the answer for two convex bodies by exact arithmetic.
func (p *pair) decide() {
	s := oracle.NewPlacedScene([]oracle.Placed{p.bodies[0].plainly(), p.bodies[1].plainly()})
	c := s.Convex(0, 1)
	p.depth = root(c.Parting)
	switch in, around := s.Margin(1, 0), s.Margin(0, 1); {
	case c.Parting.Sign() == 0:
		p.class = TouchOrNothing
	case in != nil && in.Sign() > 0:
		p.class, p.inner, p.radius = Contained, 1, root(in)
	case around != nil && around.Sign() > 0:
		p.class, p.inner, p.radius = Contained, 0, root(around)
	case in != nil && around != nil && p.equal():
		p.class = Duplicate
	default:
		p.class, p.radius = InEachOther, root(c.Ball)
	}
}

// root returns the square root of a squared length, to float64's precision.
func root(squared *big.Rat) float64 {
	x, _ := squared.Float64()
	return math.Sqrt(x)
}
