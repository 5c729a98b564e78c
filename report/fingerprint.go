package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/self"
	"github.com/meshcheck/meshcheck/geom"
)

// A fingerprint tells a program that an issue of this report is the same as one of
// an earlier report. It is made of the kind, the names of the mesh and of its first
// node, or of both objects of a pair or of hulls and their nodes, and the place of the
// region, which a coarse grid keeps from changing with the last digits of a coordinate.
// Numbers of triangles, parts, counts and depths have no share in it: they change when a
// model is exported again or partly mended.

// fingerprintIssues gives the issues of one file their fingerprints. Issues that nothing
// but their order tells apart are numbered in the order of their boxes.
func fingerprintIssues(issues []Issue) {
	alike := map[string][]*Issue{}
	for i := range issues {
		key := issues[i].identity()
		alike[key] = append(alike[key], &issues[i])
	}
	for key, group := range alike { // each on its own, so that their order does not matter
		slices.SortStableFunc(group, func(a, b *Issue) int { return compareBoxes(a.box(), b.box()) })
		for n, is := range group {
			sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(n)))
			is.Fingerprint = hex.EncodeToString(sum[:16])
		}
	}
}

// identity returns what makes the issue the one that it is.
func (is *Issue) identity() string {
	cell := "-"
	switch {
	case is.Pair != nil:
		cell = pairCell(is.Pair)
	case is.Mesh != nil:
		cell = gridCell(is.box(), is.Mesh.Box)
	}
	return is.Rule.String() + " " + is.names + " " + cell
}

// HashNames returns a short stand-in for the names that an issue of m has a share
// in, which may be long. Quotes keep one name from passing for two, and bytes that are
// not UTF-8 count as the JSON report writes them.
func HashNames(m *self.Result) string {
	node := ""
	if len(m.Instances) > 0 {
		node = m.Instances[0]
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q", string([]rune(m.Name)), string([]rune(node))))
	return hex.EncodeToString(sum[:])
}

// gridCell names the cell of a grid that the centre of box b is in. Its width is a
// power of two, between 1/256 and 1/128 of the diagonal of the mesh, so that it stays the same
// while the mesh grows or shrinks a little.
//
// The numbers that people like are kept away from the borders of cells: 1.37 is far
// enough from a power of two for a diagonal of 1, 2, 5 or 10 not to come near one, and
// 0.3 is no binary fraction.
func gridCell(b, mesh geom.Box) string {
	size := mesh.Diagonal()
	if b.Empty() || !(size > 0) || math.IsInf(size, 0) {
		return "-"
	}
	_, exponent := math.Frexp(size * 1.37)
	cell := make([]string, len(b.Min))
	for k := range cell {
		centre := b.Min[k]/2 + b.Max[k]/2
		cell[k] = strconv.FormatFloat(math.Floor(math.Ldexp(centre, 8-exponent)+0.7), 'f', 0, 64)
	}
	return strings.Join(cell, " ")
}

func compareBoxes(a, b geom.Box) int {
	if c := slices.Compare(a.Min[:], b.Min[:]); c != 0 {
		return c
	}
	return slices.Compare(a.Max[:], b.Max[:])
}

// box returns the box of the issue's region, or of those of its pair, an empty one for an issue without.
func (is *Issue) box() geom.Box {
	if r := is.Where(); r != nil {
		return r.Box
	}
	if is.Pair != nil {
		return PairBox(is.Pair)
	}
	return geom.EmptyBox()
}

// Where returns the region of the issue, nil if it has none.
func (is *Issue) Where() *check.Region {
	if is.Region < 0 {
		return nil
	}
	return &is.Mesh.Regions[is.Region]
}
