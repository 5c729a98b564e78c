// Package glb writes the marked model: the checked model with the findings painted on it.
package glb

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	reportjson "github.com/meshcheck/meshcheck/report/json"
	"github.com/qmuntal/gltf"
)

// Write writes the models of r with their findings as one GLB (glTF 2.0).
//
// Each file is a root node named after its path. Below it are the model's own instances in neutral
// grey, and nodes named like "meshcheck crossing region 3" with the offending triangles. These have
// the colour of their rule and are lifted slightly off the surface on both sides. The segments of
// crossings are lines, and the areas of overlaps have a darker shade.
//
// Findings between two objects are in nodes such as "meshcheck crossing /table /chair". A pair
// without listed findings has such a node as well, with the objects themselves: the triangles of
// the inner one, or of one of two duplicates, or else the edges of boxes; if the objects are too
// close, their nearest points. Triangles of a UV sheet that overlap, fold, are stacked or flipped
// are in nodes such as "meshcheck uv_overlap brick.png, UV 0". Findings about collision hulls are
// in nodes such as "meshcheck hulls_overlap /UCX_Wall_00 ↔ /UCX_Wall_01", with lines for the edges
// of hulls and for places. The extras of a node hold the numbers of its issue and the fingerprint
// that other reports use.
//
// A model that was checked in its poses keeps its nodes, skins, morph targets and clips, so that viewers play
// them. Its places are in nodes such as "meshcheck pose_contact Walk /Body", one for each object, and their
// triangles move with the surface, as those of findings within meshes and between objects that move do. Clips of
// formats other than glTF have a key at each sample that was checked.
//
// A file without a scene among the models has only its findings, a file without a Result nothing.
// The root node scales the unit of the file to the metres of glTF, unless it is unknown, and where z is
// up it turns it to y. Below it, and in the extras, lengths are in the unit of the file. Triangles of the model that are not finite are left out, as are findings and
// whole instances too far away for float32; the extras count them.
//
// The same report gives the same bytes. Errors come from w, or say that the model exceeds the 4 GB
// limit of a GLB.
func Write(w io.Writer, r *report.Report, models assets.List) error {
	m := newMarkedModel(r.Tool())
	for i := range r.Files {
		m.addFile(r, i, models.Of(i))
	}
	return m.write(w)
}

// markedModel is a marked model under construction.
type markedModel struct {
	doc       gltf.Document
	buffer    layout
	unpacked  int // bytes before compression
	materials map[material]int
}

func newMarkedModel(generator string) *markedModel {
	return &markedModel{
		doc: gltf.Document{
			Asset:  gltf.Asset{Version: "2.0", Generator: generator},
			Scene:  gltf.Index(0),
			Scenes: []*gltf.Scene{{Name: "meshcheck"}},
		},
		materials: map[material]int{},
	}
}

// node adds a node and returns its number.
func (m *markedModel) node(n *gltf.Node) int {
	m.doc.Nodes = append(m.doc.Nodes, n)
	return len(m.doc.Nodes) - 1
}

// mesh adds a mesh, or returns nil if it has no primitives, which glTF forbids.
func (m *markedModel) mesh(name string, primitives []*gltf.Primitive) *int {
	if len(primitives) == 0 {
		return nil
	}
	m.doc.Meshes = append(m.doc.Meshes, &gltf.Mesh{Name: name, Primitives: primitives})
	return gltf.Index(len(m.doc.Meshes) - 1)
}

// fileExtras are the extras of a file's root node.
type fileExtras struct {
	Path   string          `json:"path"`
	SHA256 string          `json:"sha256,omitempty"`
	Unit   string          `json:"unit,omitempty"`
	Status string          `json:"status"`
	Error  string          `json:"error,omitempty"`
	Counts json.RawMessage `json:"counts,omitempty"`
	Pairs  json.RawMessage `json:"pairs,omitempty"`
	Hulls  json.RawMessage `json:"hulls,omitempty"`
	// Undrawn is the number of the model's nodes that are not visible because they are too far
	// away. Their own extras say so.
	Undrawn int `json:"undrawn,omitempty"`
	// ClipsLeftOut are the names of clips that are not in the document.
	ClipsLeftOut []string `json:"clips_left_out,omitempty"`
}

// rootMatrix returns, by columns, the map from the world of a file to that of glTF: in metres if the
// unit is known, and with y up. The turn from z is an exact quarter about x. It returns zeros, which
// stand for no matrix, where nothing changes.
func rootMatrix(f *report.File) [16]float64 {
	s, turned := mesh.UnitMetres(f.Unit), assets.ZUp(f)
	if s < leastScale || s > 1/leastScale { // unknown, or beyond what viewers can show in float32
		s = 1
	}
	switch {
	case turned:
		return [16]float64{s, 0, 0, 0, 0, 0, -s, 0, 0, s, 0, 0, 0, 0, 0, 1}
	case s != 1:
		return [16]float64{s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, 0, 0, 0, 1}
	}
	return [16]float64{}
}

// leastScale is the smallest scale of a unit that is applied. Its inverse is the greatest.
const leastScale = 1e-9

func (m *markedModel) addFile(r *report.Report, i int, model *assets.File) {
	f := &r.Files[i]
	numbers := fileExtras{Path: f.Path, SHA256: f.SHA256, Unit: f.Unit, Status: f.Status().String()}
	root := &gltf.Node{Name: cmp.Or(f.Path, "model"), Matrix: rootMatrix(f)}
	id := m.node(root)
	m.doc.Scenes[0].Nodes = append(m.doc.Scenes[0].Nodes, id)
	if f.Result == nil {
		numbers.Error = report.ProblemText(f.Problem)
	} else {
		numbers.Counts = reportjson.Marshal(reportjson.Counts(f.Result.Counts))
		scene := cmp.Or(model.Scene, &mesh.Scene{})
		rig := newRigged(m, scene, f, r.OptionsOf(f).Poses)
		moved := rig.add()
		var nodes []int
		nodes, numbers.Undrawn = m.addScene(scene, f.Result, rig)
		root.Children = slices.Concat(moved, nodes, m.addDrawings(r, i, model, rig))
		numbers.ClipsLeftOut = rig.addClips()
		if f.Result.Between() != nil {
			numbers.Pairs = reportjson.Marshal(reportjson.PairCounts(f.Result.Between()))
		}
		if f.Result.Hulls() != nil {
			numbers.Hulls = reportjson.Marshal(reportjson.HullCounts(f.Result.Hulls().Counts))
		}
	}
	root.Extras = numbers
}

// write writes the document and its buffer.
func (m *markedModel) write(w io.Writer) error {
	if m.buffer.size > maxGLB {
		return fmt.Errorf("the marked model needs %.1f GB, but a GLB is limited to 4 GB", float64(m.buffer.size)/(1<<30))
	}
	if m.buffer.size > 0 {
		data := m.buffer.bytes()
		m.doc.Buffers = []*gltf.Buffer{{ByteLength: len(data), Data: data}}
		if m.unpacked > 0 { // programs ignore them
			m.doc.Buffers = append(m.doc.Buffers, &gltf.Buffer{ByteLength: m.unpacked, Extensions: gltf.Extensions{meshoptName: map[string]bool{"fallback": true}}})
		}
	}
	return gltf.NewEncoder(w).Encode(&m.doc)
}
