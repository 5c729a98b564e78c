package report

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/parts"
	"github.com/meshcheck/meshcheck/geom"
)

// nearest writes where two objects come nearest to each other.
func (l *jsonLine) nearest(n *parts.Nearest) {
	l.open('{')
	l.finite("distance", n.Distance)
	l.bool("contact", n.Contact)
	l.points("points", n.Points[:]...)
	l.face("a", &n.Faces[0])
	l.face("b", &n.Faces[1])
	l.close('}')
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

// apart says how far apart two objects are that are too near.
func apart(f *File, n *parts.Nearest) string {
	if n.Contact {
		return "in contact"
	}
	return withUnit(below(n.Distance, f.Result.Between.Clearance), f.Unit) + " apart"
}

// below writes a size in as many digits as tell it from the limit that it is below.
func below(x, limit float64) string {
	for digits := 3; quantity(x) == quantity(limit) && digits < 17; digits++ {
		text := strconv.FormatFloat(x, 'g', digits, 64)
		if short, err := strconv.ParseFloat(text, 64); err == nil && short < limit {
			return text
		}
	}
	return quantity(x)
}

// nearestPlace is the place in the middle of the nearest points.
func nearestPlace(n *parts.Nearest) string {
	return place(&check.Finding{Rule: check.Touch, A: n.Faces[0], B: &n.Faces[1], Segment: n.Points[:]})
}

// limitText says what distance objects had to keep, "" if none.
func limitText(f *File) string {
	if limit := f.Result.Between.Clearance; limit > 0 {
		return ", clearance " + withUnit(strconv.FormatFloat(limit, 'g', -1, 64), f.Unit)
	}
	return ""
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
