package meshopt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/meshcheck/meshcheck/internal/nodetest"
)

// officialCase is what to encode, or a stream, and officialAnswer what meshoptimizer makes of it, in the
// words of testdata/encoder/encode.mjs.
type (
	officialCase struct {
		Mode      string `json:"mode"`
		Filter    string `json:"filter"`
		Version   int    `json:"version"`
		Level     int    `json:"level"`
		Bits      int    `json:"bits"`
		Exponents string `json:"exponents"` // how those of a filter are shared
		Count     int    `json:"count"`
		Stride    int    `json:"stride"`
		Raw       bool   `json:"raw"` // the values are stored without a filter, which has to take them
		Values    []byte `json:"values"`
		Data      []byte `json:"data,omitempty"`
		Rounds    int    `json:"rounds,omitempty"` // to measure, 0 for none
		place     string
	}
	officialAnswer struct {
		Data, Portable, SIMD   []byte
		PortableTime, SIMDTime float64
	}
)

// officialCases returns as many cases with all kinds of settings.
func officialCases(n int) (all []officialCase) {
	for i := range n {
		r := rand.New(rand.NewPCG(9, uint64(i)))
		c := officialCase{Version: i % 2, Level: i / 2 % 4, Count: 1 + r.IntN(40), Filter: None.String(), place: fmt.Sprintf("case %d", i)}
		if r.IntN(3) > 0 {
			c.Count = 1 + r.IntN(700)
		}
		switch i % 5 {
		case 0:
			c.indices(r, Triangles)
		case 1:
			c.indices(r, Indices)
		case 2:
			c.filtered(r)
		default:
			c.Mode, c.Stride = Attributes.String(), 4*(1+i/5%64)
			c.Values = elements(r, c.Count, c.Stride)
		}
		all = append(all, c)
	}
	return all
}

// elements returns elements of floats, integers, noise and bits that seldom change.
func elements(r *rand.Rand, count, stride int) []byte {
	out := make([]byte, count*stride)
	for k := 0; k < stride; k += 4 {
		kind, step := r.IntN(5), 1+r.IntN(400)
		x, y, z := float32(k), r.Uint32(), r.Uint32()
		for i := range count {
			at := out[i*stride+k:]
			switch kind {
			case 0:
				x += float32(r.IntN(2*step)-step) / 128
				le.PutUint32(at, math.Float32bits(x))
			case 1:
				y += uint32(r.IntN(step))<<16 + uint32(r.IntN(step))
				le.PutUint32(at, y)
			case 2:
				le.PutUint32(at, r.Uint32())
			case 3:
				if r.IntN(step) == 0 {
					z ^= 1 << r.IntN(32)
				}
				le.PutUint32(at, z)
			}
		}
	}
	return out
}

// indices makes c one of indices: of grids, in any order, restarted, random or degenerate.
func (c *officialCase) indices(r *rand.Rand, mode Mode) {
	c.Mode, c.Stride = mode.String(), 2+2*r.IntN(2)
	c.Count = 3 * (1 + c.Count/3)
	var list []uint32
	for width := uint32(2 + r.IntN(20)); len(list) < c.Count; {
		first := uint32(r.IntN(3) * len(list) / 3)
		if r.IntN(3) == 0 {
			first = 0
		}
		for k := range uint32(r.IntN(3 * c.Count)) {
			a := first + k/width*(width+1) + k%width
			list = append(list, a, a+1, a+width+1, a+1, a+width+2, a+width+1)
			if r.IntN(10) == 0 {
				list = append(list, a, a, uint32(r.IntN(65536)))
			}
		}
	}
	if r.IntN(6) == 0 {
		for i := range list {
			list[i] = r.Uint32() >> r.IntN(32)
		}
	}
	for _, x := range list[:c.Count] {
		c.Values = append(c.Values, le.AppendUint32(nil, x)[:c.Stride]...)
	}
}

// filtered makes c one of attributes with a filter. Values that no encoder of filters wrote have
// unspecified results, but those of the portable decoder are the same everywhere.
func (c *officialCase) filtered(r *rand.Rand) {
	f := Octahedral + Filter(r.IntN(int(Color)))
	c.Mode, c.Filter = Attributes.String(), f.String()
	numbers := 4
	switch f {
	case Quaternion:
		c.Stride, c.Bits = 8, 4+r.IntN(13)
	case Exponential:
		c.Stride, c.Bits = 4*(1+r.IntN(16)), 1+r.IntN(24)
		c.Exponents = [...]string{"Separate", "SharedVector", "SharedComponent", "Clamped"}[r.IntN(4)]
		numbers = c.Stride / 4
	default:
		c.Stride = 4 + 4*r.IntN(2)
		c.Bits = 2 + r.IntN(2*c.Stride-1)
	}
	if c.Raw = f == Exponential && r.IntN(3) == 0; c.Raw {
		c.Values = elements(r, c.Count, c.Stride)
		return
	}
	for range c.Count {
		v := make([]float64, numbers)
		square := 0.0
		for i := range v {
			v[i] = r.NormFloat64()
			if r.IntN(8) == 0 {
				v[i] = 0
			}
			if f != Octahedral || i < 3 {
				square += v[i] * v[i]
			}
		}
		for _, x := range v {
			switch f {
			case Octahedral, Quaternion:
				x /= max(math.Sqrt(square), 1e-9)
			case Color:
				x = min(math.Abs(x)/2, 1)
			}
			c.Values = le.AppendUint32(c.Values, math.Float32bits(float32(x)))
		}
	}
}

// corpusCases returns the compressed views of the glTF files of the corpus, if there is one.
func corpusCases(t *testing.T) (all []officialCase) {
	folder := os.Getenv("MESHCHECK_CORPUS")
	if folder == "" {
		return nil
	}
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if glTF := strings.HasSuffix(path, ".glb") || strings.HasSuffix(path, ".gltf"); glTF && !strings.Contains(path, "refused_") {
			all = append(all, fileCases(path)...)
		}
		return err
	})
	if err != nil || len(all) < 20 {
		t.Errorf("%d compressed views: %v", len(all), err)
	}
	return all
}

// fileCases returns the compressed views of a file, none of one that is malformed.
func fileCases(path string) (all []officialCase) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var bin []byte
	if n := 20; len(text) > n && string(text[:4]) == "glTF" {
		if n += int(le.Uint32(text[12:])); n > len(text) {
			return nil
		}
		text, bin = text[20:n], text[min(n+8, len(text)):]
	}
	type view struct {
		officialCase
		Buffer, ByteOffset, ByteLength, ByteStride int
	}
	var document struct {
		Buffers     []struct{ URI string }
		BufferViews []struct{ Extensions map[string]view }
	}
	if json.Unmarshal(text, &document) != nil {
		return nil
	}
	for i, v := range document.BufferViews {
		for name, x := range v.Extensions {
			if !strings.HasSuffix(name, "_meshopt_compression") || x.Buffer >= len(document.Buffers) {
				continue
			}
			data := bin
			if uri := document.Buffers[x.Buffer].URI; uri != "" {
				data, _ = os.ReadFile(filepath.Join(filepath.Dir(path), uri))
			}
			if x.ByteOffset+x.ByteLength > len(data) {
				continue
			}
			c := x.officialCase
			c.Stride, c.Data = x.ByteStride, data[x.ByteOffset:][:x.ByteLength]
			if c.Filter == "" {
				c.Filter = None.String()
			}
			c.place = fmt.Sprintf("%s view %d", path, i)
			all = append(all, c)
		}
	}
	return all
}

func (c *officialCase) options() Options {
	return Options{Mode: modeOf(c.Mode), Filter: filterOf(c.Filter), Count: c.Count, Stride: c.Stride}
}

// official encodes and decodes cases with meshoptimizer, a package of Node, which "npm ci" in
// testdata/encoder installs; without it the test is skipped, unless MESHCHECK_NODE says that it
// is there.
func official(t testing.TB, cases []officialCase) (answers []officialAnswer) {
	text, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	text = nodetest.Answers(t, "testdata/encoder", "meshoptimizer", "encode.mjs", text)
	if err := json.Unmarshal(text, &answers); err != nil || len(answers) != len(cases) {
		t.Fatalf("%d answers: %v", len(answers), err)
	}
	return answers
}

// Streams that meshoptimizer's encoder has written decode to what its decoder makes of them.
func TestOfficial(t *testing.T) {
	cases := append(officialCases(1000), corpusCases(t)...)
	answers := official(t, cases)
	for i, a := range answers {
		c := &cases[i]
		what := fmt.Sprintf("%s, %s %s version %d, %d of %d bytes", c.place, c.Mode, c.Filter, c.Version, c.Count, c.Stride)
		out, err := Decode(a.Data, c.options())
		if err != nil || !equal(out, a.Portable, c.Filter) {
			t.Errorf("%s: other elements, or %v", what, err)
			continue
		}
		if plain := c.options(); c.Filter == None.String() && !bytes.Equal(out, a.SIMD) {
			t.Errorf("%s: other elements than with SIMD instructions", what)
		} else if err := compare(t, a.Data, plain); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	t.Logf("%d streams are equal", len(answers))
}

// equal compares elements. Any NaN equals any other.
func equal(a, b []byte, filter string) bool {
	if filter != Exponential.String() {
		return bytes.Equal(a, b)
	}
	if len(a) != len(b) {
		return false
	}
	for i := 0; i+4 <= len(a); i += 4 {
		x, y := le.Uint32(a[i:]), le.Uint32(b[i:])
		f, g := math.Float32frombits(x), math.Float32frombits(y)
		if x != y && (f == f || g == g) {
			return false
		}
	}
	return true
}

// BenchmarkOfficial measures streams of a large grid, and the fastest of several rounds beside that of
// both decoders of meshoptimizer, which run as WebAssembly.
func BenchmarkOfficial(b *testing.B) {
	const width = 500
	var quantized, floats, list []byte
	for i := range (width + 1) * (width + 1) {
		x, y := float64(i%(width+1))/width, float64(i/(width+1))/width
		z := math.Sin(9*x)*math.Cos(7*y) + math.Sin(131*x+77*y)/30
		for _, v := range []float64{x, y, z, 0} {
			quantized = le.AppendUint16(quantized, uint16(8000*v+16000))
		}
		for _, v := range []float64{x, y, z} {
			floats = le.AppendUint32(floats, math.Float32bits(float32(v)))
		}
	}
	for i := range uint32(width * width) {
		a := i/width*(width+1) + i%width
		for _, v := range []uint32{a, a + 1, a + width + 1, a + 1, a + width + 2, a + width + 1} {
			list = le.AppendUint32(list, v)
		}
	}
	var cases []officialCase
	for version := range 2 {
		for _, c := range []officialCase{
			{Mode: "ATTRIBUTES", Stride: 8, Values: quantized, place: "quantized"},
			{Mode: "ATTRIBUTES", Stride: 12, Values: floats, place: "floats"},
			{Mode: "ATTRIBUTES", Filter: "EXPONENTIAL", Bits: 15, Stride: 12, Values: floats, place: "filtered"},
			{Mode: "TRIANGLES", Stride: 4, Values: list, place: "triangles"},
			{Mode: "INDICES", Stride: 4, Values: list, place: "indices"},
		} {
			if c.Filter == "" {
				c.Filter = None.String()
			}
			c.Version, c.Level, c.Count, c.Rounds = version, 2, len(c.Values)/c.Stride, 20
			c.place += fmt.Sprintf("/version=%d", version)
			cases = append(cases, c)
		}
	}
	for i, a := range official(b, cases) {
		b.Run(cases[i].place, func(b *testing.B) {
			b.SetBytes(int64(len(a.Portable)))
			least := time.Hour
			for b.Loop() {
				begin := time.Now()
				if _, err := Decode(a.Data, cases[i].options()); err != nil {
					b.Fatal(err)
				}
				least = min(least, time.Since(begin))
			}
			b.ReportMetric(float64(least), "ns-least")
			b.ReportMetric(a.PortableTime, "ns-least-wasm")
			b.ReportMetric(a.SIMDTime, "ns-least-wasm-simd")
		})
	}
}
