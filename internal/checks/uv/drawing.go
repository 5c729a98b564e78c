package uv

import (
	"context"
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/plane"
)

// Drawing is the layout of a sheet for drawing: the triangles that take part in the checks, by
// index.
type Drawing struct {
	// Triangles in UV after the sheet's transform, with tiles of side 1 and V pointing down.
	Triangles []plane.Triangle
	Faces     []check.UVFace
	// Island is the island of each triangle, numbered as in check.IslandPair and check.NearIslands.
	Island  []uint32
	Islands int
	Marks   []Mark
	// Outline has bit k set for each triangle whose edge from corner k to the next lies on the
	// outline of its island.
	Outline []uint8
}

// Mark is a set of findings about a triangle.
type Mark uint8

// The marks of a triangle. Overlapping and Folding are those of wide places.
const (
	Overlapping Mark = 1 << iota
	Folding
	Stacked
	Flipped
	OutOfRange
)

// Draw returns the drawing of a sheet of the scene of w, which was checked before. It fails with
// ctx's error, and if the scene has no such sheet.
func Draw(ctx context.Context, w *world.World, sheet, workers int) (*Drawing, error) {
	sheets, _ := sheetsOf(w.Scene(), 0)
	if sheet < 0 || sheet >= len(sheets) {
		return nil, fmt.Errorf("there is no sheet %d of %d", sheet, len(sheets))
	}
	c := checker{sheet: sheets[sheet], options: &check.UVOptions{}, settings: check.Settings{Workers: workers}, out: &check.UVSheet{}, scene: w.Scene()}
	if err := c.find(ctx, w, func(float64) {}); err != nil {
		return nil, err
	}
	d := &Drawing{
		Faces: c.layout.faces, Island: c.islands.of, Islands: c.islands.count(), Outline: c.islands.outline,
		Triangles: make([]plane.Triangle, len(c.layout.shown)), Marks: make([]Mark, len(c.layout.shown)),
	}
	side := c.layout.shownTile()
	for i := range d.Triangles {
		for k, p := range c.layout.shown[i] {
			d.Triangles[i][k] = geom.Vec2{p[0] / side, p[1] / side}
		}
		d.Marks[i] = c.markOf(uint32(i))
	}
	return d, nil
}

// markOf returns the marks of a triangle.
func (c *checker) markOf(i uint32) (m Mark) {
	found := c.overlaps.marks[c.stacks.entryOf(c.layout, c.islands, i)].Load()
	for _, row := range []struct {
		mark Mark
		is   bool
	}{
		{Overlapping, found&overlapsWide != 0},
		{Folding, found&foldsWide != 0},
		{Stacked, c.stacks.stacked(i)},
		{Flipped, c.windings.flipped(c.layout, c.islands, int(i))},
		{OutOfRange, c.ranges.outOfRange[i]},
	} {
		if row.is {
			m |= row.mark
		}
	}
	return m
}

// Marks are the rules for which triangles are highlighted, with their marks.
var Marks = map[check.Rule]Mark{
	check.UVOverlap: Overlapping, check.UVFold: Folding, check.UVStacked: Stacked, check.UVFlipped: Flipped,
}
