package uv

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
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
	p := &check.IslandPadding{Limit: limit, ImageSize: check.ImageSize{Width: size[0], Height: size[1]}, Least: -1}
	search, err := newPaddingSearch(ctx, c.layout, c.islands, c.overlaps, size, c.settings.Workers)
	if err != nil {
		return nil, err
	}
	found, err := search.find(ctx, limit, c.settings.MaxFindings, c.settings.Workers)
	if err != nil {
		return nil, err
	}
	p.Pairs, p.Touching = found.count, found.touching
	c.listNear(p, search, found.nearest)
	if found.count == 0 {
		if found, err = search.findBeyond(ctx, limit, 8*float64(max(size[0], size[1])), c.settings.Workers); err != nil {
			return nil, err
		}
	}
	if len(found.nearest) > 0 {
		p.Least = found.nearest[0].distance
	}
	p.Border = c.ranges.nearBorder(search, p.Limit/2, c.layout.shownTile())
	return p, nil
}

// listNear lists the nearest pairs of islands.
func (c *checker) listNear(p *check.IslandPadding, search *paddingSearch, found []near) {
	tile := c.layout.shownTile()
	for _, n := range found {
		at, triangles := search.nearest(&n)
		groups := [2]uint32{c.stacks.group[triangles[0]], c.stacks.group[triangles[1]]}
		for pair := range c.stacks.members(n.key) {
			if len(p.Listed) >= c.settings.MaxFindings {
				return
			}
			if n.count < n.key.islandPairs(c.stacks) && search.corners.join(pair[0], pair[1]) {
				continue
			}
			e := check.NearIslands{Islands: pair, Distance: n.distance}
			first := 0
			if c.stacks.class[pair[0]] != n.key.a {
				first = 1
			}
			for k := range 2 {
				from := k ^ first
				e.At[k] = [2]float64{at[from][0] / search.scale[0] / tile, at[from][1] / search.scale[1] / tile}
				e.Faces[k] = c.faceIn(pair[k], groups[from])
			}
			e.Places = c.placesOf(e.Faces)
			p.Listed = append(p.Listed, e)
		}
	}
}

// nearBorder counts the islands within one tile that are nearer to its border than a distance in
// texels.
func (r ranges) nearBorder(p *paddingSearch, distance, side float64) (n int) {
	for i := range r {
		in := &r[i]
		if !in.whole {
			continue
		}
		for k := range 2 {
			low, high := (in.min[k]-in.tile[k]*side)*p.scale[k], ((in.tile[k]+1)*side-in.max[k])*p.scale[k]
			if low < distance || high < distance {
				n++
				break
			}
		}
	}
	return n
}
