package uv

import (
	"context"
	"fmt"
	"slices"

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
	*Searched
}

// Searched is what the check of a sheet found about its triangles. It holds only what takes long to
// find, in 6 bytes for each triangle.
type Searched struct {
	// Island is the island of each triangle, numbered as in check.IslandPair and check.NearIslands.
	Island  []uint32
	Islands int
	Marks   []Mark
	// Outline has bit k set for each triangle whose edge from corner k to the next lies on the
	// outline of its island.
	Outline []uint8
}

// Mark is the set of the rules with marks that a triangle breaks.
type Mark uint8

// marked are the rules for which triangles have marks. Overlaps and folds are those of wide places.
var marked = [...]check.Rule{check.UVOverlap, check.UVFold, check.UVStacked, check.UVFlipped}

// MarkOf returns the mark of triangles that break a rule, 0 if there is none.
func MarkOf(r check.Rule) Mark {
	if k := slices.Index(marked[:], r); k >= 0 {
		return 1 << k
	}
	return 0
}

// Draw returns the drawing of a sheet of the scene of w, which was checked before. Without what the
// check found it searches again. It fails with ctx's error, and if the scene has no such sheet.
func Draw(ctx context.Context, w *world.World, sheet int, found *Searched, workers int) (*Drawing, error) {
	sheets, _ := sheetsOf(w.Scene(), nil, 0, nil)
	if sheet < 0 || sheet >= len(sheets) {
		return nil, fmt.Errorf("there is no sheet %d of %d", sheet, len(sheets))
	}
	c := checker{world: w, sheet: sheets[sheet], settings: check.Settings{Workers: workers}}
	if err := c.read(ctx); err != nil {
		return nil, err
	}
	if found == nil {
		if err := c.search(ctx, func(float64) {}); err != nil {
			return nil, err
		}
		found = c.searched()
	}
	d := &Drawing{Faces: c.layout.faces, Triangles: make([]plane.Triangle, len(c.layout.shown)), Searched: found}
	side := c.layout.shownTile()
	for i := range d.Triangles {
		for k, p := range c.layout.shown[i] {
			d.Triangles[i][k] = Downwards(geom.Vec2{p[0] / side, p[1] / side}, w.Scene().VUp)
		}
	}
	return d, nil
}

// Downwards returns a point of the plane, in tiles, with V pointing down; vUp is mesh.Scene.VUp. The tile
// at the origin stays where it is.
func Downwards(p geom.Vec2, vUp bool) geom.Vec2 {
	if vUp {
		p[1] = 1 - p[1]
	}
	return p
}

// searched returns what the search found about the triangles.
func (c *checker) searched() *Searched {
	s := &Searched{Island: c.islands.of, Islands: c.islands.count(), Marks: make([]Mark, len(c.islands.of)), Outline: c.islands.outline}
	for i := range s.Marks {
		found := c.overlaps.marks[c.stacks.entryOf(c.layout, c.islands, uint32(i))].Load()
		broken := [len(marked)]bool{
			found&overlapsWide != 0, found&foldsWide != 0, c.stacks.stacked(uint32(i)), c.windings.flipped(c.layout, c.islands, i),
		}
		for k, is := range broken {
			if is {
				s.Marks[i] |= 1 << k
			}
		}
	}
	return s
}
