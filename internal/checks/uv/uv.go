// Package uv checks the UV sets of a scene: which triangles overlap in the plane of a texture, fold
// back, are stacked, flipped or out of range, and which islands are too near to each other.
//
// All decisions except distances are exact. Equal triangles are compared once, and so are equal
// islands: a sheet of many copies costs no more than one of them.
package uv

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks"
	"github.com/meshcheck/meshcheck/internal/exactsum"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// Check is the check of UV sets.
type Check struct {
	// Searched has what Run found about the triangles of each sheet with findings, if Job.Keep asks
	// for it; nil for other sheets.
	Searched []*Searched
}

// Of returns check.UV.
func (*Check) Of() check.Set { return check.UV }

// Default returns 0: UV runs only if it is asked for.
func (*Check) Default(*checks.Job) check.Set { return 0 }

// Prepare announces the meshes that have UV sets.
func (*Check) Prepare(j *checks.Job) (work int, err error) {
	for i, m := range j.Scene.Meshes {
		if slices.ContainsFunc(m.Parts, func(p mesh.Part) bool { return len(p.UVs) > 0 }) {
			j.World.Expect(world.UVs, i)
		}
	}
	return j.Scene.Triangles(), nil
}

// Run checks the UV sets of the scene, which must have been loaded with them.
func (k *Check) Run(ctx context.Context, j *checks.Job, progress func(share float64)) (check.Found, error) {
	r, err := k.find(ctx, j, progress)
	if err != nil {
		return nil, j.Interrupted(ctx, err, check.CheckingUVs)
	}
	if r.Empty(nil) {
		r.Nothing = "no mesh has a UV set"
	}
	progress(1)
	return r, nil
}

// find checks each sheet of the scene.
func (k *Check) find(ctx context.Context, j *checks.Job, progress func(share float64)) (*check.UVResult, error) {
	w, o := j.World, &j.Options.UV
	names := w.Scene().UVNames()
	lightmap := lightmapOf(o, names)
	sheets, missing := sheetsOf(w.Scene(), names, lightmap, hullParts(j))
	r := &check.UVResult{Missing: missing, Sheets: make([]check.UVSheet, len(sheets))}
	k.Searched = make([]*Searched, len(sheets))
	places, used := world.Transforms(w.Scene()), make([]bool, len(o.Unique))
	for i, sh := range sheets {
		c := checker{world: w, sheet: sh, options: o, settings: j.Settings, out: &r.Sheets[i], places: places, used: used, names: names, lightmap: lightmap}
		err := c.run(ctx, func(share float64) { progress((float64(i) + share) / float64(len(sheets))) })
		if err != nil {
			return nil, err
		}
		c.addTo(r)
		if j.Keep && len(c.out.Findings) > 0 {
			k.Searched[i] = c.searched()
		}
	}
	if len(missing) > 0 {
		r.MissingSeverity = j.Settings.CriteriaOrDefault()[check.UVMissing].Severity
	}
	if r.MissingSeverity != check.Off {
		r.Counts[check.UVMissing][r.MissingSeverity] += len(missing)
	}
	for i, pattern := range o.Unique {
		if !used[i] {
			r.Warnings = append(r.Warnings, fmt.Sprintf("%q matches no material, image or UV set", pattern))
		}
	}
	return r, nil
}

// Validate returns an error for an invalid pattern, light map or limit.
func (*Check) Validate(all *check.Options) error {
	o := &all.UV
	for _, pattern := range o.Unique {
		if err := ValidatePattern(pattern); err != nil {
			return err
		}
	}
	for _, p := range o.Padding {
		if err := p.Validate(); err != nil {
			return err
		}
	}
	if o.Lightmap < 0 {
		return fmt.Errorf("lightmap must not be negative: %d", o.Lightmap)
	}
	if o.Lightmap > 0 && o.LightmapName != "" {
		return fmt.Errorf("two sets for light maps: %d and %q", o.Lightmap, o.LightmapName)
	}
	return nil
}

// addTo adds the findings of a sheet to the sums.
func (c *checker) addTo(r *check.UVResult) {
	for _, f := range c.out.Findings {
		r.Counts[f.Rule][f.Severity] += f.Count
	}
	if c.unsized {
		why := "the size of its image is not known"
		if len(c.out.Images) == 0 {
			why = "it has no image"
		}
		r.Warnings = append(r.Warnings, fmt.Sprintf("%s: padding not measured, since %s: give a size, as in 4px@1024", c.out.Name, why))
	}
}

// checker checks one sheet.
type checker struct {
	world    *world.World
	sheet    *sheet
	options  *check.UVOptions
	settings check.Settings
	layout   *layout
	islands  *islands
	stacks   *stacks
	overlaps *overlapSearch
	windings *windings
	ranges   ranges
	out      *check.UVSheet
	places   []geom.Affine  // of each mesh in the world
	used     []bool         // which of UVOptions.Unique matched
	names    map[int]string // of UV sets
	lightmap int            // the number of the set for light maps, 0 for none
	unsized  bool           // padding could not be measured
}

// run checks the sheet.
func (c *checker) run(ctx context.Context, progress func(share float64)) error {
	if err := c.read(ctx); err != nil {
		return err
	}
	if err := c.search(ctx, progress); err != nil {
		return err
	}
	stacks := c.overlaps.findStacks(c.islands)
	if err := c.overlaps.markOutside(ctx, stacks, c.settings.Workers); err != nil {
		return err
	}
	c.describe()
	outside := c.count(stacks)
	c.list(stacks)
	if err := c.measurePadding(ctx); err != nil {
		return err
	}
	c.out.Findings = findingsOf(c.out, outside, c.settings.CriteriaOrDefault())
	return nil
}

// read reads the triangles of the sheet.
func (c *checker) read(ctx context.Context) (err error) {
	if c.layout, err = layoutOf(ctx, c.world, c.sheet, c.settings.Workers); err != nil {
		return err
	}
	if len(c.layout.triangles) > math.MaxUint32/3 || c.layout.numberOfCorners > math.MaxUint32 {
		return errors.New("a UV sheet has too many triangles to check")
	}
	return nil
}

// search finds the islands of the sheet, their overlaps, windings and places.
func (c *checker) search(ctx context.Context, progress func(share float64)) (err error) {
	workers := c.settings.Workers
	if c.islands, err = islandsOf(ctx, c.layout, workers); err != nil {
		return err
	}
	if c.stacks, err = stacksOf(ctx, c.layout, c.islands, workers); err != nil {
		return err
	}
	if c.overlaps, err = newOverlapSearch(ctx, c.layout, c.stacks, workers); err != nil {
		return err
	}
	if err := c.overlaps.run(ctx, workers, progress); err != nil {
		return err
	}
	if err := c.overlaps.markPlaces(ctx, workers); err != nil {
		return err
	}
	if c.windings, err = windingsOf(ctx, c.layout, c.islands, workers); err != nil {
		return err
	}
	c.ranges, err = rangesOf(ctx, c.layout, c.islands, workers)
	return err
}

// describe sets the name, parts and transforms of the sheet.
func (c *checker) describe() {
	s, sh, l, r := c.world.Scene(), c.sheet, c.layout, c.out
	r.Images, r.Set, r.SetName, r.Slots, r.Parts = sh.images, sh.set, mesh.ShortName(c.names[sh.set]), sh.slots, sh.parts
	r.Formats = sh.formats(s)
	if r.TransformsDiffer, r.Conflicts = l.transform, sh.conflicts; !l.transform {
		r.Transform = sh.transforms[0]
	}
	r.Name, r.Materials = nameOf(s, sh.images, sh.parts[0].Mesh, setName(c.names, sh.set)), sh.materials(s)
	r.Unique = c.unique()
	r.Triangles, r.Nonfinite, r.Degenerate, r.Dropped, r.TakingPart = l.total, l.nonfinite, l.degenerate, l.dropped, len(l.triangles)
}

// count sets all counts. It returns the number of pairs of islands that overlap in wide places and
// are not stacks.
func (c *checker) count(stacks stackPairs) (outside int64) {
	r, o := c.out, c.overlaps
	r.Islands = c.islands.count()
	r.Overlap, r.Fold = o.count(overlaps), o.count(folds)
	r.Beyond = check.UVBeyond{Overlap: o.count(overlapsDeep), Fold: o.count(foldsDeep), OutsideStacks: o.count(outsideStacks)}
	r.Wide = check.UVBeyond{Overlap: o.count(overlapsWide), Fold: o.count(foldsWide), OutsideStacks: o.count(outsideWide)}
	for i := range c.layout.triangles {
		if c.stacks.stacked(uint32(i)) {
			r.Stacked++
		}
		if c.windings.flipped(c.layout, c.islands, i) {
			r.Flipped++
		}
	}
	for _, n := range c.stacks.size {
		r.Pairs.Stacked += int64(n) * (int64(n) - 1) / 2
	}
	r.Mirrored, r.Ties = countTrue(c.windings.mirrored), c.windings.ties
	for i := range c.ranges {
		r.OutOfRange, r.CrossingTile = r.OutOfRange+c.ranges[i].outOfRange, r.CrossingTile+c.ranges[i].crossing
	}
	r.Tiles = c.ranges.tiles(c.layout.vUp)
	r.Pairs.Overlap, r.Pairs.Fold = o.sums.pairCount, o.sums.foldCount
	return c.countIslandPairs(stacks)
}

// countIslandPairs counts the pairs of islands that share area and those that are stacks. It
// returns the number of those that overlap in wide places and are not stacks.
func (c *checker) countIslandPairs(stacks stackPairs) (outside int64) {
	p, o, tile := &c.out.IslandPairs, c.overlaps, c.layout.tile*c.layout.tile
	var area exactsum.Exact
	for k, s := range o.sums.pairs {
		n := k.islandPairs(c.stacks)
		p.Overlapping += n
		area.MergeTimes(s.area, int(n))
		if s.deep {
			c.out.Beyond.IslandPairs += n
		}
		if s.wide {
			c.out.Wide.IslandPairs += n
		}
		if s.wide && !s.stack {
			outside += n
		}
	}
	for k := range stacks {
		n := k.islandPairs(c.stacks)
		p.Stacks += n
		if o.sums.pairs[k] != nil {
			p.StacksOverlapping += n
		}
	}
	p.Area, p.FoldArea = area.Value()/tile, o.sums.foldArea.Value()/tile
	return outside
}
