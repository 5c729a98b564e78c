package check

import (
	"fmt"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// PartRef identifies a part by the indices of its mesh and of the part in that mesh.
type PartRef struct {
	Mesh int `json:"mesh"`
	Part int `json:"part"`
}

// MissingSet is a part that lacks a UV set: one that a texture of its material uses, or that of the
// light map.
type MissingSet struct {
	Part PartRef `json:",inline"`
	// Image is an index into the images of the scene, -1 for a light map. Set and SetName are as in
	// UVSheet.
	Image   int    `json:"image"`
	Set     int    `json:"texcoord"`
	SetName string `json:"set_name,omitzero"`
	// Name of the image, as UVSheet.Name has it.
	Name string `json:"name"`
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
	// Images are indices into the images of the scene: several if they are used on the same parts
	// with the same set and transforms, none for a set without textures.
	Images []int
	// Set is the n of TEXCOORD_n of glTF, and SetName the name of a set of FBX or USD: see mesh.UVSet.
	Set     int
	SetName string
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
	SheetResult
}

// SheetResult is what was found in a sheet.
type SheetResult struct {
	Triangles  int `json:"triangles"`
	Nonfinite  int `json:"uv_nonfinite"`
	Degenerate int `json:"uv_degenerate"`
	// Dropped have an area in UV but not in space. TakingPart are left for all that follows.
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
	// Tiles that contain whole islands, except the one at the origin.
	Tiles []UVTile `json:"tiles"`
	// Pairs are the numbers of pairs of triangles.
	Pairs UVPairCounts `json:"pairs"`
	// IslandPairs sums up the pairs of islands that share area or are stacked.
	IslandPairs IslandPairs `json:"island_pairs"`
	// Beyond counts overlaps deeper than the precision of the file, by pairs of triangles. Wide
	// counts what fails: triangles of places that contain a disc wider than twice the resolution of
	// the coordinates, however finely the triangles are cut.
	Beyond UVBeyond `json:"beyond_precision"`
	Wide   UVBeyond `json:"wide"`
	// Ties are islands of which exactly half the area is mirrored.
	Ties int `json:"ties"`
	// Padding has the result for each limit and image size.
	Padding []IslandPadding `json:"padding"`
	// Name of the first image, or else of the mesh, as mesh.ShortName gives it, and the set:
	// "brick.png, UV 0", "brick.png, map1". Materials are the sorted names of those that use the sheet.
	Name      string   `json:"name"`
	Materials []string `json:"materials"`
	// Findings, the gravest first.
	Findings []UVFinding `json:"findings"`
}

// UVTile is a tile of the plane, from (I, J) to (I+1, J+1), with the number of islands in it. Rows count
// downwards in images: where V points up, the tile is from (I, -J) to (I+1, 1-J).
type UVTile struct{ I, J, Islands int }

// UDIM returns the number of the tile in the UDIM scheme, 0 if it has none. UDIM rows increase as J
// decreases.
func (t UVTile) UDIM() int {
	if t.I < 0 || t.I > 9 || t.J > 0 || t.J < -899 {
		return 0
	}
	return 1001 + t.I - 10*t.J
}

// UVSetLabel returns what a UV set is called: its name, or "UV 0" if it has none.
func UVSetLabel(set int, name string) string {
	if name == "" {
		return fmt.Sprintf("UV %d", set)
	}
	return name
}

// UVPairCounts are numbers of pairs of triangles: overlapping of different islands, overlapping of
// one island, and stacked.
type UVPairCounts struct {
	Overlap int64 `json:"overlap"`
	Fold    int64 `json:"fold"`
	Stacked int64 `json:"stacked"`
}

// IslandPairs sums up pairs of islands. Areas are in units of a tile.
type IslandPairs struct {
	// Overlapping pairs share area. Stacks coincide, however they are cut; of these,
	// StacksOverlapping also share area of different triangles.
	Overlapping       int64   `json:"overlapping"`
	Stacks            int64   `json:"stacked_pairs"`
	StacksOverlapping int64   `json:"stacked_overlapping"`
	Area              float64 `json:"area,omitempty"`
	FoldArea          float64 `json:"fold_area,omitempty"`
	// Listed are the pairs that share most.
	Listed []IslandPair `json:"worst"`
}

// IslandPair is two islands that share area.
type IslandPair struct {
	Islands [2]uint32 `json:"islands"`
	// Pairs of triangles, and the sum of their shared areas.
	Pairs int64   `json:"pairs"`
	Area  float64 `json:"area,omitempty"`
	Stack bool    `json:"stack"`
	// Deep reports whether some overlap deeper than the precision of the file, Wide whether some
	// are part of a wide place.
	Deep bool `json:"deep"`
	Wide bool `json:"wide"`
	// Worst are the two triangles that share most.
	Worst [2]UVFace `json:"triangles"`
	// Places are the means of their corners in the world.
	Places [2]geom.Vec `json:"places,omitempty"`
}

// UVBeyond counts triangles that overlap another island or fold, beyond the precision of the file
// or in wide places; those that overlap an island they are not stacked with; and pairs of islands.
type UVBeyond struct {
	Overlap       int   `json:"uv_overlap"`
	Fold          int   `json:"uv_fold"`
	IslandPairs   int64 `json:"island_pairs"`
	OutsideStacks int   `json:"outside_stacks"`
}

// IslandPadding has the distances of islands for one limit and image size.
type IslandPadding struct {
	// Limit in texels of the image size.
	Limit     float64 `json:"limit"`
	ImageSize `json:"size"`
	// Pairs counts the pairs of islands nearer than the limit, Touching those at a distance of 0.
	Pairs    int64 `json:"pairs"`
	Touching int64 `json:"touching"`
	// Least is the least distance of two islands, even if above the limit; -1 if it was not found.
	Least float64 `json:"least"`
	// Border is the number of islands nearer to the border of their tile than half the limit.
	Border int `json:"border"`
	// Listed are the nearest pairs.
	Listed []NearIslands `json:"worst"`
}

// ImageSize is the size of an image in texels.
type ImageSize struct{ Width, Height int }

// NearIslands is two islands nearer to each other than the limit.
type NearIslands struct {
	Islands  [2]uint32 `json:"islands"`
	Distance float64   `json:"distance,omitempty"`
	// At are the two nearest points, in units of a tile.
	At [2][2]float64 `json:"at,omitempty"`
	// Faces are triangles that the points lie on.
	Faces [2]UVFace `json:"triangles"`
	// Places are the means of their corners in the world.
	Places [2]geom.Vec `json:"places,omitempty"`
}

// UVFinding is the findings of one rule in a sheet.
type UVFinding struct {
	Rule     Rule     `json:"rule"`
	Severity Severity `json:"severity"`
	// Count is the number of triangles; of islands for UVMirrored and UVBorder, of pairs of islands
	// for UVPadding, of parts for UVMissing and UVSingularTransform.
	Count int `json:"count"`
	// Value is the greatest area that two islands share for UVOverlap, with 1 for a tile. For
	// UVPadding it is the least distance in texels, and Limit the least permitted. Both are 0 for
	// other rules.
	Value float64 `json:"value,omitempty"`
	Limit float64 `json:"limit,omitempty"`
	// Reason says what is wrong.
	Reason string `json:"reason"`
}

// UVFace is a triangle of a mesh.
type UVFace struct {
	Mesh     uint32 `json:"mesh"`
	Part     uint32 `json:"part"`
	Triangle uint32 `json:"triangle"`
}
