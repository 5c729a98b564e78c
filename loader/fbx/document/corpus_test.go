package document

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// corpusFile is what is known about the files of the corpus, by another reader.
type corpusFile struct {
	Version     int    `json:"version"`
	ASCII       bool   `json:"ascii"`
	BigEndian   bool   `json:"big_endian"`
	Error       string `json:"error"`
	Unsupported bool   `json:"unsupported"`
	Meshes      []struct {
		Positions string `json:"positions_hash"`
		Faces     string `json:"faces_hash"`
		NURBS     bool   `json:"nurbs"`
	} `json:"meshes"`
}

// TestCorpus: the positions and the polygons of each mesh have the known hashes, bit for bit.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("MESHCHECK_CORPUS")
	if dir == "" {
		t.Skip("MESHCHECK_CORPUS is not set")
	}
	text, err := os.ReadFile(filepath.Join(dir, "fbx", "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var files map[string]corpusFile
	if err := json.Unmarshal(text, &files); err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		t.Run(name, func(t *testing.T) { checkCorpusFile(t, filepath.Join(dir, "fbx", name), want) })
	}
}

func checkCorpusFile(t *testing.T, path string, want corpusFile) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d, err := Parse(data, Options{})
	var version *VersionError
	var malformed *Error
	switch {
	case want.Unsupported || want.Error == "Unsupported version":
		if !errors.As(err, &version) {
			t.Errorf("%v, want a VersionError", err)
		}
		return
	case want.Error == "Failed to load":
		if !errors.As(err, &malformed) {
			t.Errorf("%v, want an Error", err)
		}
		return
	case want.Error != "":
		return // its tree is valid
	case err != nil:
		t.Fatal(err)
	}
	if d.Version != want.Version || d.ASCII != want.ASCII || d.BigEndian != want.BigEndian {
		t.Errorf("version %d, text %v, big endian %v, want %+v", d.Version, d.ASCII, d.BigEndian, want)
	}
	var expected []string
	for _, m := range want.Meshes {
		if !m.NURBS {
			expected = append(expected, m.Positions+" "+m.Faces)
		}
	}
	found := hashes(t, d, d.Nodes)
	slices.Sort(expected)
	slices.Sort(found)
	if !slices.Equal(slices.Compact(found), slices.Compact(expected)) {
		t.Errorf("meshes %v, want %v", found, expected)
	}
}

// hashes returns the hashes of all meshes below nodes.
func hashes(t *testing.T, d *Document, nodes []*Node) (all []string) {
	for _, n := range nodes {
		vertices, faces := n.Child("Vertices"), n.Child("PolygonVertexIndex")
		if vertices != nil && faces != nil {
			all = append(all, hash(t, d, vertices, faces))
		}
		all = append(all, hashes(t, d, n.Children)...)
	}
	return all
}

func hash(t *testing.T, d *Document, vertices, faces *Node) string {
	points, err := d.Floats(vertices)
	if err != nil {
		t.Error(err)
	}
	indices, err := d.Ints(faces)
	if err != nil {
		t.Error(err)
	}
	p, f := fnv.New64a(), fnv.New64a()
	for _, x := range points {
		_ = binary.Write(p, binary.LittleEndian, math.Float64bits(x))
	}
	var face []uint32
	for _, i := range indices {
		face = append(face, uint32(i^i>>31))
		if i < 0 {
			_ = binary.Write(f, binary.LittleEndian, uint32(len(face)))
			_ = binary.Write(f, binary.LittleEndian, face)
			face = face[:0]
		}
	}
	return fmt.Sprintf("%016x %016x", p.Sum64(), f.Sum64())
}
