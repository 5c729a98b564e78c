// Package layout draws UV sheets as vector pictures: islands, findings, and places where islands
// are too close.
package layout

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks/geometry"
	"github.com/meshcheck/meshcheck/internal/checks/uv"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// Layout is the content of the pictures of one sheet.
type Layout struct {
	// Sheet is an index into check.UVResult.Sheets.
	Sheet int
	// Width and Height of the first image whose size is known, in texels, else 0.
	Width, Height int
	// Runs lists the triangles of the islands, mesh by mesh. RunsCut: some are missing.
	Runs    []Run
	RunsCut bool

	name      string
	low, high [2]float64     // the drawn area, in tiles
	tiles     []check.UVTile // tiles with islands in them
	shapes    []shape        // the most important come first
	distances []distance
	// leftIslands and leftTriangles count what shapes leaves out; triangles are only those marked.
	leftIslands, leftTriangles int
}

// Run is a run of consecutive triangles of a mesh in one island.
type Run struct {
	Mesh, First, Count int
	Island             uint32
}

// Options bound layouts. The zero value is the default in every field.
type Options struct {
	// Bytes is the approximate limit of the size of the pictures of a file: 0 means 1,000,000.
	Bytes int
	// Runs is the greatest number of runs over all sheets: 0 means 20,000.
	Runs int
	// Workers is the number of goroutines: 0 means 1. It never affects a layout.
	Workers int
	// Geometry is that of the scene, if it is known.
	Geometry check.Geometry
}

// New returns layouts of the sheets of s with findings; r is the result of s. The error is ctx's
// when it is cancelled, or says that r is not a result of s.
func New(ctx context.Context, s *mesh.Scene, r *check.UVResult, o Options) ([]*Layout, error) {
	g := geometry.Of(o.Geometry, s, max(o.Workers, 1))
	if o.Bytes == 0 {
		o.Bytes = 1_000_000
	}
	if o.Runs == 0 {
		o.Runs = 20_000
	}
	var tell []int
	for i := range r.Sheets {
		if len(r.Sheets[i].Findings) > 0 {
			tell = append(tell, i)
		}
	}
	var all []*Layout
	for n, i := range tell {
		drawn, err := g.Sheet(ctx, i, max(o.Workers, 1))
		if err != nil {
			return nil, err
		}
		l, used := newLayout(i, &r.Sheets[i], drawn, s.VUp, o.Bytes/(len(tell)-n))
		l.addRuns(drawn, o.Runs)
		l.addSize(g, &r.Sheets[i])
		o.Bytes, o.Runs = o.Bytes-used, o.Runs-len(l.Runs)
		all = append(all, l)
	}
	return all, ctx.Err()
}

// newLayout draws a sheet, with mesh.Scene.VUp, in approximately the given number of bytes, and returns how many it used.
func newLayout(number int, s *check.UVSheet, d *uv.Drawing, vUp bool, bytes int) (l *Layout, used int) {
	l = &Layout{Sheet: number, name: s.Name, high: [2]float64{1, 1}, tiles: s.Tiles}
	p := painter{layout: l, drawing: d, bytes: bytes, rules: drawing.UVRules(s)}
	p.paint(priority(s, d))
	l.addDistances(s, vUp)
	return l, bytes - p.bytes
}

// addRuns sets the runs, at most the given number.
func (l *Layout) addRuns(d *uv.Drawing, most int) {
	for i, f := range d.Faces {
		if n := len(l.Runs); n > 0 {
			if last := &l.Runs[n-1]; last.Mesh == int(f.Mesh) && last.First+last.Count == int(f.Triangle) && last.Island == d.Island[i] {
				last.Count++
				continue
			}
		}
		if len(l.Runs) >= most {
			l.RunsCut = true
			return
		}
		l.Runs = append(l.Runs, Run{int(f.Mesh), int(f.Triangle), 1, d.Island[i]})
	}
}

// addSize sets the size of the image.
func (l *Layout) addSize(g *geometry.Geometry, s *check.UVSheet) {
	images := g.World().Scene().Images
	for _, i := range s.Images {
		if i < len(images) && images[i].Width > 0 {
			l.Width, l.Height = images[i].Width, images[i].Height
			return
		}
	}
}

// priority returns the islands, those named by findings first, then the large ones.
func priority(s *check.UVSheet, d *uv.Drawing) []uint32 {
	first := slices.Repeat([]int{math.MaxInt}, d.Islands) // rank among those named by findings
	named := 0
	name := func(pair [2]uint32) {
		for _, island := range pair {
			if int(island) < len(first) && first[island] == math.MaxInt {
				first[island] = named
				named++
			}
		}
	}
	for i := range s.IslandPairs.Listed {
		name(s.IslandPairs.Listed[i].Islands)
	}
	for i := range s.Padding {
		for k := range s.Padding[i].Listed {
			name(s.Padding[i].Listed[k].Islands)
		}
	}
	area := make([]float64, d.Islands)
	for i := range d.Triangles {
		area[d.Island[i]] += d.Triangles[i].Area()
	}
	order := make([]uint32, d.Islands)
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Or(cmp.Compare(first[a], first[b]), cmp.Compare(area[b], area[a])) })
	return order
}
