package json

import (
	"math"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/wording"
)

// What a report may have by the ten thousands, findings and regions, is appended by hand: the library takes
// several times as long.

func (n *numbers) appendFinding(b []byte, f *check.Finding) []byte {
	b = appendWord(b, `{"kind":"`, f.Rule.Kind().String())
	if f.Severity != f.Rule.Severity() {
		b = appendWord(b, `,"severity":"`, f.Severity.String())
	}
	b = n.appendFace(append(b, `,"a":`...), &f.A)
	if f.B != nil {
		b = n.appendPair(b, f)
	}
	return append(b, '}')
}

// appendPair appends the members of a finding about more than one triangle.
func (n *numbers) appendPair(b []byte, f *check.Finding) []byte {
	kind := f.Rule.Kind()
	_, flat := shape(f.Rule)
	b = n.appendFace(append(b, `,"b":`...), f.B)
	b = strconv.AppendBool(append(b, `,"same_shell":`...), f.SameShell)
	if kind == check.Crossing {
		b = strconv.AppendBool(append(b, `,"through_edge":`...), f.ThroughEdge)
	}
	switch {
	case f.Rule == check.ZFighting:
		b = append(b, `,"z_fighting":true`...)
	case f.Rule.WithinPrecision():
		b = append(b, `,"within_precision":true`...)
	case f.Rule == check.OpenEdgeCrossing:
		b = append(b, `,"open":true`...)
	}
	if flat {
		b = appendWord(b, `,"facing":"`, f.Facing.String())
	}
	// Triangles in one plane that only touch have a Polygon of one or two corners, which is
	// a segment here, so that a polygon always has an inside.
	switch corners := len(f.Polygon); {
	case corners >= 3:
		b = n.appendList(b, `,"polygon":`, f.Polygon...)
	case corners > 0 && f.Rule == check.Touch:
		b = n.appendList(b, `,"segment":`, f.Polygon[0], f.Polygon[corners-1])
	default:
		b = n.appendList(b, `,"segment":`, f.Segment...)
	}
	if f.Rule.Size() == check.OfArea {
		b = appendSize(b, `,"area":`, f.Area)
	}
	if kind != check.EdgeCrossing {
		b = appendSize(b, `,"depth":`, f.Depth)
	}
	if f.Region >= 0 {
		b = appendNatural(b, `,"region":`, f.Region)
	}
	if kind == check.EdgeCrossing {
		b = appendNatural(b, `,"at_edge":`, f.AtEdge)
		for k := range f.Others {
			b = n.appendFace(append(b, wording.Either(k == 0, `,"others":[`, ",")...), &f.Others[k])
		}
		if len(f.Others) > 0 {
			b = append(b, ']')
		}
	}
	return b
}

func (n *numbers) appendFace(b []byte, f *check.Face) []byte {
	b = appendNatural(b, `{"part":`, f.Part)
	b = appendNatural(b, `,"triangle":`, f.Triangle)
	b = appendNatural(b, `,"in_part":`, f.InPart)
	if f.CutFrom > 0 {
		b = appendNatural(b, `,"face":`, f.CutFrom-1)
	}
	return append(n.appendList(b, `,"corners":`, f.Corners[:]...), '}')
}

func (n *numbers) appendRegion(b []byte, id int, r *check.Region) []byte {
	b = appendNatural(b, `{"id":`, id)
	if r.Number > 0 {
		b = appendNatural(b, `,"number":`, r.Number)
	}
	counts := Counts(r.Counts)
	b = counts.append(append(b, `,"counts":`...))
	if r.Counts.ThroughEdge > 0 {
		b = appendNatural(b, `,"through_edge":`, r.Counts.ThroughEdge)
	}
	b = n.appendList(b, `,"box":`, r.Box.Min, r.Box.Max)
	b = appendSize(b, `,"depth":`, r.Depth)
	if r.CrossingDepth > 0 {
		b = appendSize(b, `,"crossing_depth":`, r.CrossingDepth)
	}
	if r.Width > 0 {
		b = appendSize(b, `,"width":`, r.Width)
	}
	b = appendSize(b, `,"area":`, r.Area)
	b = appendSize(b, `,"length":`, r.Length)
	if r.Counts.OfKind(check.EdgeCrossing) > 0 {
		b = appendSize(b, `,"edge_length":`, r.EdgeLength)
	}
	b = appendInts(append(b, `,"parts":[`...), r.Parts)
	if len(r.Shells) > 0 {
		b = appendInts(append(b, `,"shells":[`...), r.Shells)
	}
	return append(b, '}')
}

// appendList appends a member that is a list of points, unless it is empty or has one that is not finite.
func (n *numbers) appendList(b []byte, name string, points ...geom.Vec) []byte {
	if !listed(points) {
		return b
	}
	return n.appendPoints(append(b, name...), points)
}

// listed reports whether a report has some points.
func listed(points []geom.Vec) bool {
	return len(points) > 0 && !slices.ContainsFunc(points, func(p geom.Vec) bool { return !p.Finite() })
}

// writeList writes points, or null where a report has none.
func writeList(enc *jsontext.Encoder, points []geom.Vec) error {
	if !listed(points) {
		return enc.WriteToken(jsontext.Null)
	}
	return enc.WriteValue(forgetful.appendPoints(enc.AvailableBuffer(), points))
}

func (n *numbers) appendPoints(b []byte, points []geom.Vec) []byte {
	for i, p := range points {
		b = n.appendPoint(append(b, "[,"[min(i, 1)]), p)
	}
	return append(b, ']')
}

func (n *numbers) appendPoint(b []byte, p geom.Vec) []byte {
	for k, x := range p {
		b = n.append(append(b, "[,"[min(k, 1)]), x)
	}
	return append(b, ']')
}

// appendInts appends what follows the bracket of a list.
func appendInts(b []byte, all []int) []byte {
	for i, n := range all {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return append(b, ']')
}

func appendNatural(b []byte, start string, n int) []byte {
	return strconv.AppendInt(append(b, start...), int64(n), 10)
}

func appendWord(b []byte, start, word string) []byte {
	return append(append(append(b, start...), word...), '"')
}

// appendSize appends a member, unless it is not finite.
func appendSize(b []byte, start string, x float64) []byte {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return b
	}
	return appendNumber(append(b, start...), x)
}

// appendNumber appends the shortest decimal number that reads back as x.
func appendNumber(b []byte, x float64) []byte {
	if a := math.Abs(x); a == 0 || a >= 1e-6 && a < 1e21 {
		return strconv.AppendFloat(b, x, 'f', -1, 64)
	}
	b = strconv.AppendFloat(b, x, 'e', -1, 64)
	if n := len(b); b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' {
		b = append(b[:n-2], b[n-1]) // e-09 is e-9
	}
	return b
}
