// Package palette has the colours of findings in pages, pictures and marked models.
package palette

import (
	"fmt"

	"github.com/meshcheck/meshcheck/check"
)

// RGB is a colour, red, green and blue.
type RGB [3]uint8

// These colours can be distinguished with any common colour blindness: M. Okabe and K. Ito, Color
// Universal Design, 2008. Wine, darker than all of them, is from P. Tol, Colour Schemes, 2021.
var (
	vermilion = RGB{0xd5, 0x5e, 0x00}
	orange    = RGB{0xe6, 0x9f, 0x00}
	yellow    = RGB{0xf0, 0xe4, 0x42}
	green     = RGB{0x00, 0x9e, 0x73}
	skyBlue   = RGB{0x56, 0xb4, 0xe9}
	blue      = RGB{0x00, 0x72, 0xb2}
	purple    = RGB{0xcc, 0x79, 0xa7}
	wine      = RGB{0x88, 0x22, 0x55}
)

// terminals maps these colours to similar ones among the 256 of terminals that are legible on black
// and on white.
var terminals = map[RGB]int{vermilion: 166, orange: 178, yellow: 142, green: 36, skyBlue: 74, blue: 32, purple: 175, wine: 125}

var ofRules = map[check.Rule]RGB{
	check.Crossing:   vermilion,
	check.Overlap:    blue,
	check.Duplicate:  purple,
	check.ZFighting:  yellow,
	check.Nonfinite:  skyBlue,
	check.Degenerate: orange,
	check.Touch:      green,

	check.EdgeCrossing: wine,

	check.PartsCrossing:     vermilion,
	check.PartsOverlap:      blue,
	check.DuplicateInstance: purple,
	check.TooNear:           yellow,
	check.Contained:         skyBlue,
	check.PartsUndecided:    orange,
	check.PartsTouch:        green,

	check.UVOverlap:     vermilion,
	check.UVFold:        blue,
	check.UVStacked:     purple,
	check.UVFlipped:     orange,
	check.UVPadding:     green,
	check.UVBorder:      green,
	check.UVOutOfRange:  skyBlue,
	check.UVCrossesTile: skyBlue,
}

var ofSeverities = map[check.Severity]RGB{check.Error: vermilion, check.Warning: orange, check.Info: skyBlue}

// Of returns the colour of findings of a rule. A pair of objects has the colour of the findings
// that decide its rule. A rule without a colour of its own has that of its kind or else of the
// severity, or black in UV sets, where it cannot be drawn.
func Of(r check.Rule, s check.Severity) RGB {
	for _, of := range []check.Rule{r, r.Kind()} {
		if c, ok := ofRules[of]; ok {
			return c
		}
	}
	if r.Check() == check.UV {
		return RGB{}
	}
	return ofSeverities[s]
}

// Hex returns the colour in the form "#d55e00".
func (c RGB) Hex() string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }

// Terminal returns the number of a rule's colour among the 256 of terminals, if it has one.
func Terminal(r check.Rule, s check.Severity) (number int, ok bool) {
	number, ok = terminals[Of(r, s)]
	return number, ok
}

// Severity returns the colour for findings shown by severity alone.
func Severity(s check.Severity) RGB { return ofSeverities[s] }

// Objects are the colours of the two objects of a pair, light yellow and a darker blue. They can be
// distinguished with any common colour blindness, and are pale beside the colours of rules.
var Objects = [2]RGB{{0xe4, 0xd2, 0x7c}, {0x7d, 0xa6, 0xd9}}

// Hull is the colour of collision hulls.
var Hull = RGB{0x9c, 0xc4, 0xe4}

// Far are the colours of the greatest distances of a mesh from its hulls, and of hulls from their
// mesh. Orange and blue can be distinguished with any common colour blindness.
var Far = [2]RGB{vermilion, {0x08, 0x51, 0x9c}}
