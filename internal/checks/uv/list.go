package uv

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks/uv/padding"
)

// members returns the pairs of islands of two classes in numerical order, the smaller island first.
func (s *stacks) members(k classPair) iter.Seq[[2]uint32] {
	return func(yield func([2]uint32) bool) {
		all := s.islands[k.a]
		if k.a != k.b {
			all = slices.Concat(all, s.islands[k.b])
			slices.Sort(all)
		}
		for i, x := range all {
			for _, y := range all[i+1:] {
				if (k.a == k.b || s.class[x] != s.class[y]) && !yield([2]uint32{x, y}) {
					return
				}
			}
		}
	}
}

// list lists the pairs of islands that share most.
func (c *checker) list(stacks stackPairs) {
	p, most := &c.out.IslandPairs, c.settings.MaxFindings
	tile := c.layout.tile * c.layout.tile
	for _, k := range c.overlaps.sums.sortedPairs() {
		s := c.overlaps.sums.pairs[k]
		for pair := range c.stacks.members(k) {
			if len(p.Listed) >= most {
				break
			}
			p.Listed = append(p.Listed, check.IslandPair{
				Islands: pair, Pairs: s.pairs, Area: s.area.Value() / tile, Stack: stacks[k], Deep: s.deep, Wide: s.wide,
				Worst: c.facesOf(pair, s.worst),
			})
			e := &p.Listed[len(p.Listed)-1]
			e.Places = c.placesOf(e.Worst)
		}
	}
	slices.SortStableFunc(p.Listed, func(a, b check.IslandPair) int {
		return cmp.Or(cmp.Compare(b.Area, a.Area), slices.Compare(a.Islands[:], b.Islands[:]))
	})
}

// facesOf returns triangles of two islands in two groups, that of the first island first.
func (c *checker) facesOf(pair, groups [2]uint32) [2]check.UVFace {
	if !c.has(pair[0], groups[0]) || !c.has(pair[1], groups[1]) {
		groups[0], groups[1] = groups[1], groups[0]
	}
	return [2]check.UVFace{c.faceIn(pair[0], groups[0]), c.faceIn(pair[1], groups[1])}
}

// placesOf returns the means of the corners of two triangles in the world.
func (c *checker) placesOf(faces [2]check.UVFace) (places [2]geom.Vec) {
	for k, f := range faces {
		m := c.world.Scene().Meshes[f.Mesh]
		part, inPart := m.Locate(int(f.Triangle))
		for _, p := range m.Parts[part].Triangle(inPart) {
			places[k] = places[k].Add(c.places[f.Mesh].Apply(p).Scale(1.0 / 3))
		}
	}
	return places
}

// has reports whether an island has a triangle of a group.
func (c *checker) has(island, group uint32) bool {
	class := c.stacks.class[island]
	return slices.ContainsFunc(c.stacks.of(group), func(e entry) bool { return e.class == class })
}

// faceIn returns the first triangle of an island that is in a group.
func (c *checker) faceIn(island, group uint32) check.UVFace {
	members := c.islands.members(island)
	return c.layout.faces[members[slices.IndexFunc(members, func(i uint32) bool { return c.stacks.group[i] == group })]]
}

// measurePadding measures the padding for each limit of the options.
func (c *checker) measurePadding(ctx context.Context) error {
	for _, limit := range c.options.Padding {
		sizes := c.sizes(limit)
		if len(sizes) == 0 {
			c.unsized = true
		}
		for _, size := range sizes {
			p, err := c.padding(ctx, limit.Texels, size)
			if err != nil {
				return err
			}
			c.out.Padding = append(c.out.Padding, *p)
		}
	}
	return ctx.Err()
}

// sizes returns the image sizes that a limit applies to: its own, or the distinct sizes of the
// images.
func (c *checker) sizes(limit check.PaddingLimit) (sizes [][2]int) {
	if limit.Width > 0 {
		return [][2]int{{limit.Width, limit.Height}}
	}
	for _, i := range c.sheet.images {
		image := &c.world.Scene().Images[i]
		size := [2]int{image.Width, image.Height}
		if size[0] > 0 && !slices.Contains(sizes, size) {
			sizes = append(sizes, size)
		}
	}
	return sizes
}

// padding finds the islands nearer than a limit in texels of an image size.
func (c *checker) padding(ctx context.Context, limit float64, size [2]int) (*check.IslandPadding, error) {
	p := &check.IslandPadding{Limit: limit, ImageSize: check.ImageSize{Width: size[0], Height: size[1]}}
	tile := c.layout.shownTile()
	scale := geom.Vec2{float64(size[0]) / tile, float64(size[1]) / tile}
	search, err := padding.New(ctx, c.forPadding(), scale, c.settings.Workers)
	if err != nil {
		return nil, err
	}
	found, err := search.Within(ctx, limit, c.settings.MaxFindings, c.settings.Workers)
	if err != nil {
		return nil, err
	}
	p.Pairs, p.Touching = found.Pairs, found.Touching
	c.listNear(p, search, found.Nearest)
	if len(found.Nearest) > 0 {
		p.Least = found.Nearest[0].Distance
	} else if p.Least, err = search.Beyond(ctx, limit, 8*float64(max(size[0], size[1])), c.settings.Workers); err != nil {
		return nil, err
	}
	p.Border = c.ranges.nearBorder(scale, limit/2, tile)
	return p, nil
}

// forPadding returns the islands of the sheet for a search of near ones.
func (c *checker) forPadding() *padding.Sheet {
	overlaps := c.overlaps.sums.pairs
	return &padding.Sheet{
		Triangles: c.layout.shown, Corners: c.layout.corners, Island: c.islands.of, Members: c.islands.members, Outline: c.islands.outline,
		Class: c.stacks.class, Classes: c.stacks.islands,
		Stacked: func(i uint32) (group uint32, ok bool) { return c.stacks.group[i], c.stacks.stacked(i) },
		Overlap: func(a, b uint32) bool { return overlaps[classPair{a, b}] != nil },
		Overlaps: func(yield func(a, b uint32) bool) {
			for k := range overlaps {
				if k.a != k.b && !yield(k.a, k.b) {
					return
				}
			}
		},
	}
}

// listNear lists the nearest pairs of islands.
func (c *checker) listNear(p *check.IslandPadding, search *padding.Search, found []padding.Near) {
	tile := c.layout.shownTile()
	for _, n := range found {
		k := classPair{n.A, n.B}
		at, triangles := search.Nearest(&n)
		for pair := range c.stacks.members(k) {
			if len(p.Listed) >= c.settings.MaxFindings {
				return
			}
			if n.Pairs < k.islandPairs(c.stacks) && search.Joined(pair[0], pair[1]) {
				continue
			}
			e := check.NearIslands{Islands: pair, Distance: n.Distance}
			first := 0
			if c.stacks.class[pair[0]] != k.a {
				first = 1
			}
			for i := range 2 {
				from := i ^ first
				e.At[i] = [2]float64{at[from][0] / tile, at[from][1] / tile}
				e.Faces[i] = c.faceIn(pair[i], c.stacks.group[triangles[from]])
			}
			e.Places = c.placesOf(e.Faces)
			p.Listed = append(p.Listed, e)
		}
	}
}

// nearBorder counts the islands within one tile that are nearer to its border than a distance in
// texels.
func (r ranges) nearBorder(scale geom.Vec2, distance, side float64) (n int) {
	for i := range r {
		in := &r[i]
		if !in.whole {
			continue
		}
		for k := range 2 {
			low, high := (in.min[k]-in.tile[k]*side)*scale[k], ((in.tile[k]+1)*side-in.max[k])*scale[k]
			if low < distance || high < distance {
				n++
				break
			}
		}
	}
	return n
}
