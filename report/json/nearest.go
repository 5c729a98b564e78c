package json

import (
	"errors"
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/parts"
	"github.com/meshcheck/meshcheck/geom"
)

// Nearest writes where two objects come nearest to each other.
func (l *Line) Nearest(n *parts.Nearest) {
	l.Open('{')
	l.finite("distance", n.Distance)
	l.bool("contact", n.Contact)
	l.points("points", n.Points[:]...)
	l.face("a", &n.Faces[0])
	l.face("b", &n.Faces[1])
	l.Close('}')
}

func (d *jsonReader) nearest(p *parts.Pair) func() error {
	return func() error {
		var n parts.Nearest
		var points []geom.Vec
		err := d.object([]field{
			{"distance", true, d.size(&n.Distance)},
			{"contact", true, d.flag(&n.Contact)},
			{"points", true, d.points(&points, 2, 2)},
			{"a", true, d.face(&n.Faces[0])},
			{"b", true, d.face(&n.Faces[1])},
		})
		switch {
		case err != nil:
			return err
		case n.Contact && n.Distance > 0:
			return fmt.Errorf("in contact, and %v apart", n.Distance)
		}
		n.Points, p.Nearest = [2]geom.Vec(points), &n
		return nil
	}
}

// length reads a length above 0.
func (d *jsonReader) length(to *check.Length) func() error {
	return func() error {
		return d.object([]field{
			{"value", true, d.limit(&to.Value)},
			{"unit", true, d.chosen(&to.Unit, check.Units())},
		})
	}
}

// limit reads a length above 0.
func (d *jsonReader) limit(to *float64) func() error {
	return func() error {
		err := d.size(to)()
		if err == nil && *to == 0 {
			err = errors.New("nothing is nearer than 0")
		}
		return err
	}
}
