package fbx_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/internal/loadertest"
)

// node is a node of a file that is written.
func node(name string, values []any, children ...encode.FBXNode) encode.FBXNode {
	return encode.FBXNode{Name: name, Values: values, Children: children}
}

func values(v ...any) []any { return v }

// sceneNodes are the nodes of a file with two Models that show one Geometry, with all kinds of
// layers, a material and a texture.
func sceneNodes() []encode.FBXNode {
	mapping := node("MappingInformationType", values("ByPolygonVertex"))
	all := node("MappingInformationType", values("AllSame"))
	uv := node("LayerElementUV", values(int32(0)), mapping, node("Name", values("map1")),
		node("UV", values([]float64{0, 0, 1, 0, 1, 1, 0, 0.1})), node("UVIndex", values([]int32{0, 1, 2, 3, 2, 1, 0})))
	color := node("LayerElementColor", values(int32(0)), all, node("Colors", values([]float64{1, 0.5, 0, 1})))
	hole := node("LayerElementHole", values(int32(0)), node("MappingInformationType", values("ByPolygon")), node("Hole", values([]bool{false, true})))
	material := node("LayerElementMaterial", values(int32(0)), all, node("Materials", values([]int32{0})))
	geometry := node("Geometry", values(int64(10), "\x00\x01Geometry", "Mesh"), node("Vertices", values([]float64{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 0.5, 0.1})),
		node("PolygonVertexIndex", values([]int32{0, 1, 2, -4, 2, 1, -5})), uv, color, hole, material)
	property := func(name string, v ...any) encode.FBXNode {
		return node("P", append(values(name, "", "", "A"), v...))
	}
	model := func(id int64, name string, properties ...encode.FBXNode) encode.FBXNode {
		return node("Model", values(id, name+"\x00\x01Model", "Mesh"), node("Properties70", nil, properties...))
	}
	turned := model(21, "b", property("Lcl Rotation", 10.0, 20.0, 30.0), property("RotationOrder", int32(3)), property("InheritType", int32(2)), property("GeometricTranslation", 1.0, 2.0, 3.0), property("Visibility", 0.0))
	texture := node("Texture", values(int64(40), "t\x00\x01Texture", ""), node("RelativeFilename", values(`..\side.png`)))
	return []encode.FBXNode{
		node("FBXHeaderExtension", nil, node("FBXVersion", values(int32(7400)))),
		node("GlobalSettings", nil, node("Properties70", nil, property("UpAxis", int32(2)), property("FrontAxis", int32(1)), property("FrontAxisSign", int32(-1)), property("UnitScaleFactor", 2.54))),
		node("Objects", nil, geometry, model(20, "UCX_a", property("Lcl Translation", 1.0, 0.0, 0.0), property("Lcl Scaling", -1.0, 1.0, 2.0)), turned,
			node("Material", values(int64(30), "m\x00\x01Material", ""), node("Properties70", nil, property("DiffuseColor", 1.0, 0.5, 0.0))), texture),
		node("Connections", nil, node("C", values("OO", int64(20), int64(0))), node("C", values("OO", int64(21), int64(20))), node("C", values("OO", int64(10), int64(20))),
			node("C", values("OO", int64(10), int64(21))), node("C", values("OO", int64(30), int64(20))), node("C", values("OP", int64(40), int64(30), "DiffuseColor"))),
	}
}

// forms returns a file with nodes in all forms of files.
func forms(nodes []encode.FBXNode) (files [][]byte) {
	for _, version := range []uint32{7400, 7500} {
		for _, big := range []bool{false, true} {
			for _, packed := range []bool{false, true} {
				files = append(files, encode.FBX{Version: version, BigEndian: big, Deflated: packed}.File(nodes...))
			}
		}
	}
	return append(files, encode.FBXText(7400, nodes...))
}

// TestForms: the scene is the same in each form of file.
func TestForms(t *testing.T) {
	for i, data := range forms(sceneNodes()) {
		s := loadertest.MustDecode(t, data)
		if len(s.Meshes) != 1 || s.Triangles() != 2 || len(s.Instances) != 2 || s.Instances[1].Path != "/UCX_a/b" || !s.Instances[1].Hidden || s.YUp {
			t.Errorf("form %d: %d meshes, %+v", i, len(s.Meshes), s.Instances)
		}
	}
}

func FuzzDecodeFBX(f *testing.F) {
	for _, data := range forms(sceneNodes()) {
		f.Add(data)
	}
	f.Add(textured("DiffuseColor", namesMap1+`FileName: "side.png"`, `Content: , "iVBO"`))
	loadertest.SeedFiles(f, ".fbx")
	f.Fuzz(loadertest.DecodeFuzzed)
}
