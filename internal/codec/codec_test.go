package codec_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/codec"
)

type colour uint8

type leaf struct {
	Name   string
	At     [3]float64
	Region int
	Colour colour
}

type tree struct {
	Done   bool
	Count  int
	Leaves []leaf
	Best   *leaf
	Lists  [][]string
	Raw    []byte
	Ids    [2]uint32
	Tile   int
}

var rules = codec.Rules{Values: map[reflect.Type]int{reflect.TypeFor[colour](): 3}, MinusOne: []string{"leaf.Region"}, Negative: []string{"tree.Tile"}}

func decoder() *codec.Decoder[tree] { return codec.NewDecoder[tree](rules) }

// samples are values with all there can be in them.
func samples() []tree {
	return []tree{
		{},
		{Done: true, Count: math.MaxInt, Leaves: []leaf{}, Lists: [][]string{nil, {}, {""}, {"a\xffb", "日"}}, Raw: []byte{}},
		{Leaves: []leaf{{Region: -1, Colour: 2, At: [3]float64{math.Inf(-1), math.Copysign(0, -1), 5e-324}}, {Name: "x"}}, Best: &leaf{Name: "y"}, Raw: []byte{0, 255}, Ids: [2]uint32{7, math.MaxUint32}, Tile: math.MinInt},
	}
}

func TestRoundTrip(t *testing.T) {
	for i, v := range samples() {
		var got tree
		if err := decoder().Decode(codec.Append(nil, v), &got); err != nil || !reflect.DeepEqual(got, v) {
			t.Errorf("sample %d: %+v, %v", i, got, err)
		}
	}
	// The bits of a NaN come back as well, which DeepEqual cannot tell.
	odd := math.Float64frombits(0x7ff8_dead_beef_0001)
	var got tree
	if err := decoder().Decode(codec.Append(nil, tree{Best: &leaf{At: [3]float64{odd}}}), &got); err != nil || math.Float64bits(got.Best.At[0]) != math.Float64bits(odd) {
		t.Errorf("a NaN: %v", err)
	}
}

// Bytes that are no value are an error: each beginning of one, more than one, and numbers
// that their field cannot have.
func TestRefused(t *testing.T) {
	for i, v := range samples() {
		data := codec.Append(nil, v)
		for n := range data {
			if err := decoder().Decode(data[:n], new(tree)); err == nil {
				t.Errorf("sample %d: %d of %d bytes are taken", i, n, len(data))
			}
		}
		if err := decoder().Decode(append(data, 0), new(tree)); err == nil {
			t.Errorf("sample %d: a byte too many is taken", i)
		}
	}
	for name, v := range map[string]tree{
		"a negative number":   {Count: -1},
		"a number below -1":   {Best: &leaf{Region: -2}},
		"an unknown value":    {Best: &leaf{Colour: 3}},
		"in a list of others": {Leaves: []leaf{{}, {Colour: 200}}},
	} {
		if err := decoder().Decode(codec.Append(nil, v), new(tree)); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// A list that claims more items than there are bytes costs nothing.
func TestClaims(t *testing.T) {
	claim := []byte{0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 127}
	if n := testing.AllocsPerRun(10, func() {
		if err := decoder().Decode(claim, new(tree)); err == nil || !strings.Contains(err.Error(), "longer") {
			t.Errorf("got %v", err)
		}
	}); n > 100 {
		t.Errorf("%v allocations", n)
	}
}

func TestMapsAndKeys(t *testing.T) {
	type key struct {
		M    map[colour]string
		F    func()
		deep *leaf
	}
	a := key{M: map[colour]string{1: "x", 2: "y", 0: ""}, deep: &leaf{Region: 7}}
	want := codec.Append(nil, a)
	for range 20 {
		b := key{M: map[colour]string{2: "y", 0: "", 1: "x"}, deep: &leaf{Region: 7}}
		if !bytes.Equal(codec.Append(nil, b), want) {
			t.Fatal("equal values, other bytes")
		}
	}
	for i, other := range []key{
		{M: a.M}, {deep: a.deep}, {M: map[colour]string{1: "x"}, deep: a.deep}, {M: a.M, deep: &leaf{Region: 8}},
	} {
		if bytes.Equal(codec.Append(nil, other), want) {
			t.Errorf("value %d is another, with the same bytes", i)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, v := range samples() {
		f.Add(codec.Append(nil, v))
	}
	d := decoder()
	f.Fuzz(func(t *testing.T, data []byte) {
		var v tree
		if d.Decode(data, &v) != nil {
			return
		}
		var again tree
		if err := d.Decode(codec.Append(nil, v), &again); err != nil || !bytes.Equal(codec.Append(nil, v), codec.Append(nil, again)) {
			t.Errorf("what was read is not what is written of it: %v", err)
		}
	})
}

// Bits that flip give an error or another value, and never a panic.
func TestFlippedBits(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 1)) // seed 8
	data := codec.Append(nil, samples()[2])
	for range 20_000 {
		bad := bytes.Clone(data)
		for range 1 + random.IntN(3) {
			bad[random.IntN(len(bad))] ^= 1 << random.IntN(8)
		}
		_ = decoder().Decode(bad, new(tree))
	}
}
