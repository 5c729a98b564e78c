package check

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/geom"
)

// FingerprintAll sets the fingerprints of all issues of one file. Issues with the same identity are
// numbered in the order of their boxes, and then in their order in the result.
func FingerprintAll(issues []Issue) {
	alike := map[string][]*Issue{}
	for i := range issues {
		is := &issues[i]
		alike[is.identity] = append(alike[is.identity], is)
	}
	for identity, group := range alike { // independent of each other, so map order does not matter
		slices.SortStableFunc(group, func(a, b *Issue) int { return compareBoxes(&a.Box, &b.Box) })
		for n, is := range group {
			sum := sha256.Sum256([]byte(identity + "\x00" + strconv.Itoa(n)))
			is.Fingerprint, is.identity = hex.EncodeToString(sum[:16]), ""
		}
	}
}

// QuoteNames returns names as identities contain them. Quotes keep the boundaries between names,
// and bytes that are not UTF-8 become what the JSON report writes for them.
func QuoteNames(names ...string) string {
	quoted := make([]string, len(names))
	for k, name := range names {
		quoted[k] = fmt.Sprintf("%q", string([]rune(name)))
	}
	return strings.Join(quoted, " ")
}

// gridCell names the grid cell that contains the centre of box b; it returns "-" for an empty box
// or frame. The width of a cell is a power of two, between 1/256 and 1/128 of the diagonal of the
// frame, so it stays the same while the frame grows or shrinks a little.
//
// The two constants keep round numbers away from the borders of cells: a diagonal of 1, 2, 5 or 10
// times 1.37 is not near a power of two, and 0.3 is not a binary fraction.
func gridCell(b, frame geom.Box) string {
	size := frame.Diagonal()
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

func compareBoxes(a, b *geom.Box) int {
	if c := slices.Compare(a.Min[:], b.Min[:]); c != 0 {
		return c
	}
	return slices.Compare(a.Max[:], b.Max[:])
}
