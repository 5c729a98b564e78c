package rig_test

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
)

// FuzzRig changes four bytes of the buffer of a random rig, and one value of its document. Text that is not JSON
// changes nothing.
func FuzzRig(f *testing.F) {
	for k, x := range []float32{float32(math.NaN()), -1, 1e38, 1e-40} {
		f.Add(uint8(k), uint32(100*k), math.Float32bits(x), uint16(0), "no")
	}
	for k, text := range []string{"-1", "0", "99", "1e30", `"SPLINE"`, "[]", "null", "[0,0,0,0]", "{}", "[2,1,0]"} {
		f.Add(uint8(k), uint32(0), uint32(0), uint16(70*k), text)
	}
	f.Fuzz(func(t *testing.T, seed uint8, at, bits uint32, field uint16, text string) {
		b := randomRig(uint64(seed % rigs))
		if bits != 0 {
			binary.LittleEndian.PutUint32(b.Bin[int(at)%(len(b.Bin)-3):], bits)
		}
		data := b.GLB()
		if json.Valid([]byte(text)) {
			data = encode.GLB(withValue(t, b.JSON(""), int(field), json.RawMessage(text)), b.Bin)
		}
		plain, _, err := loader.Decode(t.Context(), data, nil, loader.Options{Workers: 1})
		s, _, also := loader.Decode(t.Context(), data, nil, loader.Options{Workers: 1, Poses: true})
		var format *loader.FormatError
		var unsupported *loader.UnsupportedError
		switch {
		case (err == nil) != (also == nil):
			t.Fatalf("%v, with poses %v", err, also)
		case err != nil && !errors.As(err, &format) && !errors.As(err, &unsupported):
			t.Fatalf("an error of an unknown kind: %v", err)
		case err == nil && !slices.Equal(plain.Warnings, s.Warnings):
			t.Fatalf("the warnings %q, with poses %q", plain.Warnings, s.Warnings)
		case err == nil:
			loadertest.CheckRig(t, s)
		}
	})
}

// withValue returns a document in which one of the values has been replaced.
func withValue(t *testing.T, text []byte, field int, value any) []byte {
	var doc any
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	all := setters(doc)
	all[field%len(all)](value)
	out, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// setters returns, for each value below v, a function that replaces it.
func setters(v any) (all []func(with any)) {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			all = append(append(all, func(with any) { v[k] = with }), setters(v[k])...)
		}
	case []any:
		for i := range v {
			all = append(append(all, func(with any) { v[i] = with }), setters(v[i])...)
		}
	}
	return all
}
