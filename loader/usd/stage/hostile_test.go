package stage_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
)

var errLimit = errors.New("over the limit")

// limited returns options that allow bytes to be charged.
func (f files) limited(bytes int) stage.Options {
	o := f.options()
	o.Charge = func(count, size int) error {
		if count < 0 || size < 0 || bytes < count*size {
			return errLimit
		}
		bytes -= count * size
		return nil
	}
	const prim = 16
	o.Work = func(n int) error { return o.Charge(n, prim) }
	return o
}

const header = "#usda 1.0\n"

// repeat returns the texts of n levels, each of which has the numbers of its own level and the next.
func repeat(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format+"\n", i, i+1)
	}
	return b.String()
}

// What little text makes large by references that double, or takes long to compose, ends with an error
// of a limit.
func TestGrowth(t *testing.T) {
	double := files{}
	for i := range 60 {
		double[fmt.Sprintf("%d.usda", i)] = fmt.Sprintf(header+"(\nsubLayers = [@%d.usda@, @%[1]d.usda@]\n)\n", i+1)
	}
	double["60.usda"] = header
	double["root.usda"] = header + "(\nsubLayers = [@0.usda@]\n)\n"
	one := func(text string) files { return files{"root.usda": header + text} }
	for _, c := range []struct {
		why   string
		files files
		limit int
		err   string
	}{
		{"prims that double at each level", one(repeat(60, "def \"P%d\" {\ndef \"x\" (references = </P%[2]d>) {\n}\ndef \"y\" (references = </P%[2]d>) {\n}\n}") + "def \"P60\" {\n}"), 1 << 20, "over the limit"},
		{"sites of one prim that double at each level", one(repeat(60, "def \"P%d\" (references = [</P%[2]d>, </Q%[2]d>]) {\n}\ndef \"Q%[1]d\" (references = [</P%[2]d>, </Q%[2]d>]) {\n}") + "def \"P60\" {\n}\ndef \"Q60\" {\n}"), 1 << 30, "more than 2048 sites"},
		{"the same with little memory", one(repeat(60, "def \"P%d\" (inherits = [</P%[2]d>, </Q%[2]d>]) {\n}\ndef \"Q%[1]d\" (specializes = [</P%[2]d>, </Q%[2]d>]) {\n}") + "def \"P60\" {\n}\ndef \"Q60\" {\n}"), 1 << 20, "over the limit"},
		{"layers of one stack that double at each level", double, 1 << 30, "more than 4096 sublayers"},
		{"the same with little memory", double, 1 << 16, "over the limit"},
		{"a long chain of references", one(repeat(2100, "def \"P%d\" (references = </P%[2]d>) {\n}") + "def \"P2100\" {\n}"), 1 << 30, "more than 2048 sites"},
		{"references to prims below others within one another", one(repeat(300, "def \"P%d\" {\ndef \"x\" (references = </P%[2]d/x>) {\n}\n}") + "def \"P300\" {\ndef \"x\" {\n}\n}"), 1 << 30, "nested more than 128 deep"},
		{"variants whose selection is sought again and again", one("def \"P\" (\nreferences = [" + strings.TrimSuffix(repeat(1500, "</R%[1]d>,"), ",\n") + "]\n) {\n}\n" + repeat(1500, "def \"R%[1]d\" (variantSets = [\"a\", \"b\", \"c\", \"d\"]) {\n}")), 1 << 20, "over the limit"},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, err := stage.Open("root.usda", c.files.limited(c.limit))
			if err == nil {
				_, err = describe(s)
			}
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%v, want %q", err, c.err)
			}
		})
	}
}

// Prims may be nested as deep as a layer has them.
func TestDepth(t *testing.T) {
	const depth = 20000
	root := &layer.Prim{}
	at := root
	for range depth {
		child := &layer.Prim{Name: "p", Specifier: layer.Def}
		at.Children = []*layer.Prim{child}
		at = child
	}
	at.Properties = []*layer.Property{{Name: "r", Relationship: true, Fields: []layer.Field{
		{Name: "targetPaths", Value: layer.ListOp[string]{IsExplicit: true, Explicit: []string{"/p/p.x"}}},
	}}}
	s, err := stage.Open("root", stage.Options{
		Open: func(string) (*layer.Layer, error) { return &layer.Layer{Root: root}, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Prim(strings.Repeat("/p", depth))
	if err != nil || p == nil {
		t.Fatal(p, err)
	}
	if targets, err := p.Relationship("r"); err != nil || len(targets) != 1 || targets[0] != "/p/p.x" {
		t.Errorf("targets %v, %v", targets, err)
	}
}

// The properties of a prim are indexed once, so that to ask for each of many by name takes no more than to list
// them: what is charged is linear.
func TestManyProperties(t *testing.T) {
	const n = 1000
	o := files{"root.usda": header + "def \"A\" {\n" + repeat(n, "int a%d = 1 # %d") + "}"}.options()
	charged := 0
	o.Charge = func(count, size int) error { charged += count * size; return nil }
	s, err := stage.Open("root.usda", o)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Prim("/A")
	if err != nil || p == nil {
		t.Fatal(p, err)
	}
	charged = 0
	for range 3 {
		for i := range n {
			if a, err := p.Attribute(fmt.Sprint("a", i)); a == nil || err != nil {
				t.Fatal(i, a, err)
			}
		}
	}
	if a, err := p.Attribute("a"); a != nil || err != nil {
		t.Error("an attribute that is not there:", a, err)
	}
	if charged == 0 || charged > 100*n {
		t.Errorf("%d bytes charged for %d properties", charged, n)
	}
}

// Poll ends composition.
func TestPoll(t *testing.T) {
	stop := errors.New("stop")
	o := files{"root.usda": header + "def \"A\" {\n}"}.options()
	polls := 0
	o.Poll = func() error {
		if polls++; polls > 1 {
			return stop
		}
		return nil
	}
	s, err := stage.Open("root.usda", o)
	if err == nil {
		_, err = describe(s)
	}
	if !errors.Is(err, stop) {
		t.Errorf("error %v", err)
	}
}

// A value that does not decode ends composition with its place.
func TestDamage(t *testing.T) {
	bad := errors.New("bad")
	prim := &layer.Prim{Name: "A", Specifier: layer.Def, Fields: []layer.Field{{Name: "references", Value: failing{bad}}}}
	s, err := stage.Open("root", stage.Options{
		Open: func(string) (*layer.Layer, error) {
			return &layer.Layer{Root: &layer.Prim{Children: []*layer.Prim{prim}}}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Root().Children()
	var value *stage.Error
	if !errors.As(err, &value) || !errors.Is(err, bad) || err.Error() != "root: </A>: references: bad" {
		t.Errorf("error %v", err)
	}
}

type failing struct{ err error }

func (f failing) Decode() (any, error) { return nil, f.err }

// Without the root layer there is no stage.
func TestOpen(t *testing.T) {
	if _, err := stage.Open("root.usda", files{}.options()); !errors.Is(err, errNoFile) {
		t.Errorf("error %v", err)
	}
}

// FuzzStage: whatever layers there are, composition ends, and within its limits.
func FuzzStage(f *testing.F) {
	names, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, archive string) {
		_, layers := split(archive)
		s, err := stage.Open("root.usda", layers.limited(1<<20))
		if err != nil {
			return
		}
		lines, err := describe(s)
		if err != nil {
			return
		}
		again, err := stage.Open("root.usda", layers.limited(1<<20))
		if err != nil {
			t.Fatal(err)
		}
		same, err := describe(again)
		if err != nil || strings.Join(lines, "\n") != strings.Join(same, "\n") {
			t.Errorf("%v: another stage the second time:\n%s\n%s", err, strings.Join(lines, "\n"), strings.Join(same, "\n"))
		}
	})
}
