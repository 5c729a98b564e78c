package main

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"strconv"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// formats are the sizes of the spheres of two that cross, which are written in all formats: as
// NAME.obj, .ply, .off, .3mf, .fbx, .stl and .glb, and as NAME_ascii.ply.
var formats = map[string][2]int{"formats_100k": {316, 159}, "formats_1m": {1000, 501}}

// writeFormats writes a mesh in the formats other than STL and glTF. Numbers in text are the shortest
// that give the same float32.
func writeFormats(path string, soup []geom.Triangle) error {
	m := welded(soup)
	counts := fmt.Sprintf("%d %d 0\n", len(m.Vertices), len(m.Faces))
	ply := encode.PLY(binary.LittleEndian, "float", m)
	end := []byte("end_header\n")
	header, _, _ := bytes.Cut(ply, end)
	header = append(bytes.Replace(header, []byte("binary_little_endian"), []byte("ascii"), 1), end...)
	model, err := packed(m)
	if err != nil {
		return err
	}
	for _, f := range []struct {
		ending string
		data   []byte
	}{
		{".obj", faces(vertices(nil, m, "v ", " ", " ", "\n"), m, 1, "f ", " ", " ", "\n")},
		{".ply", ply},
		{"_ascii.ply", text(header, m)},
		{".off", text([]byte("OFF\n"+counts), m)},
		{".3mf", model},
		{".fbx", fbx(m)},
	} {
		if err := os.WriteFile(path+f.ending, f.data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// text appends a mesh as in OFF and PLY to a header.
func text(header []byte, m meshgen.Indexed) []byte {
	return faces(vertices(header, m, "", " ", " ", "\n"), m, 0, "3 ", " ", " ", "\n")
}

// packed returns a 3MF, compressed as programs write it.
func packed(m meshgen.Indexed) ([]byte, error) {
	const half = "</vertices>\n<triangles>\n"
	mesh := []byte(`<object id="1" name="Spheres"><mesh><vertices>` + "\n")
	mesh = append(vertices(mesh, m, `<vertex x="`, `" y="`, `" z="`, "\"/>\n"), half...)
	mesh = append(faces(mesh, m, 0, `<triangle v1="`, `" v2="`, `" v3="`, "\"/>\n"), "</triangles></mesh></object>\n"...)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range []encode.Entry{
		encode.Relationships("_rels/.rels", "/3D/3dmodel.model"),
		{Name: "3D/3dmodel.model", Data: encode.Model("", string(mesh), `<item objectid="1"/>`)},
	} {
		w, err := z.Create(e.Name)
		if err == nil {
			_, err = w.Write([]byte(e.Data))
		}
		if err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

// fbx returns an FBX with compressed arrays, as programs write it.
func fbx(m meshgen.Indexed) []byte {
	var xyz []float64
	for _, v := range m.Vertices {
		xyz = append(xyz, v[:]...)
	}
	var corners []int32
	for _, f := range m.Faces {
		corners = append(corners, int32(f[0]), int32(f[1]), ^int32(f[2]))
	}
	node := func(name string, values ...any) encode.FBXNode { return encode.FBXNode{Name: name, Values: values} }
	list := func(n encode.FBXNode, children ...encode.FBXNode) encode.FBXNode {
		n.Children = children
		return n
	}
	const geometry, model = int64(1), int64(2)
	return encode.FBX{Version: 7400, Deflated: true}.File(
		list(node("Objects"),
			list(node("Geometry", geometry, "Spheres\x00\x01Geometry", "Mesh"), node("Vertices", xyz), node("PolygonVertexIndex", corners)),
			node("Model", model, "Spheres\x00\x01Model", "Mesh")),
		list(node("Connections"), node("C", "OO", geometry, model), node("C", "OO", model, int64(0))))
}

// vertices appends the coordinates of each vertex, with text before, between and behind them.
func vertices(to []byte, m meshgen.Indexed, between ...string) []byte {
	for _, v := range m.Vertices {
		for k, x := range v {
			to = strconv.AppendFloat(append(to, between[k]...), x, 'g', -1, 32)
		}
		to = append(to, between[3]...)
	}
	return to
}

// faces appends the corners of each triangle, counted from first, with text before, between and
// behind them.
func faces(to []byte, m meshgen.Indexed, first uint32, between ...string) []byte {
	for _, f := range m.Faces {
		for k, v := range f {
			to = strconv.AppendUint(append(to, between[k]...), uint64(first+v), 10)
		}
		to = append(to, between[3]...)
	}
	return to
}

// welded returns a mesh with the triangles of a soup, whose corners are float32 numbers.
func welded(soup []geom.Triangle) (m meshgen.Indexed) {
	index := map[geom.Vec]uint32{}
	for _, t := range soup {
		var f [3]uint32
		for k, v := range t {
			i, ok := index[v]
			if !ok {
				i = uint32(len(m.Vertices))
				index[v] = i
				m.Vertices = append(m.Vertices, v)
			}
			f[k] = i
		}
		m.Faces = append(m.Faces, f)
	}
	return m
}
