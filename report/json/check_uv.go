package json

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// sameMeshes sees to it that a report says of a sheet what follows from other members: the names
// of its meshes, its first image, and which part is in it by which mesh.
func (w *wireUV) sameMeshes(meshes []check.Mesh) error {
	for i := range w.Sheets {
		s := &w.Sheets[i]
		at := func(err error) error { return inner{fmt.Sprintf("sheets[%d]", i), err} }
		if (s.Image != nil) != (len(s.Images) > 0) || s.Image != nil && *s.Image != s.Images[0] {
			return at(inner{"image", errors.New("is not the first of the images")})
		}
		for k, m := range s.Meshes {
			if m.Mesh >= len(meshes) || k > 0 && m.Mesh <= s.Meshes[k-1].Mesh || len(m.Parts) == 0 {
				return at(inner{fmt.Sprintf("meshes[%d]", k), errors.New("is out of range, out of order, or has no parts")})
			}
			if m.Name != meshes[m.Mesh].Name {
				return at(inner{fmt.Sprintf("meshes[%d].name", k), fmt.Errorf("is not that of mesh %d", m.Mesh)})
			}
		}
	}
	return nil
}

// checkUV sees to it that sheets fit the meshes and the counts.
func checkUV(r *check.Result) error {
	var sum check.Totals
	for i := range r.UV().Sheets {
		s := &r.UV().Sheets[i]
		err := checkSheet(r.Meshes, s)
		if err == nil {
			err = addFindings(s, &sum)
		}
		if err != nil {
			return inner{fmt.Sprintf("uv.sheets[%d]", i), err}
		}
	}
	for i := range r.UV().Missing {
		if !hasPart(r.Meshes, r.UV().Missing[i].Part) {
			return inner{fmt.Sprintf("uv.missing[%d]", i), errors.New("names a part that does not exist")}
		}
	}
	if r.UV().MissingSeverity != check.Off {
		sum[check.UVMissing][r.UV().MissingSeverity] += len(r.UV().Missing)
	}
	if sum != r.UV().Counts {
		return inner{"uv.counts", errors.New("are not the sums over the sheets and the parts that lack a set")}
	}
	return nil
}

func hasPart(meshes []check.Mesh, p check.PartRef) bool {
	return p.Mesh < len(meshes) && p.Part < len(meshes[p.Mesh].Parts)
}

// checkSheet sees to it that the pieces of a sheet fit the meshes and each other.
func checkSheet(meshes []check.Mesh, s *check.UVSheet) error {
	triangles := 0
	for i, p := range s.Parts {
		if !hasPart(meshes, p) {
			return fmt.Errorf("part %d of mesh %d does not exist", p.Part, p.Mesh)
		}
		if before := s.Parts[max(i-1, 0)]; i > 0 && (p.Mesh < before.Mesh || p.Mesh == before.Mesh && p.Part <= before.Part) {
			return fmt.Errorf("part %d of mesh %d is out of order", p.Part, p.Mesh)
		}
		n := meshes[p.Mesh].Parts[p.Part].Triangles
		if n > math.MaxInt/2-triangles {
			return errors.New("the counts are too large")
		}
		triangles += n
	}
	if s.Triangles != triangles || len(s.Parts) == 0 {
		return fmt.Errorf("the parts have %d triangles, but the sheet has %d", triangles, s.Triangles)
	}
	for _, f := range s.Formats {
		if !slices.Contains(uvFormats, f) {
			return errors.New("a format of its coordinates is not known")
		}
	}
	if t := &s.Transform; !finite(t.Offset[0], t.Offset[1], t.Rotation, t.Scale[0], t.Scale[1]) {
		return errors.New("the transform is not finite")
	}
	if err := checkSheetCounts(s); err != nil {
		return err
	}
	for i := range s.IslandPairs.Listed {
		p := &s.IslandPairs.Listed[i]
		if err := checkIslands(meshes, s, p.Islands, p.Worst); err != nil {
			return inner{fmt.Sprintf("island_pairs.worst[%d]", i), err}
		}
	}
	for i := range s.Padding {
		if err := checkPadding(meshes, s, &s.Padding[i]); err != nil {
			return inner{fmt.Sprintf("padding[%d]", i), err}
		}
	}
	return nil
}

func finite(all ...float64) bool {
	return !slices.ContainsFunc(all, func(x float64) bool { return !wording.Finite(x) })
}

// checkSheetCounts sees to it that no number of a sheet is greater than that of what it is a part of.
func checkSheetCounts(s *check.UVSheet) error {
	left := s.Triangles
	for _, n := range []int{s.Nonfinite, s.Degenerate, s.Dropped, s.TakingPart} {
		if n > left {
			return errors.New("more triangles are counted than there are")
		}
		left -= n
	}
	if len(s.IslandPairs.Listed) > int(s.IslandPairs.Overlapping) {
		return errors.New("more pairs of islands are listed than counted")
	}
	inTiles := 0
	for i, t := range s.Tiles {
		if t.Islands > s.Islands-inTiles {
			return inner{fmt.Sprintf("tiles[%d]", i), errors.New("more islands than there are")}
		}
		inTiles += t.Islands
	}
	for _, c := range []struct {
		what    string
		n, most int
	}{
		{"islands", s.Islands, s.TakingPart}, {"uv_overlap", s.Overlap, s.TakingPart}, {"uv_fold", s.Fold, s.TakingPart},
		{"uv_stacked", s.Stacked, s.TakingPart}, {"uv_flipped", s.Flipped, s.TakingPart}, {"uv_mirrored", s.Mirrored, s.Islands},
		{"uv_out_of_range", s.OutOfRange, s.TakingPart}, {"uv_crosses_tile", s.CrossingTile, s.TakingPart}, {"ties", s.Ties, s.Islands},
		{"beyond_precision.uv_overlap", s.Beyond.Overlap, s.Overlap}, {"beyond_precision.uv_fold", s.Beyond.Fold, s.Fold},
		{"beyond_precision.outside_stacks", s.Beyond.OutsideStacks, s.Beyond.Overlap},
		{"beyond_precision.island_pairs", int(s.Beyond.IslandPairs), int(s.IslandPairs.Overlapping)},
		{"wide.uv_overlap", s.Wide.Overlap, s.Overlap}, {"wide.uv_fold", s.Wide.Fold, s.Fold},
		{"wide.outside_stacks", s.Wide.OutsideStacks, s.Wide.Overlap}, {"wide.island_pairs", int(s.Wide.IslandPairs), int(s.IslandPairs.Overlapping)},
		{"island_pairs.stacked_overlapping", int(s.IslandPairs.StacksOverlapping), int(min(s.IslandPairs.Stacks, s.IslandPairs.Overlapping))},
	} {
		if c.n > c.most {
			return inner{c.what, fmt.Errorf("is %d, of %d", c.n, c.most)}
		}
	}
	return nil
}

// checkIslands sees to it that two islands are of the sheet, and so are two triangles.
func checkIslands(meshes []check.Mesh, s *check.UVSheet, islands [2]uint32, faces [2]check.UVFace) error {
	if islands[0] >= islands[1] || int(islands[1]) >= s.Islands {
		return inner{"islands", fmt.Errorf("are not two of %d in their order", s.Islands)}
	}
	for i, f := range faces {
		ref := check.PartRef{Mesh: int(f.Mesh), Part: int(f.Part)}
		if !slices.Contains(s.Parts, ref) {
			return inner{fmt.Sprintf("triangles[%d]", i), errors.New("is in no part of the sheet")}
		}
		p := meshes[ref.Mesh].Parts[ref.Part]
		if n := int(f.Triangle) - p.First; n < 0 || n >= p.Triangles {
			return inner{fmt.Sprintf("triangles[%d]", i), fmt.Errorf("triangle %d of the mesh is not in part %d", f.Triangle, f.Part)}
		}
	}
	return nil
}

func checkPadding(meshes []check.Mesh, s *check.UVSheet, p *check.IslandPadding) error {
	switch {
	case !(p.Limit > 0) || !finite(p.Limit) || p.Width == 0 || p.Height == 0:
		return fmt.Errorf("there is no limit of %v texels at %d × %d", p.Limit, p.Width, p.Height)
	case p.Touching > p.Pairs || p.Pairs > math.MaxInt32*math.MaxInt32 || len(p.Listed) > int(p.Pairs):
		return fmt.Errorf("%d pairs, of which %d touch and %d are listed", p.Pairs, p.Touching, len(p.Listed))
	case p.Border > s.Islands:
		return inner{"border", fmt.Errorf("is %d, of %d", p.Border, s.Islands)}
	case p.Pairs > 0 && !(p.Least >= 0 && p.Least < p.Limit):
		return inner{"least", errors.New("is not below the limit, where pairs are")}
	}
	for i := range p.Listed {
		n := &p.Listed[i]
		if err := checkIslands(meshes, s, n.Islands, n.Faces); err != nil {
			return inner{fmt.Sprintf("worst[%d]", i), err}
		}
		if !(n.Distance >= p.Least && n.Distance < p.Limit) {
			return inner{fmt.Sprintf("worst[%d].distance", i), errors.New("is not between the least and the limit")}
		}
	}
	return nil
}

// addFindings adds the findings of a sheet to the sums, if there are as many of each rule as the sheet
// counts, or none.
func addFindings(s *check.UVSheet, sum *check.Totals) error {
	var of [256]int
	for i := range s.Findings {
		f := &s.Findings[i]
		at := func(err error) error { return inner{fmt.Sprintf("findings[%d]", i), err} }
		switch {
		case f.Rule.Check() != check.UV || f.Rule == check.UVMissing || f.Severity == check.Off:
			return at(fmt.Errorf("%s is not found in a sheet", f.Rule))
		case f.Count == 0 || f.Count > math.MaxInt/2-of[f.Rule] || f.Count > math.MaxInt/2-sum[f.Rule][f.Severity]:
			return at(inner{"count", fmt.Errorf("cannot be %d", f.Count)})
		case f.Rule == check.UVOverlap && f.Value > 0 && !sharesArea(s, f.Value):
			return at(inner{"value", errors.New("is not the area of a listed pair of islands")})
		}
		of[f.Rule] += f.Count
		sum[f.Rule][f.Severity] += f.Count
	}
	for _, r := range check.UV.Rules() {
		if n := countOf(s, r); of[r] != 0 && of[r] != n {
			return inner{"findings", fmt.Errorf("%s is found %d times, but counted %d times", r, of[r], n)}
		}
	}
	return nil
}

// sharesArea reports whether two listed islands share so much.
func sharesArea(s *check.UVSheet, area float64) bool {
	return slices.ContainsFunc(s.IslandPairs.Listed, func(p check.IslandPair) bool { return p.Wide && p.Area == area && (s.Unique || !p.Stack) })
}

// countOf returns how often a rule is broken in a sheet.
func countOf(s *check.UVSheet, r check.Rule) (n int) {
	switch r {
	case check.UVOverlap:
		return s.Overlap
	case check.UVFold:
		return s.Fold
	case check.UVStacked:
		return s.Stacked
	case check.UVFlipped:
		return s.Flipped
	case check.UVNonfinite:
		return s.Nonfinite
	case check.UVDegenerate:
		return s.Degenerate
	case check.UVMirrored:
		return s.Mirrored
	case check.UVOutOfRange:
		return s.OutOfRange
	case check.UVCrossesTile:
		return s.CrossingTile
	case check.UVSingularTransform:
		return len(s.Parts)
	}
	for i := range s.Padding {
		if r == check.UVPadding {
			n += int(s.Padding[i].Pairs)
		} else if r == check.UVBorder {
			n += s.Padding[i].Border
		}
	}
	return n
}
