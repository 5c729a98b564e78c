package draco

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// streams returns the streams of testdata by name.
func streams(t testing.TB) map[string][]byte {
	files, err := filepath.Glob("testdata/streams/*.drc")
	if err != nil || len(files) == 0 {
		t.Fatalf("no streams: %v", err)
	}
	all := map[string][]byte{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(f)] = data
	}
	return all
}

// dump writes a mesh with the values of all attributes for each point.
func dump(m *Mesh) []byte {
	le := binary.LittleEndian
	b := le.AppendUint32(nil, uint32(m.Points))
	b = le.AppendUint32(b, uint32(len(m.Faces)/3))
	for _, f := range m.Faces {
		b = le.AppendUint32(b, f)
	}
	b = le.AppendUint32(b, uint32(len(m.Attributes)))
	for _, a := range m.Attributes {
		normalized := uint32(0)
		if a.Normalized {
			normalized = 1
		}
		for _, x := range []uint32{a.ID, uint32(a.Kind), uint32(a.Type), uint32(a.Components), normalized} {
			b = le.AppendUint32(b, x)
		}
		for p := range m.Points {
			for c := range a.Components {
				b = appendComponent(b, a, a.Value(p)*a.Components+c)
			}
		}
	}
	return b
}

func appendComponent(b []byte, a *Attribute, i int) []byte {
	le := binary.LittleEndian
	size := a.Type.size()
	switch {
	case a.Type == Float32:
		return le.AppendUint32(b, math.Float32bits(a.Floats[i]))
	case a.Type <= Uint32:
		return append(b, le.AppendUint32(nil, uint32(a.Integers[i]))[:size]...)
	}
	return append(b, a.Raw[i*size:(i+1)*size]...)
}

// What is decoded equals, bit for bit, what Google's decoder makes of the same streams.
func TestReference(t *testing.T) {
	file, err := os.Open("testdata/reference.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	want := map[string]string{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		sum, name, _ := strings.Cut(lines.Text(), "  ")
		want[name] = sum
	}
	all := streams(t)
	if len(all) != len(want) {
		t.Errorf("%d streams, and answers for %d", len(all), len(want))
	}
	for name, data := range all {
		m, err := Decode(data, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if sum := sha256.Sum256(dump(m)); hex.EncodeToString(sum[:]) != want[name] {
			t.Errorf("%s: differs from what Google's decoder makes of it", name)
		}
	}
}

// An attribute has the same values whichever others are wanted, and those not wanted have none.
func TestWant(t *testing.T) {
	for name, data := range streams(t) {
		all, err := Decode(data, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range all.Attributes {
			m, err := Decode(data, Options{Want: func(b *Attribute) bool { return b.ID == a.ID }})
			if err != nil {
				t.Errorf("%s: only attribute %d: %v", name, a.ID, err)
				continue
			}
			if !reflect.DeepEqual(m.Faces, all.Faces) || !bytes.Equal(dumpOne(m, i), dumpOne(all, i)) {
				t.Errorf("%s: only attribute %d: other values", name, a.ID)
			}
			for j, b := range m.Attributes {
				if j != i && (b.Floats != nil || b.Integers != nil || b.Raw != nil || b.Index != nil) {
					t.Errorf("%s: only attribute %d: attribute %d has values", name, a.ID, b.ID)
				}
			}
		}
		if m, err := Decode(data, Options{Want: func(*Attribute) bool { return false }}); err != nil || !reflect.DeepEqual(m.Faces, all.Faces) {
			t.Errorf("%s: no attribute: other faces, or %v", name, err)
		}
	}
}

func dumpOne(m *Mesh, i int) []byte {
	one := *m
	one.Attributes = m.Attributes[i : i+1]
	return dump(&one)
}
