package layout

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/palette"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Picture is a layout as SVG.
type Picture struct {
	// Body is the content of an svg element whose viewBox is ViewBox.
	Body []byte
	// X, Y, Width and Height are the box of the picture.
	X, Y, Width, Height float64
	// LeftOut says what the picture leaves out, or is "".
	LeftOut string
}

// ViewBox returns the attribute of that name.
func (p *Picture) ViewBox() string {
	return fmt.Sprintf("%s %s %s %s", units(p.X), units(p.Y), units(p.Width), units(p.Height))
}

// TextSize returns a suitable text size.
func (p *Picture) TextSize() string { return units(max(p.Width, p.Height) * 0.021) }

// units writes a length with two decimals.
func units(x float64) string { return string(appendSteps(nil, int(math.Round(x*steps)))) }

// Picture draws the layout in approximately most bytes. Its elements have the colours of a light
// page as attributes, and classes for other colours: ground, tile, islands, the names of rules,
// distances, labels. The paths of islands have their numbers as data-island.
func (l *Layout) Picture(most int) *Picture {
	margin := 0.03 * max(l.high[0]-l.low[0], l.high[1]-l.low[1]) * side
	p := &Picture{
		X: l.low[0]*side - margin, Y: l.low[1]*side - margin,
		Width: (l.high[0]-l.low[0])*side + 2*margin, Height: (l.high[1]-l.low[1])*side + 2*margin,
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<rect class="ground" x="%s" y="%s" width="%s" height="%s" fill="#ffffff"/>`+"\n", units(p.X), units(p.Y), units(p.Width), units(p.Height))
	l.tileBorders(&b)
	islands, triangles := l.shapesIn(&b, most)
	l.tileLabels(&b, p)
	l.distancesIn(&b, p)
	p.Body, p.LeftOut = b.Bytes(), leftOut(islands, triangles)
	return p
}

// shapesIn draws the shapes that fit, and returns how many islands and marked triangles were left
// out.
func (l *Layout) shapesIn(b *bytes.Buffer, most int) (islands, triangles int) {
	islands, triangles = l.leftIslands, l.leftTriangles
	groups := map[check.Rule]*bytes.Buffer{}
	var outlines bytes.Buffer
	for i := range l.shapes {
		s := &l.shapes[i]
		switch most -= s.size(); {
		case most < 0 && s.marked:
			triangles += s.triangles
		case most < 0:
			islands++
		case s.marked:
			if groups[s.rule] == nil {
				groups[s.rule] = &bytes.Buffer{}
			}
			fmt.Fprintf(groups[s.rule], `<path d="%s"/>`+"\n", s.path)
		default:
			fill := ""
			if s.covered {
				fill = ` fill="none"`
			}
			fmt.Fprintf(&outlines, `<path data-island="%d"%s d="%s"/>`+"\n", s.island, fill, s.path)
		}
		if most < 0 {
			most += s.size() // smaller ones may still fit
		}
	}
	group := func(r check.Rule) {
		if groups[r] != nil {
			fmt.Fprintf(b, `<g class="%s" %s>`+"\n%s</g>\n", r, paintOf(r), groups[r].Bytes())
		}
	}
	for _, r := range []check.Rule{check.UVStacked, check.UVFold, check.UVOverlap} {
		group(r)
	}
	fmt.Fprintf(b, `<g class="islands" fill="#5b6b80" fill-opacity=".1" stroke="#3a4250" stroke-width="1">`+"\n%s</g>\n", outlines.Bytes())
	group(check.UVFlipped) // lines on top
	return islands, triangles
}

// paintOf returns the paint attributes for a rule.
func paintOf(r check.Rule) string {
	color := palette.Of(r, check.Error).Hex()
	if r == check.UVFlipped {
		return fmt.Sprintf(`fill="none" stroke="%s" stroke-width="2"`, color)
	}
	return fmt.Sprintf(`fill="%s" fill-opacity=".4"`, color)
}

// leftOut says what a picture leaves out.
func leftOut(islands, triangles int) string {
	var parts []string
	if islands > 0 {
		parts = append(parts, wording.GroupedCount(islands, "island"))
	}
	if triangles > 0 {
		parts = append(parts, wording.GroupedCount(triangles, "marked triangle"))
	}
	if parts == nil {
		return ""
	}
	return strings.Join(parts, " and ") + " left out of the picture"
}

// mostTiles is the greatest number of tiles with borders of their own.
const mostTiles = 2500

// tileBorders draws the borders of all tiles in the picture, or only of the one at the origin.
func (l *Layout) tileBorders(b *bytes.Buffer) {
	low := [2]int{int(math.Floor(l.low[0])), int(math.Floor(l.low[1]))}
	high := [2]int{int(math.Ceil(l.high[0])), int(math.Ceil(l.high[1]))}
	if (high[0]-low[0])*(high[1]-low[1]) > mostTiles {
		low, high = [2]int{0, 0}, [2]int{1, 1}
	}
	var path []byte
	for i := low[0]; i <= high[0]; i++ {
		path = appendLine(path, []point{{i * side * steps, low[1] * side * steps}, {i * side * steps, high[1] * side * steps}})
	}
	for j := low[1]; j <= high[1]; j++ {
		path = appendLine(path, []point{{low[0] * side * steps, j * side * steps}, {high[0] * side * steps, j * side * steps}})
	}
	fmt.Fprintf(b, `<path class="tile" fill="none" stroke="#9aa0a8" stroke-width="1" stroke-dasharray="5 4" d="%s"/>`+"\n", path)
	fmt.Fprintf(b, `<path class="tile" fill="none" stroke="#6b717a" stroke-width="2" d="M0 0h%dv%dh-%dz"/>`+"\n", side, side, side)
}

// tileLabels labels the tiles if there are several.
func (l *Layout) tileLabels(b *bytes.Buffer, p *Picture) {
	if len(l.tiles) == 0 {
		return
	}
	tiles := l.tiles
	if !slices.ContainsFunc(tiles, func(t check.UVTile) bool { return t.I == 0 && t.J == 0 }) {
		tiles = append([]check.UVTile{{}}, tiles...)
	}
	size := max(p.Width, p.Height) * 0.021
	fmt.Fprint(b, `<g class="labels" fill="#4a4f57" stroke="#ffffff" stroke-width="3" paint-order="stroke">`+"\n")
	for _, t := range tiles[:min(len(tiles), mostTiles)] {
		if max(abs(t.I), abs(t.J)) > reach {
			continue
		}
		fmt.Fprintf(b, `<text x="%s" y="%s">%s</text>`+"\n", units(float64(t.I*side)+size*0.4), units(float64(t.J*side)+size*1.2), tileName(t))
	}
	fmt.Fprint(b, "</g>\n")
}

func abs(n int) int { return max(n, -n) }

func tileName(t check.UVTile) string {
	if n := t.UDIM(); n > 0 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("(%d, %d)", t.I, t.J)
}

// distancesIn draws the places where islands are too close.
func (l *Layout) distancesIn(b *bytes.Buffer, p *Picture) {
	if len(l.distances) == 0 {
		return
	}
	fmt.Fprintf(b, `<g class="distances" fill="#1b1d21" stroke="%s" stroke-width="3" stroke-linecap="round">`+"\n", palette.Of(check.UVPadding, check.Error).Hex())
	for i := range l.distances {
		d := &l.distances[i]
		line := appendPoint([]byte("M"), d.at[0])
		line = appendPoint(append(line, 'L'), d.at[1])
		fmt.Fprintf(b, `<path d="%s"/>`+"\n", line)
	}
	for i := range l.distances {
		if d := &l.distances[i]; d.label != "" {
			middle := point{(d.at[0][0] + d.at[1][0]) / 2, (d.at[0][1] + d.at[1][1]) / 2}
			beside := `dx=".5em"`
			if float64(middle[0])/steps > p.X+0.88*p.Width {
				beside = `dx="-.5em" text-anchor="end"`
			}
			fmt.Fprintf(b, `<text x="%s" y="%s" %s dy=".35em" stroke="#ffffff" paint-order="stroke">%s</text>`+"\n",
				appendSteps(nil, middle[0]), appendSteps(nil, middle[1]), beside, d.label)
		}
	}
	fmt.Fprint(b, "</g>\n")
}

// Escape escapes a text for XML.
func Escape(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // a builder never fails
	return b.String()
}
