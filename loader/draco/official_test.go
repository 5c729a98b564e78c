package draco

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/internal/nodetest"
)

// soup is a mesh to encode: triangles, and of each corner the values of attributes.
type soup struct {
	random   *rand.Rand
	vertices [][3]float64
	faces    [][3]int
}

// grid adds a sheet of w by h squares, closed to a tube or a torus if it says so.
func (s *soup) grid(w, h int, closedX, closedY bool) {
	first := len(s.vertices)
	height := s.random.Float64() * 10
	for y := range h + 1 {
		for x := range w + 1 {
			s.vertices = append(s.vertices, [3]float64{float64(x) + s.random.Float64()/3, float64(y) + s.random.Float64()/3, height + s.random.Float64()})
		}
	}
	at := func(x, y int) int {
		if closedX {
			x %= w
		}
		if closedY {
			y %= h
		}
		return first + y*(w+1) + x
	}
	for y := range h {
		for x := range w {
			a, b, c, d := at(x, y), at(x+1, y), at(x+1, y+1), at(x, y+1)
			s.faces = append(s.faces, [3]int{a, b, c}, [3]int{a, c, d})
		}
	}
}

// spoil makes holes, faces of any three vertices, degenerate and doubled ones, and mixes the order.
func (s *soup) spoil() {
	r := s.random
	for range r.IntN(3) * r.IntN(10) {
		i := r.IntN(len(s.faces))
		s.faces = append(s.faces[:i], s.faces[i+1:]...)
		if len(s.faces) == 1 {
			return
		}
	}
	if r.IntN(3) == 0 {
		for range r.IntN(20) {
			s.faces = append(s.faces, [3]int{r.IntN(len(s.vertices)), r.IntN(len(s.vertices)), r.IntN(len(s.vertices))})
		}
	}
	if r.IntN(4) == 0 {
		for range r.IntN(10) {
			f := s.faces[r.IntN(len(s.faces))]
			s.faces = append(s.faces, [3]int{f[1], f[0], f[2]}, [3]int{f[0], f[0], f[1]})
		}
	}
	if r.IntN(4) == 0 {
		r.Shuffle(len(s.faces), func(i, j int) { s.faces[i], s.faces[j] = s.faces[j], s.faces[i] })
	}
}

// officialCase is a mesh with the options of an encoder, and officialAnswer what the encoder and
// the decoder make of it, in the words of testdata/official/encode.cjs.
type (
	officialCase struct {
		Vertices      int                 `json:"vertices"`
		Faces         []byte              `json:"faces"`
		Sequential    bool                `json:"sequential"`
		EncodingSpeed int                 `json:"encodingSpeed"`
		DecodingSpeed int                 `json:"decodingSpeed"`
		Deduplicate   bool                `json:"deduplicate"`
		Attributes    []officialAttribute `json:"attributes"`
	}
	officialAttribute struct {
		Kind       Kind   `json:"kind"`
		Type       string `json:"type"`
		Components int    `json:"components"`
		Bits       int    `json:"bits"`
		Values     []byte `json:"values"`
	}
	officialAnswer struct {
		Data       []byte
		Points     int
		Faces      []byte
		Attributes []struct {
			ID     uint32
			Values []byte
		}
	}
)

// officialCases returns as many meshes with all kinds of options.
func officialCases(n int) []officialCase {
	var all []officialCase
	for i := range n {
		r := rand.New(rand.NewPCG(7, uint64(i)))
		s := &soup{random: r}
		for range 1 + r.IntN(4) {
			s.grid(1+r.IntN(12), 1+r.IntN(12), r.IntN(2) == 0, r.IntN(2) == 0)
		}
		s.spoil()
		speed := i % 11
		c := officialCase{Vertices: 3 * len(s.faces), Sequential: i%4 == 3, EncodingSpeed: speed, DecodingSpeed: speed, Deduplicate: r.IntN(8) > 0}
		for k := range c.Vertices {
			c.Faces = binary.LittleEndian.AppendUint32(c.Faces, uint32(k))
		}
		position := [...]string{"f32", "f32", "f32", "f32", "i16", "u32"}[r.IntN(6)]
		c.Attributes = append(c.Attributes, s.attribute(Position, position, 3, false))
		for range r.IntN(4) {
			c.Attributes = append(c.Attributes, s.anyAttribute())
		}
		all = append(all, c)
	}
	return all
}

// anyAttribute returns an attribute of some kind that is no position.
func (s *soup) anyAttribute() officialAttribute {
	r := s.random
	switch r.IntN(5) {
	case 0:
		return s.attribute(Normal, "f32", 3, r.IntN(2) == 0)
	case 1, 2:
		return s.attribute(TexCoord, [...]string{"f32", "f32", "f32", "u16", "i8"}[r.IntN(5)], 2, r.IntN(3) > 0)
	case 3:
		return s.attribute(Color, "u8", 3+r.IntN(2), r.IntN(2) == 0)
	}
	return s.attribute(Generic, [...]string{"f32", "i8", "u8", "i16", "u16", "u32"}[r.IntN(6)], 1+r.IntN(4), r.IntN(2) == 0)
}

// attribute returns the values of all corners: of vertices, or of charts that seams separate.
func (s *soup) attribute(kind Kind, typ string, components int, charts bool) officialAttribute {
	r := s.random
	a := officialAttribute{Kind: kind, Type: typ, Components: components}
	if r.IntN(6) > 0 {
		a.Bits = 6 + r.IntN(11)
	}
	length := 1 + r.IntN(60) // of a chart, in faces
	for i, f := range s.faces {
		for _, v := range f {
			for k := range components {
				x := s.vertices[v][k%3]
				if charts {
					x += float64(i/length) * 5
				}
				a.Values = appendNumber(a.Values, typ, x)
			}
		}
	}
	return a
}

func appendNumber(b []byte, typ string, x float64) []byte {
	n := int64(x * 50)
	switch typ {
	case "f32":
		return binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(x)))
	case "i8", "u8":
		return append(b, byte(n))
	case "i16", "u16":
		return binary.LittleEndian.AppendUint16(b, uint16(n))
	}
	return binary.LittleEndian.AppendUint32(b, uint32(n))
}

// Meshes that Google's encoder has encoded decode to what its decoder makes of them. Both are
// a package of Node, which "npm ci" in testdata/official installs; without it the test is
// skipped, unless MESHCHECK_NODE says that it is there.
func TestOfficial(t *testing.T) {
	cases := officialCases(600)
	text, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	text = nodetest.Answers(t, "testdata/official", "draco3dgltf", "encode.cjs", text)
	var answers []officialAnswer
	if err := json.Unmarshal(text, &answers); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for i, want := range answers {
		if len(want.Data) > 0 {
			compared++
			compareOfficial(t, i, &cases[i], &want)
		}
	}
	if compared < len(cases)*9/10 {
		t.Errorf("only %d of %d meshes were encoded", compared, len(cases))
	}
	t.Logf("%d meshes are equal", compared)
}

func compareOfficial(t *testing.T, i int, c *officialCase, want *officialAnswer) {
	m, err := Decode(want.Data, Options{})
	if err != nil {
		t.Errorf("mesh %d: %v: %s", i, err, base64.StdEncoding.EncodeToString(want.Data))
		return
	}
	var faces []byte
	for _, f := range m.Faces {
		faces = binary.LittleEndian.AppendUint32(faces, f)
	}
	if m.Points != want.Points || string(faces) != string(want.Faces) {
		t.Errorf("mesh %d: other faces, or %d points instead of %d", i, m.Points, want.Points)
	}
	for _, w := range want.Attributes {
		a := m.Attribute(w.ID)
		if a == nil {
			t.Errorf("mesh %d: no attribute %d", i, w.ID)
			continue
		}
		var values []byte
		for p := range m.Points {
			for k := range a.Components {
				values = appendComponent(values, a, a.Value(p)*a.Components+k)
			}
		}
		if string(values) != string(w.Values) {
			t.Errorf("mesh %d: attribute %d of type %s: other values", i, w.ID, c.Attributes[w.ID].Type)
		}
	}
}
