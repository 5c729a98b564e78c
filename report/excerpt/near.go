package excerpt

import "github.com/meshcheck/meshcheck/geom"

// regionGrid finds the regions that a triangle is near to. It divides a mesh's box
// into gridSide³ cells, each with the worst of the regions around it.
type regionGrid struct {
	box   geom.Box
	cells [][]uint32
	near  []geom.Box // the regions' boxes, enlarged
}

const (
	gridSide = 32
	// Regions that fill more cells are left out: most of what their box holds is far
	// from their findings.
	cellsPerRegion = 512
	// Triangles that fill more cells survive any decimation.
	cellsPerTriangle = 64
	regionsPerCell   = 32
)

func newRegionGrid(box geom.Box, regions []geom.Box) *regionGrid {
	g := &regionGrid{box: box, cells: make([][]uint32, gridSide*gridSide*gridSide), near: make([]geom.Box, len(regions))}
	for k := range regions {
		b := enlarged(regions[k], regions[k].Diagonal())
		g.near[k] = b
		g.each(b, cellsPerRegion, func(cell int) bool {
			if len(g.cells[cell]) < regionsPerCell {
				g.cells[cell] = append(g.cells[cell], uint32(k))
			}
			return true
		})
	}
	return g
}

// enlarged returns b with a margin on all sides.
func enlarged(b geom.Box, margin float64) geom.Box {
	m := geom.Vec{margin, margin, margin}
	return geom.Box{Min: b.Min.Sub(m), Max: b.Max.Add(m)}
}

// first returns the worst region known to be near b, unranked if there is none.
func (g *regionGrid) first(b geom.Box) uint32 {
	found := uint32(unranked)
	g.each(b, cellsPerTriangle, func(cell int) bool {
		for _, k := range g.cells[cell] {
			if k >= found {
				break
			}
			if g.near[k].Intersects(b) {
				found = k
			}
		}
		return found > 0
	})
	return found
}

// each visits the cells that b meets until visit returns false, or none if there
// are more than most.
func (g *regionGrid) each(b geom.Box, most int, visit func(cell int) bool) {
	low, high := g.cell(b.Min), g.cell(b.Max)
	n := 1
	for k := range low {
		n *= high[k] - low[k] + 1
	}
	if n > most {
		return
	}
	for z := low[2]; z <= high[2]; z++ {
		for y := low[1]; y <= high[1]; y++ {
			for x := low[0]; x <= high[0]; x++ {
				if !visit((z*gridSide+y)*gridSide + x) {
					return
				}
			}
		}
	}
}

// cell returns the coordinates of the cell at p or, outside the box, nearest to it.
func (g *regionGrid) cell(p geom.Vec) [3]int {
	var c [3]int
	for k := range c {
		if size := g.box.Max[k] - g.box.Min[k]; size > 0 {
			c[k] = int(gridSide * min(max((p[k]-g.box.Min[k])/size, 0), 1-1.0/1024))
		}
	}
	return c
}
