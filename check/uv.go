package check

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// PartRef identifies a part by the indices of its mesh and of the part in that mesh.
type PartRef struct{ Mesh, Part int }

// MissingSet is a part that lacks a UV set: one that a texture of its material uses, or that of the
// light map.
type MissingSet struct {
	Part PartRef
	// Image is an index into the images of the scene, -1 for a light map. Set is the n of
	// TEXCOORD_n.
	Image, Set int
	// Name of the image, as UVSheet.Name has it.
	Name string
}

// UVResult is the section of UV. Warnings name patterns of UVOptions.Unique that match nothing, and
// sheets without measured padding because the size of their images is unknown.
type UVResult struct {
	Section
	// Sheets in order of first use: by mesh, part, and the textures of each.
	Sheets []UVSheet
	// Missing sets in the same order, and their severity.
	Missing         []MissingSet
	MissingSeverity Severity
}

// Check returns UV.
func (*UVResult) Check() Set { return UV }

// Empty reports whether no mesh has or needs a UV set.
func (s *UVResult) Empty(*Result) bool { return len(s.Sheets)+len(s.Missing) == 0 }

// UV returns the section of UV, nil if that check did not run.
func (r *Result) UV() *UVResult { return found[*UVResult](r) }

// UVSheet is all parts that use one image with one UV set, or the parts of one mesh with a set that
// no texture uses. Counts are numbers of triangles unless documented otherwise.
type UVSheet struct {
	// Name of the first image, or else of the mesh, as mesh.ShortName gives it, and the set:
	// "brick.png, UV 0". Materials are the sorted names of those that use the sheet.
	Name      string
	Materials []string
	// Images are indices into the images of the scene: several if they are used on the same parts
	// with the same set and transforms, none for a set without textures.
	Images []int
	// Set is the n of TEXCOORD_n.
	Set int
	// Slots of the materials that use the images, in order of first use.
	Slots []string
	Parts []PartRef
	// Formats in which the coordinates are stored, sorted by name.
	Formats []mesh.UVFormat
	// Transform of all parts. If TransformsDiffer, the parts have different ones and Transform is
	// unused. Conflicts counts additional uses of the image on a part with another transform.
	Transform        mesh.UVTransform
	TransformsDiffer bool
	Conflicts        int
	// Unique reports whether nothing may overlap in the sheet: an occlusion texture uses it, no
	// texture uses it, or the options ask for it.
	Unique bool

	Triangles, Nonfinite, Degenerate int
	// Dropped have an area in UV but not in space. TakingPart are left for all that follows.
	Dropped, TakingPart int
	Islands             int
	Overlap, Fold       int
	Stacked, Flipped    int
	// Mirrored is a number of islands.
	Mirrored                 int
	OutOfRange, CrossingTile int
	// Tiles that contain whole islands, except the one at the origin.
	Tiles []UVTile
	// Ties are islands of which exactly half the area is mirrored.
	Ties int
	// Pairs are the numbers of pairs of triangles.
	Pairs UVPairCounts
	// IslandPairs sums up the pairs of islands that share area or are stacked.
	IslandPairs IslandPairs
	// Beyond counts overlaps deeper than the precision of the file, by pairs of triangles. Wide
	// counts what fails: triangles of places that contain a disc wider than twice the resolution of
	// the coordinates, however finely the triangles are cut.
	Beyond, Wide UVBeyond
	// Padding has the result for each limit and image size.
	Padding []IslandPadding
	// Findings, the gravest first.
	Findings []UVFinding
}

// UVTile is a tile of the plane, from (I, J) to (I+1, J+1), with the number of islands in it.
type UVTile struct{ I, J, Islands int }

// UDIM returns the number of the tile in the UDIM scheme, 0 if it has none. V points down, so UDIM
// rows increase as J decreases.
func (t UVTile) UDIM() int {
	if t.I < 0 || t.I > 9 || t.J > 0 || t.J < -899 {
		return 0
	}
	return 1001 + t.I - 10*t.J
}

// UVPairCounts are numbers of pairs of triangles: overlapping of different islands, overlapping of
// one island, and stacked.
type UVPairCounts struct{ Overlap, Fold, Stacked int64 }

// IslandPairs sums up pairs of islands. Areas are in units of a tile.
type IslandPairs struct {
	// Overlapping pairs share area. Stacks coincide, however they are cut; of these,
	// StacksOverlapping also share area of different triangles.
	Overlapping, Stacks, StacksOverlapping int64
	Area, FoldArea                         float64
	// Listed are the pairs that share most.
	Listed []IslandPair
}

// IslandPair is two islands that share area.
type IslandPair struct {
	Islands [2]uint32
	// Pairs of triangles, and the sum of their shared areas.
	Pairs int64
	Area  float64
	Stack bool
	// Deep reports whether some overlap deeper than the precision of the file, Wide whether some
	// are part of a wide place.
	Deep, Wide bool
	// Worst are the two triangles that share most.
	Worst [2]UVFace
	// Places are the means of their corners in the world.
	Places [2]geom.Vec
}

// UVBeyond counts triangles that overlap another island or fold, beyond the precision of the file
// or in wide places; those that overlap an island they are not stacked with; and pairs of islands.
type UVBeyond struct {
	Overlap, Fold, OutsideStacks int
	IslandPairs                  int64
}

// IslandPadding has the distances of islands for one limit and image size.
type IslandPadding struct {
	// Limit in texels of the image size.
	Limit         float64
	Width, Height int
	// Pairs counts the pairs of islands nearer than the limit, Touching those at a distance of 0.
	Pairs, Touching int64
	// Least is the least distance of two islands, even if above the limit; -1 if it was not found.
	Least float64
	// Border is the number of islands nearer to the border of their tile than half the limit.
	Border int
	// Listed are the nearest pairs.
	Listed []NearIslands
}

// NearIslands is two islands nearer to each other than the limit.
type NearIslands struct {
	Islands  [2]uint32
	Distance float64
	// At are the two nearest points, in units of a tile.
	At [2][2]float64
	// Faces are triangles that the points lie on.
	Faces [2]UVFace
	// Places are the means of their corners in the world.
	Places [2]geom.Vec
}

// UVFinding is the findings of one rule in a sheet.
type UVFinding struct {
	Rule     Rule
	Severity Severity
	// Count is the number of triangles; of islands for UVMirrored and UVBorder, of pairs of islands
	// for UVPadding, of parts for UVMissing and UVSingularTransform.
	Count int
	// Value is the greatest area that two islands share for UVOverlap, with 1 for a tile. For
	// UVPadding it is the least distance in texels, and Limit the least permitted. Both are 0 for
	// other rules.
	Value, Limit float64
	// Reason says what is wrong.
	Reason string
}

// UVFace is a triangle of a mesh.
type UVFace struct{ Mesh, Part, Triangle uint32 }
