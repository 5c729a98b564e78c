package json

import (
	"math"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/mesh"
)

type wireUV struct {
	Counts  UVCounts      `json:"counts"`
	Sheets  []wireSheet   `json:"sheets"`
	Missing []wireMissing `json:"missing"`
}

// wireMissing is a part without a set. It has no image if it lacks the set of a light map.
type wireMissing struct {
	Mesh  int    `json:"mesh"`
	Part  int    `json:"part"`
	Image *int   `json:"image"`
	Set   int    `json:"texcoord"`
	Name  string `json:"name"`
}

type wireSheet struct {
	Image       *int                  `json:"image"` // the first of the images
	Images      []int                 `json:"images"`
	Set         int                   `json:"texcoord"`
	Slots       []string              `json:"slots"`
	Unique      bool                  `json:"unique"`
	Meshes      []wireSheetMesh       `json:"meshes"`
	Stored      []mesh.UVFormat       `json:"stored"`
	Transform   *uvTransform          `json:"transform"`
	Conflicts   int                   `json:"other_transforms,omitzero"`
	Triangles   int                   `json:"triangles"`
	Nonfinite   int                   `json:"uv_nonfinite"`
	Degenerate  int                   `json:"uv_degenerate"`
	Dropped     int                   `json:"dropped_3d"`
	TakingPart  int                   `json:"taking_part"`
	Islands     int                   `json:"islands"`
	Overlap     int                   `json:"uv_overlap"`
	Fold        int                   `json:"uv_fold"`
	Stacked     int                   `json:"uv_stacked"`
	Flipped     int                   `json:"uv_flipped"`
	Mirrored    int                   `json:"uv_mirrored"`
	OutOfRange  int                   `json:"uv_out_of_range"`
	CrossesTile int                   `json:"uv_crosses_tile"`
	Tiles       []check.UVTile        `json:"tiles"`
	Pairs       wireUVPairs           `json:"pairs"`
	IslandPairs check.IslandPairs     `json:"island_pairs"`
	Beyond      wireBeyond            `json:"beyond_precision"`
	Wide        *wireBeyond           `json:"wide,omitzero"` // not in reports of old versions, where beyond_precision is what failed
	Ties        int                   `json:"ties"`
	Padding     []check.IslandPadding `json:"padding"`
	Name        string                `json:"name"`
	Materials   []string              `json:"materials"`
	Findings    []check.UVFinding     `json:"findings"`
}

// wireSheetMesh is the parts of a mesh that are in a sheet.
type wireSheetMesh struct {
	Mesh  int    `json:"mesh"`
	Name  string `json:"name"`
	Parts []int  `json:"parts"`
}

type wireTransform struct {
	Offset   [2]number `json:"offset"`
	Rotation number    `json:"rotation"`
	Scale    [2]number `json:"scale"`
}

// uvTransform is the transform of a sheet that has one, or says that the parts differ in theirs.
type uvTransform struct {
	mesh.UVTransform
	differs bool
}

// differs stands for a transform where the parts have different ones.
const differs differing = "differs"

type differing string

// MarshalJSONTo writes a word or an object.
func (t *uvTransform) MarshalJSONTo(enc *jsontext.Encoder) error {
	if t.differs {
		return writeText(enc, string(differs))
	}
	return json.MarshalEncode(enc, wireTransform{numbers(t.Offset), number(t.Rotation), numbers(t.Scale)})
}

// UnmarshalJSONFrom reads a word or an object.
func (t *uvTransform) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() == '"' {
		var word differing
		*t = uvTransform{differs: true}
		return json.UnmarshalDecode(dec, &word)
	}
	var w wireTransform
	err := json.UnmarshalDecode(dec, &w)
	*t = uvTransform{UVTransform: mesh.UVTransform{
		Offset: [2]float64{float64(w.Offset[0]), float64(w.Offset[1])}, Rotation: float64(w.Rotation),
		Scale: [2]float64{float64(w.Scale[0]), float64(w.Scale[1])},
	}}
	return err
}

// uvFormats are all formats of texture coordinates.
var uvFormats = []mesh.UVFormat{
	{Component: mesh.Float32},
	{Component: mesh.Uint8}, {Component: mesh.Uint8, One: math.MaxUint8},
	{Component: mesh.Int8}, {Component: mesh.Int8, One: math.MaxInt8},
	{Component: mesh.Uint16}, {Component: mesh.Uint16, One: math.MaxUint16},
	{Component: mesh.Int16}, {Component: mesh.Int16, One: math.MaxInt16},
}

func uvEncodings() []encoding {
	return append(uvListEncodings(),
		chosen(differs),
		words(mesh.UVFormat.String, uvFormats...),
		object(wireUV{}), object(wireMissing{}), object(wireSheet{}), object(wireSheetMesh{}), object(wireTransform{}),
	)
}

// newUV returns what was found in UV sets of a result.
func newUV(r *check.Result) *wireUV {
	if r.UV() == nil {
		return nil
	}
	w := &wireUV{Counts: UVCounts(r.UV().Counts)}
	for i := range r.UV().Sheets {
		w.Sheets = append(w.Sheets, newSheet(&r.UV().Sheets[i], r.Meshes))
	}
	for _, m := range r.UV().Missing {
		w.Missing = append(w.Missing, wireMissing{m.Part.Mesh, m.Part.Part, orNull(m.Image), m.Set, m.Name})
	}
	return w
}

// orNull returns a place in a list, nil if it is negative.
func orNull(i int) *int {
	if i < 0 {
		return nil
	}
	return &i
}

func newSheet(s *check.UVSheet, meshes []check.Mesh) wireSheet {
	w := wireSheet{
		Images: s.Images, Set: s.Set, Slots: s.Slots, Unique: s.Unique, Stored: s.Formats, Conflicts: s.Conflicts,
		Triangles: s.Triangles, Nonfinite: s.Nonfinite, Degenerate: s.Degenerate, Dropped: s.Dropped, TakingPart: s.TakingPart,
		Islands: s.Islands, Overlap: s.Overlap, Fold: s.Fold, Stacked: s.Stacked, Flipped: s.Flipped, Mirrored: s.Mirrored,
		OutOfRange: s.OutOfRange, CrossesTile: s.CrossingTile, Tiles: s.Tiles, Ties: s.Ties, Padding: s.Padding,
		Pairs:       wireUVPairs{int(s.Pairs.Overlap), int(s.Pairs.Fold), int(s.Pairs.Stacked)},
		IslandPairs: s.IslandPairs,
		Beyond:      newBeyond(&s.Beyond),
		Name:        s.Name, Materials: s.Materials, Findings: s.Findings,
	}
	wide := newBeyond(&s.Wide)
	w.Wide = &wide
	if len(s.Images) > 0 {
		w.Image = &s.Images[0]
	}
	if s.TransformsDiffer || s.Transform != mesh.IdentityUV {
		w.Transform = &uvTransform{s.Transform, s.TransformsDiffer}
	}
	for _, p := range s.Parts {
		if n := len(w.Meshes); n == 0 || w.Meshes[n-1].Mesh != p.Mesh {
			w.Meshes = append(w.Meshes, wireSheetMesh{Mesh: p.Mesh, Name: meshes[p.Mesh].Name})
		}
		last := &w.Meshes[len(w.Meshes)-1]
		last.Parts = append(last.Parts, p.Part)
	}
	return w
}

// sheet returns the sheet. That it fits the meshes is checked when these are known.
func (w *wireSheet) sheet() check.UVSheet {
	s := check.UVSheet{
		Images: orNil(w.Images), Set: w.Set, Slots: orNil(w.Slots), Unique: w.Unique, Formats: w.Stored, Transform: mesh.IdentityUV,
		Conflicts: w.Conflicts, Triangles: w.Triangles, Nonfinite: w.Nonfinite, Degenerate: w.Degenerate, Dropped: w.Dropped,
		TakingPart: w.TakingPart, Islands: w.Islands, Overlap: w.Overlap, Fold: w.Fold, Stacked: w.Stacked, Flipped: w.Flipped,
		Mirrored: w.Mirrored, OutOfRange: w.OutOfRange, CrossingTile: w.CrossesTile, Tiles: orNil(w.Tiles), Ties: w.Ties,
		Pairs:       check.UVPairCounts{Overlap: int64(w.Pairs.Overlap), Fold: int64(w.Pairs.Fold), Stacked: int64(w.Pairs.Stacked)},
		IslandPairs: w.IslandPairs, Padding: orNil(w.Padding), Name: w.Name, Materials: orNil(w.Materials), Findings: orNil(w.Findings),
	}
	s.Beyond = w.Beyond.beyond()
	if s.Wide = s.Beyond; w.Wide != nil {
		s.Wide = w.Wide.beyond()
	}
	if w.Transform != nil {
		s.Transform, s.TransformsDiffer = w.Transform.UVTransform, w.Transform.differs
	}
	for _, m := range w.Meshes {
		for _, part := range m.Parts {
			s.Parts = append(s.Parts, check.PartRef{Mesh: m.Mesh, Part: part})
		}
	}
	return s
}

// result returns what was found.
func (w *wireUV) result() *check.UVResult {
	r := &check.UVResult{}
	r.Counts = check.Totals(w.Counts)
	for i := range w.Sheets {
		r.Sheets = append(r.Sheets, w.Sheets[i].sheet())
	}
	for _, m := range w.Missing {
		image := -1
		if m.Image != nil {
			image = *m.Image
		}
		r.Missing = append(r.Missing, check.MissingSet{Part: check.PartRef{Mesh: m.Mesh, Part: m.Part}, Image: image, Set: m.Set, Name: m.Name})
	}
	if len(r.Missing) > 0 {
		r.MissingSeverity = check.Off
		for _, s := range check.Severities() {
			if r.Counts[check.UVMissing][s] > 0 {
				r.MissingSeverity = s
			}
		}
	}
	return r
}
