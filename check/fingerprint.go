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

// FingerprintAll sets the fingerprints of all issues of one file, in the order of its result.
// Issues that nothing but their order tells apart are numbered in the order of their boxes.
func FingerprintAll(issues []Issue) {
	alike := map[string][]*Issue{}
	for i := range issues {
		is := &issues[i]
		alike[is.identity] = append(alike[is.identity], is)
	}
	for identity, group := range alike { // each on its own, so that their order does not matter
		slices.SortStableFunc(group, func(a, b *Issue) int { return compareBoxes(&a.Box, &b.Box) })
		for n, is := range group {
			sum := sha256.Sum256([]byte(identity + "\x00" + strconv.Itoa(n)))
			is.Fingerprint, is.identity = hex.EncodeToString(sum[:16]), ""
		}
	}
}

// QuoteNames returns names as identities have them: quotes keep one from passing for two, and
// bytes that are not UTF-8 count as the JSON report writes them.
func QuoteNames(names ...string) string {
	quoted := make([]string, len(names))
	for k, name := range names {
		quoted[k] = fmt.Sprintf("%q", string([]rune(name)))
	}
	return strings.Join(quoted, " ")
}

// gridCell names the cell of a grid that the centre of box b is in, "-" for an empty box or
// frame. Its width is a power of two, between 1/256 and 1/128 of the diagonal of the frame, so
// that it stays the same while that grows or shrinks a little.
//
// The numbers that people like are kept away from the borders of cells: 1.37 is far
// enough from a power of two for a diagonal of 1, 2, 5 or 10 not to come near one, and
// 0.3 is no binary fraction.
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
