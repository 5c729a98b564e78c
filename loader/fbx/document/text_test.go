package document

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestText: what exporters write.
func TestText(t *testing.T) {
	d := parse(t, []byte(strings.ReplaceAll("\ufeff; FBX 7.4.0 project file\n; comment {\n"+
		`A:  {
	Shading: Y
	Culling: "Culling&quot;Off&cr;&lf;&amp;" ;"
	"Two Words": 1 {
	}
	KeyValue(x): 3,
	Key:
		1,-0.5e-3,L,s,
		2 ; comment, with a comma
		,3
	Void: *0 {
	}
	Points: *3 { a: 1, ; one }
	2,
	3,
	}
	Last: 5 } B: "x" C: "y"`, "\n", "\r\n")))
	a := d.Child("A")
	for name, want := range map[string]string{"Shading": "Y", "Culling": "Culling\"Off\r\n&amp;"} {
		if got, ok := a.Child(name).Value(0).Text(); !ok || got != want {
			t.Errorf("%s: %q, %v", name, got, ok)
		}
	}
	if n := a.Child("Key"); len(n.Values) != 6 || n.Where() != "line 9" {
		t.Errorf("Key has %d values, %s", len(n.Values), n.Where())
	}
	checkInts(t, d, a, "Two Words", 1)
	checkInts(t, d, a, "KeyValue(x)", 3)
	checkInts(t, d, a, "Void")
	checkInts(t, d, a, "Points", 1, 2, 3)
	checkInts(t, d, a, "Last", 5)
	if len(a.Children) != 8 || len(d.Nodes) != 3 || d.Version != 7400 {
		t.Errorf("%d children, %d nodes, version %d", len(a.Children), len(d.Nodes), d.Version)
	}
}

// TestLongLists: a list of numbers is read in the same way, however long it is and whatever is
// behind it.
func TestLongLists(t *testing.T) {
	for _, n := range []int{1, longList - 1, longList, longList + 1, 100} {
		list := strings.Repeat("7,\n", n-1) + "7"
		for _, behind := range []string{"", "\n", ",\n", ",;,\n", "\n;,\n"} {
			d := parse(t, []byte("; FBX 6.1.0\nA: "+list+behind+" B: 1\n"))
			got, err := d.Ints(d.Child("A"))
			if err != nil || len(got) != n || len(d.Nodes) != 2 {
				t.Errorf("%d numbers and %q: %d, %v", n, behind, len(got), err)
			}
		}
		d := parse(t, []byte("; FBX 6.1.0\nA: "+list+",x, \"s\"\n"))
		if got := len(d.Nodes[0].Values); got != n+2 {
			t.Errorf("%d numbers, a word and a string are %d values", n, got)
		}
	}
}

func TestParseFloat(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for text, want := range map[string]float64{
		"0": 0, "-0": math.Copysign(0, -1), "+1": 1, ".5": 0.5, "5.": 5, "1e3": 1000, "-1.5E-1": -0.15, "1e999": inf, "-1e999": -inf, "1e-999": 0,
		"0.1": 0.1, "9007199254740993": 9007199254740992,
		"inf": inf, "-INF": -inf, "+Infinity": inf, "1.#INF": inf, "-1.#INF00": -inf, "1.#inf": inf,
		"nan": nan, "-NaN": nan, "nan(ind)": nan, "nan(0x7)": nan, "1.#IND": nan, "-1.#IND00": nan, "1.#QNAN0": nan, "2.#NAN": nan, "1.#SNAN": nan,
	} {
		got, ok := parseFloat([]byte(text))
		if !ok || got != want && !(math.IsNaN(got) && math.IsNaN(want)) || math.Signbit(got) != (text[0] == '-') {
			t.Errorf("%s: %g, %v; want %g", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "-", "1,5", "0x1p3", "1_0", "1.5.2", "e5", "1e", "#INF", "1.#", "1.#ABC", "inf(5)", "nan(", "infin", "1#INF", "--1", "nanx"} {
		if got, ok := parseFloat([]byte(text)); ok {
			t.Errorf("%q is %g", text, got)
		}
	}
}

func TestParseInt(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "-7": -7, "+7": 7, "9223372036854775807": math.MaxInt64, "-9223372036854775808": math.MinInt64, "5.000": 5, "1e3": 1000} {
		if got, ok := parseInt([]byte(text)); !ok || got != want {
			t.Errorf("%s: %d, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "1.5", "nan", "inf", "9223372036854775808", "1e300", "x"} {
		if got, ok := parseInt([]byte(text)); ok {
			t.Errorf("%q is %d", text, got)
		}
	}
}

// TestValueInt: numbers of binary files that are integers, at the limits of their types.
func TestValueInt(t *testing.T) {
	for _, c := range []struct {
		value any
		want  string
	}{
		{true, "1"}, {int16(math.MinInt16), "-32768"}, {int32(math.MinInt32), "-2147483648"}, {int64(math.MinInt64), "-9223372036854775808"},
		{float32(-2), "-2"}, {5.0, "5"}, {5.5, "none"}, {math.NaN(), "none"}, {math.Inf(1), "none"}, {float64(1 << 63), "none"},
		{-float64(1 << 63), "-9223372036854775808"}, {"5", "none"}, {[]byte("5"), "none"}, {[]int32{5}, "none"},
	} {
		for _, big := range []bool{false, true} {
			d := parse(t, binaryForm{version: 7400, big: big}.file(tree{"N", []any{c.value}, nil}))
			got := "none"
			if i, ok := d.Nodes[0].Value(0).Int(); ok {
				got = fmt.Sprint(i)
			}
			if got != c.want {
				t.Errorf("%T %v, big endian %v: %s, want %s", c.value, c.value, big, got, c.want)
			}
		}
	}
}
