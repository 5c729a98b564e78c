package document

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestForms: the same nodes come back from each form of file.
func TestForms(t *testing.T) {
	third := 1.0 / 3
	nodes := []tree{
		{"Objects", nil, []tree{
			{"Geometry", []any{int64(1 << 40), "a \"b\"", "Mesh"}, []tree{
				{"Vertices", []any{[]float64{0, 1.5, -2, third, math.MaxFloat64}}, nil},
				{"Normals", []any{[]float32{0.5, -0.25}}, nil},
				{"PolygonVertexIndex", []any{[]int32{0, 1, -3}}, nil},
				{"KeyTime", []any{[]int64{1 << 30, -1}}, nil},
				{"Smoothing", []any{[]int8{1, 0}}, nil},
				{"Empty", nil, nil},
			}},
			{"Small", []any{int16(-5), int32(-70000), float32(0.1), 0.1, true}, nil},
		}},
		{"Objects", nil, nil},
	}
	for name, data := range allForms(nodes...) {
		t.Run(name, func(t *testing.T) {
			d := parse(t, data)
			if len(d.Nodes) != 2 || len(d.Nodes[1].Children) != 0 {
				t.Fatalf("%d nodes", len(d.Nodes))
			}
			g := d.Child("Objects").Child("Geometry")
			if id, ok := g.Value(0).Int(); !ok || id != 1<<40 {
				t.Errorf("id %d, %v", id, ok)
			}
			if name, ok := g.Value(1).Text(); !ok || name != `a "b"` {
				t.Errorf("name %q, %v", name, ok)
			}
			checkFloats(t, d, g, "Vertices", 0, 1.5, -2, third, math.MaxFloat64)
			checkFloats(t, d, g, "Normals", 0.5, -0.25)
			checkFloats(t, d, g, "PolygonVertexIndex", 0, 1, -3)
			checkFloats(t, d, g, "Empty")
			checkFloats(t, d, g, "Missing")
			checkInts(t, d, g, "PolygonVertexIndex", 0, 1, -3)
			checkInts(t, d, g, "KeyTime", 1<<30, -1)
			checkInts(t, d, g, "Smoothing", 1, 0)
			if _, err := d.Ints(g.Child("Vertices")); err == nil || !strings.Contains(err.Error(), "value 1 is not an integer of 32 bits") {
				t.Errorf("1.5 as an integer: %v", err)
			}
			small := d.Child("Objects").Child("Small")
			for i, want := range []float64{-5, -70000, float64(float32(0.1)), 0.1, 1} {
				f, ok := small.Value(i).Float()
				if strings.HasPrefix(name, "text") {
					f, want = float64(float32(f)), float64(float32(want)) // 0.1 is written for float32(0.1)
				}
				if !ok || f != want {
					t.Errorf("value %d is %g, %v; want %g", i, f, ok, want)
				}
			}
		})
	}
}

func checkFloats(t *testing.T, d *Document, parent *Node, name string, want ...float64) {
	t.Helper()
	if got, err := d.Floats(parent.Child(name)); err != nil || !slices.Equal(got, want) {
		t.Errorf("%s: %v, %v; want %v", name, got, err, want)
	}
}

func checkInts(t *testing.T, d *Document, parent *Node, name string, want ...int32) {
	t.Helper()
	if got, err := d.Ints(parent.Child(name)); err != nil || !slices.Equal(got, want) {
		t.Errorf("%s: %v, %v; want %v", name, got, err, want)
	}
}

// TestNothing: what is missing has no values and no children.
func TestNothing(t *testing.T) {
	var n *Node
	_, isInt := n.Value(0).Int()
	_, isFloat := n.Value(0).Float()
	_, isText := n.Value(-1).Text()
	if n.Child("a").Child("b") != nil || isInt || isFloat || isText {
		t.Error("there is something")
	}
	d := parse(t, textFile(7500))
	if b, err := d.Bytes(n); b != nil || err != nil {
		t.Error(b, err)
	}
}

// TestLargeArrays: arrays of more elements than are unpacked at once.
func TestLargeArrays(t *testing.T) {
	floats, ints := make([]float64, 20000), make([]int32, 20000)
	for i := range ints {
		floats[i], ints[i] = 1/float64(i+1), int32(i*i)
	}
	for name, data := range allForms(tree{"F", []any{floats}, nil}, tree{"I", []any{ints}, nil}) {
		t.Run(name, func(t *testing.T) {
			d := parse(t, data)
			root := &Node{Children: d.Nodes}
			checkFloats(t, d, root, "F", floats...)
			checkInts(t, d, root, "I", ints...)
		})
	}
}

// TestBytes: embedded data, which text files have in base64.
func TestBytes(t *testing.T) {
	want := []byte("\x89PNG\r\n")
	for name, data := range map[string][]byte{
		"binary":  binaryForm{version: 7400}.file(tree{"Content", []any{want}, nil}),
		"text":    []byte("; FBX 7.4.0\nContent: ,\n\t\"iVBORw0K\"\nA: 1"),
		"strings": []byte("; FBX 7.4.0\nContent: , \"iVBO\",\n\"Rw0K\""),
	} {
		d := parse(t, data)
		if got, err := d.Bytes(d.Child("Content")); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for _, text := range []string{`"iVBO?"`, `1`} {
		d := parse(t, []byte("; FBX 7.4.0\nContent: "+text))
		if _, err := d.Bytes(d.Nodes[0]); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestOptions: what the functions of Options return is returned, and they hear of all memory.
func TestOptions(t *testing.T) {
	stop := errors.New("stop")
	ints := make([]int32, 1000)
	for name, data := range allForms(tree{"I", []any{ints}, nil}) {
		charged, unpacked := 0, 0
		d, err := Parse(data, Options{
			Charge: func(count, size int) error { charged += count * size; return nil },
			Unpack: func(packed, n int) error { unpacked += n; return nil },
		})
		if err != nil {
			t.Fatal(name, err)
		}
		before := charged
		if _, err := d.Ints(d.Nodes[0]); err != nil || charged != before+4000 || (unpacked == 4000) != strings.Contains(name, "deflated:true") {
			t.Errorf("%s: %v, charged %d and %d for 1000 integers, unpacked %d", name, err, before, charged-before, unpacked)
		}
		if _, err := Parse(data, Options{Charge: func(int, int) error { return stop }}); !errors.Is(err, stop) {
			t.Errorf("%s: %v, want the error of Charge", name, err)
		}
		d.o.Poll = func() error { return stop }
		if _, err := d.Ints(d.Nodes[0]); !errors.Is(err, stop) {
			t.Errorf("%s: %v, want the error of Poll", name, err)
		}
	}
}

// TestConcurrent: arrays may be unpacked by many goroutines.
func TestConcurrent(t *testing.T) {
	ints := make([]int32, 30000)
	d := parse(t, binaryForm{version: 7400, deflated: true}.file(tree{"I", []any{ints}, nil}))
	done := make(chan error)
	for range 4 {
		go func() {
			got, err := d.Ints(d.Nodes[0])
			if err == nil && len(got) != len(ints) {
				err = fmt.Errorf("%d integers", len(got))
			}
			done <- err
		}()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// BenchmarkFloats unpacks the coordinates of a million vertices.
func BenchmarkFloats(b *testing.B) {
	floats := make([]float64, 3e6)
	for i := range floats {
		floats[i] = math.Sin(float64(i))
	}
	for _, data := range [][]byte{
		binaryForm{version: 7400}.file(tree{"F", []any{floats}, nil}),
		binaryForm{version: 7400, deflated: true}.file(tree{"F", []any{floats}, nil}),
		textFile(7400, tree{"F", []any{floats}, nil}),
		textFile(6100, tree{"F", []any{floats}, nil}),
	} {
		b.Run("", func(b *testing.B) {
			b.SetBytes(int64(len(floats) * 8))
			b.ReportAllocs()
			for b.Loop() {
				d, err := Parse(data, Options{})
				if err == nil {
					_, err = d.Floats(d.Nodes[0])
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
