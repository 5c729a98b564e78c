package json

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/meshcheck/meshcheck/report/reporttest"
)

// Numbers and texts have the bytes that encoding/json writes.
func TestMarshalIsEncodingJSON(t *testing.T) {
	numbers := []float64{
		0, math.Copysign(0, -1), 1, -1, 0.1, 1e-6, math.Nextafter(1e-6, 0), 1e-7, -1.5e-9, 1e-10, 1e-100, 1e20, 1e21,
		math.Nextafter(1e21, 0), -1e21, 1e22, 1e100, math.MaxFloat64, math.SmallestNonzeroFloat64, math.MaxFloat32,
	}
	const seed = 7
	rng := rand.New(rand.NewPCG(seed, seed))
	for len(numbers) < 20_000 {
		if x := math.Float64frombits(rng.Uint64()); !math.IsNaN(x) && !math.IsInf(x, 0) {
			numbers = append(numbers, x, float64(float32(rng.NormFloat64()*1e-5)))
		}
	}
	for _, x := range numbers {
		got := Marshal(x)
		if want, _ := json.Marshal(x); !bytes.Equal(got, want) {
			t.Fatalf("%s, want %s", got, want)
		}
	}
	for _, s := range []string{"", "leg", "a b~", `"`, `\`, "<&>", "\n\t\x00\x1b\x7f", "é", "\ufffd", "\u2028", "日本"} {
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(s); err != nil {
			t.Fatal(err)
		}
		if got := Marshal(s); string(got)+"\n" != want.String() {
			t.Errorf("%q: %s, want %s", s, got, &want)
		}
	}
}

func BenchmarkWriteJSON(b *testing.B) {
	r := reporttest.Many(100, 100)
	var size bytes.Buffer
	if err := Write(&size, r); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(size.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if err := Write(io.Discard, r); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadJSON(b *testing.B) {
	var text bytes.Buffer
	if err := Write(&text, reporttest.Many(100, 100)); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(bytes.NewReader(text.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}
