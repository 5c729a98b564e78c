package stage_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/loader/usd/text"
)

// files are the layers of a stage by name.
type files map[string]string

// split returns the text before the first file of an archive, and its files: each follows a line
// "-- name --".
func split(archive string) (head string, f files) {
	f = files{}
	name := ""
	var part strings.Builder
	end := func() {
		if name == "" {
			head = part.String()
		} else {
			f[name] = part.String()
		}
		part.Reset()
	}
	for line := range strings.Lines(archive) {
		if n, ok := strings.CutPrefix(strings.TrimSpace(line), "-- "); ok && strings.HasSuffix(n, " --") {
			end()
			name = strings.TrimSuffix(n, " --")
			continue
		}
		part.WriteString(line)
	}
	end()
	return head, f
}

var errNoFile = errors.New("there is no such file")

func (f files) options() stage.Options {
	return stage.Options{
		Open: func(id string) (*layer.Layer, error) {
			data, ok := f[id]
			if !ok {
				return nil, errNoFile
			}
			return text.Read([]byte(data), text.Options{})
		},
		Resolve: func(from, asset string) (string, error) { return path.Join(path.Dir(from), asset), nil },
	}
}

// dump writes all prims as testdata has them: path, specifier, type, flags, attributes, relationships and
// metadata. Paths below instances are those of the instances.
type dump struct {
	lines []string
	first map[*stage.Prim]string // the paths of prototypes
	err   error
}

// place is a prim with its path in the scene.
type place struct {
	prim  *stage.Prim
	path  string
	proxy bool // below an instance
}

// describe returns the lines of a stage.
func describe(s *stage.Stage) ([]string, error) {
	d := &dump{first: map[*stage.Prim]string{}}
	waiting := []place{{s.Root(), "", false}}
	for len(waiting) > 0 && d.err == nil {
		p := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if p.path != "" {
			d.lines = append(d.lines, d.line(p))
		}
		children, err := p.prim.Children()
		d.check(err)
		for _, c := range slices.Backward(children) {
			waiting = append(waiting, place{c, p.path + "/" + c.Name(), p.proxy || p.prim.Instance()})
		}
	}
	return d.lines, d.err
}

func (d *dump) check(err error) {
	if d.err == nil {
		d.err = err
	}
}

func (d *dump) line(p place) string {
	words := []string{p.path, [...]string{"over", "def", "class"}[p.prim.Specifier()]}
	add := func(ok bool, format string, args ...any) {
		if ok {
			words = append(words, fmt.Sprintf(format, args...))
		}
	}
	add(p.prim.TypeName() != "", "%s", p.prim.TypeName())
	add(!p.prim.Active(), "inactive")
	add(!p.prim.Defined() && !p.proxy, "undefined")
	add(p.prim.Abstract() && !p.proxy, "abstract")
	if proto := p.prim.Prototype(); proto != nil {
		if d.first[proto] == "" {
			d.first[proto] = p.path
		}
		add(true, "instance:%s", d.first[proto])
	}
	words = append(words, d.properties(p)...)
	schemas, err := p.prim.APISchemas()
	d.check(err)
	add(len(schemas) > 0, "schemas:%s", strings.Join(schemas, ","))
	for _, name := range [...]string{"kind", "customData"} {
		v, err := p.prim.Metadata(name)
		d.check(err)
		add(v != nil, "%s:%s", name, format(v))
	}
	return strings.Join(words, " ")
}

func (d *dump) properties(p place) (words []string) {
	names, err := p.prim.AttributeNames()
	d.check(err)
	slices.Sort(names)
	for _, name := range names {
		a, err := p.prim.Attribute(name)
		d.check(err)
		words = append(words, d.attribute(a, p.proxy))
	}
	if p.proxy {
		return words
	}
	names, err = p.prim.RelationshipNames()
	d.check(err)
	slices.Sort(names)
	for _, name := range names {
		targets, err := p.prim.Relationship(name)
		d.check(err)
		words = append(words, name+"->"+strings.Join(targets, ","))
	}
	return words
}

func (d *dump) attribute(a *stage.Attribute, proxy bool) string {
	word := a.Name
	value, err := a.Default()
	d.check(err)
	if value.Value != nil {
		word += "=" + format(value.Value)
	}
	samples, err := a.Samples()
	d.check(err)
	for i := 0; samples != nil && i < len(samples.Times); i++ {
		v, err := samples.Value(i)
		d.check(err)
		word += fmt.Sprintf("%s%g:%s", []string{"@", ","}[min(i, 1)], samples.Times[i], format(v))
	}
	targets, err := a.Connections()
	d.check(err)
	if len(targets) > 0 && !proxy {
		word += "<-" + strings.Join(targets, ",")
	}
	return word
}

func format(v any) string {
	switch v := v.(type) {
	case *layer.Numbers:
		var all []string
		for i := range v.Len() * v.Width {
			all = append(all, fmt.Sprintf("%g", v.At(i)))
		}
		if v.Array || v.Width > 1 {
			return "[" + strings.Join(all, ",") + "]"
		}
		return all[0]
	case []string:
		return "[" + strings.Join(v, ",") + "]"
	case map[string]any:
		var all []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			all = append(all, key+":"+format(v[key]))
		}
		return "{" + strings.Join(all, ",") + "}"
	}
	return fmt.Sprint(v)
}

// TestStages composes the stages of testdata. What is wanted was composed by OpenUSD 26.11 (pxr.Usd), but
// for the texts of problems: OpenUSD has problems with the same stages.
func TestStages(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			why, f := split(string(data))
			s, err := stage.Open("root.usda", f.options())
			if err != nil {
				t.Fatal(err)
			}
			lines, err := describe(s)
			if err != nil {
				t.Fatal(err)
			}
			equal(t, why, strings.Join(lines, "\n")+"\n", f["want"])
			var problems strings.Builder
			for _, p := range s.Problems() {
				fmt.Fprintf(&problems, "%s in %s: %v", p.Path, p.Layer, p.Err)
				if p.Unsupported {
					problems.WriteString(" (unsupported)")
				}
				problems.WriteString("\n")
			}
			equal(t, why, problems.String(), f["problems"])
		})
	}
}

func equal(t *testing.T, why, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%sgot\n%swant\n%s", why, got, want)
	}
}
