package check

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// PartRef names a part: indices of a mesh of the scene and of a part of that mesh.
type PartRef struct {
	Mesh int `json:"mesh"`
	Part int `json:"part"`
}

// MissingSet is a part that lacks the UV set by which a texture of its material paints an image, or
// that is the light map's.
type MissingSet struct {
	Part PartRef `json:",inline"`
	// Image is an index into the images of the scene, -1 for a light map. Set is the n of TEXCOORD_n.
	Image int `json:"image"`
	Set   int `json:"texcoord"`
	// Name of the image, as UVSheet.Name has it.
	Name string `json:"name"`
}

// UVResult is what was found in the UV sets of a scene. Warnings name patterns of UVOptions.Unique
// that match nothing, and sheets whose padding was not measured because the size of their images is
// not known.
type UVResult struct {
	Section
	// Sheets in order of first use: through the meshes, their parts, and the textures of each.
	Sheets []UVSheet
	// Missing in the same order, and how much they matter if there are any.
	Missing         []MissingSet
	MissingSeverity Severity
}

// Check returns UV.
func (*UVResult) Check() Set { return UV }

// Empty reports whether no mesh has a UV set, or needs one.
func (s *UVResult) Empty(*Result) bool { return len(s.Sheets)+len(s.Missing) == 0 }

// UV returns what was found in UV sets, nil if UV was not made.
func (r *Result) UV() *UVResult { return found[*UVResult](r) }

// UVSheet is what one image is painted on by one UV set; or the parts of one mesh that have a set
// which no texture of theirs uses. The counts are numbers of triangles where nothing else is said.
type UVSheet struct {
	// Images are indices into the images of the scene, several where the same parts are painted
	// by the same set with the same transforms; none for a set without textures.
	Images []int
	// Set is the n of TEXCOORD_n.
	Set int
	// Slots of the materials that the images are used in, in order of first use.
	Slots []string
	Parts []PartRef
	// Formats in which the coordinates are stored, sorted by their names.
	Formats []mesh.UVFormat
	// Transform of all parts; TransformsDiffer tells that they have different ones, and that
	// Transform is none of them. Conflicts is how often a part uses the image once more with
	// another transform.
	Transform        mesh.UVTransform
	TransformsDiffer bool
	Conflicts        int
	// Unique tells that nothing may overlap in the sheet: an occlusion texture uses it, no texture
	// does, or it was asked for.
	Unique bool
	SheetResult
}

// SheetResult is what was found in a sheet.
type SheetResult struct {
	Triangles  int `json:"triangles"`
	Nonfinite  int `json:"uv_nonfinite"`
	Degenerate int `json:"uv_degenerate"`
	// Dropped have area in UV and none in space. TakingPart are left for all that follows.
	Dropped    int `json:"dropped_3d"`
	TakingPart int `json:"taking_part"`
	Islands    int `json:"islands"`
	Overlap    int `json:"uv_overlap"`
	Fold       int `json:"uv_fold"`
	Stacked    int `json:"uv_stacked"`
	Flipped    int `json:"uv_flipped"`
	// Mirrored is a number of islands.
	Mirrored     int `json:"uv_mirrored"`
	OutOfRange   int `json:"uv_out_of_range"`
	CrossingTile int `json:"uv_crosses_tile"`
	// Tiles are those that hold whole islands, without the one at the origin.
	Tiles []UVTile `json:"tiles"`
	// Pairs are the numbers of pairs of triangles.
	Pairs UVPairCounts `json:"pairs"`
	// IslandPairs sums up the pairs of islands that share area or are stacks.
	IslandPairs IslandPairs `json:"island_pairs"`
	// Beyond counts what overlaps deeper than the precision of the file, by pairs of triangles. Wide counts
	// what fails: triangles of places that hold a disc wider than twice the resolution of the
	// coordinates, however finely they are cut.
	Beyond UVBeyond `json:"beyond_precision"`
	Wide   UVBeyond `json:"wide"`
	// Ties are islands half of whose area is mirrored, exactly.
	Ties int `json:"ties"`
	// Padding holds the answers for each limit and image size.
	Padding []IslandPadding `json:"padding"`
	// Name of the first image, or else of the mesh, as mesh.ShortName gives it, and the set:
	// "brick.png, UV 0". Materials are the names of those that use the sheet, sorted.
	Name      string   `json:"name"`
	Materials []string `json:"materials"`
	// Findings are what breaks a rule, the gravest first.
	Findings []UVFinding `json:"findings"`
}

// UVTile is a tile of the plane, from (I, J) to (I+1, J+1), and how many islands lie in it.
type UVTile struct{ I, J, Islands int }

// UDIM returns the number of the tile in the UDIM scheme, 0 if it has none. V points down, so
// that rows go up with falling J.
func (t UVTile) UDIM() int {
	if t.I < 0 || t.I > 9 || t.J > 0 || t.J < -899 {
		return 0
	}
	return 1001 + t.I - 10*t.J
}

// UVPairCounts are numbers of pairs of triangles: of different islands that overlap, of one island
// that overlap, and that are stacked.
type UVPairCounts struct {
	Overlap int64 `json:"overlap"`
	Fold    int64 `json:"fold"`
	Stacked int64 `json:"stacked"`
}

// IslandPairs are pairs of islands. Areas are in units of a tile.
type IslandPairs struct {
	// Overlapping share area; Stacks lie on one another, cut in whatever way, of which
	// StacksOverlapping share area of different triangles.
	Overlapping       int64   `json:"overlapping"`
	Stacks            int64   `json:"stacked_pairs"`
	StacksOverlapping int64   `json:"stacked_overlapping"`
	Area              float64 `json:"area,omitempty"`
	FoldArea          float64 `json:"fold_area,omitempty"`
	// Listed are those that share most.
	Listed []IslandPair `json:"worst"`
}

// IslandPair is two islands that share area.
type IslandPair struct {
	Islands [2]uint32 `json:"islands"`
	// Pairs of triangles, and the sum of the areas that they share.
	Pairs int64   `json:"pairs"`
	Area  float64 `json:"area,omitempty"`
	Stack bool    `json:"stack"`
	// Deep: some overlap deeper than the precision of the file. Wide: some are part of a wide place.
	Deep bool `json:"deep"`
	Wide bool `json:"wide"`
	// Worst are the two triangles that share most.
	Worst [2]UVFace `json:"triangles"`
	// Places are the means of their corners in the world.
	Places [2]geom.Vec `json:"places,omitempty"`
}

// UVBeyond counts triangles that overlap another island, or fold, deeper than the precision of
// the file or in wide places; those that do so with an island that they are not stacked with; and the
// pairs of islands.
type UVBeyond struct {
	Overlap       int   `json:"uv_overlap"`
	Fold          int   `json:"uv_fold"`
	IslandPairs   int64 `json:"island_pairs"`
	OutsideStacks int   `json:"outside_stacks"`
}

// IslandPadding is the distances of islands for one limit and image size.
type IslandPadding struct {
	// Limit in texels of the image size.
	Limit     float64 `json:"limit"`
	ImageSize `json:"size"`
	// Pairs of islands nearer than the limit, of which Touching are at a distance of 0.
	Pairs    int64 `json:"pairs"`
	Touching int64 `json:"touching"`
	// Least is the least distance of two islands, also above the limit; -1 if it was not
	// found.
	Least float64 `json:"least"`
	// Border is the number of islands that are nearer to the border of their tile than half the limit.
	Border int `json:"border"`
	// Listed are the nearest pairs.
	Listed []NearIslands `json:"worst"`
}

// ImageSize is the size of an image in texels.
type ImageSize struct{ Width, Height int }

// NearIslands is two islands that are nearer to each other than the limit.
type NearIslands struct {
	Islands  [2]uint32 `json:"islands"`
	Distance float64   `json:"distance,omitempty"`
	// At are the two nearest points, in units of a tile.
	At [2][2]float64 `json:"at,omitempty"`
	// Faces are triangles that they lie on.
	Faces [2]UVFace `json:"triangles"`
	// Places are the means of their corners in the world.
	Places [2]geom.Vec `json:"places,omitempty"`
}

// UVFinding is what breaks one rule in a sheet.
type UVFinding struct {
	Rule     Rule     `json:"rule"`
	Severity Severity `json:"severity"`
	// Count is the number of triangles; of islands for UVMirrored and UVBorder, of pairs of islands
	// for UVPadding, of parts for UVMissing and UVSingularTransform.
	Count int `json:"count"`
	// Value is, for UVOverlap, the greatest area that two islands share, 1 for a tile; for UVPadding
	// the least distance in texels, and Limit what it must be at least. 0 for other rules.
	Value float64 `json:"value,omitempty"`
	Limit float64 `json:"limit,omitempty"`
	// Reason says in words what is wrong.
	Reason string `json:"reason"`
}

// UVFace is a triangle of a mesh.
type UVFace struct {
	Mesh     uint32 `json:"mesh"`
	Part     uint32 `json:"part"`
	Triangle uint32 `json:"triangle"`
}
