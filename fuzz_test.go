package meshcheck_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// sameResults compares what two checks found, timings aside.
func sameResults(a, b *check.Result) bool {
	return textOf(a) == textOf(b)
}

// textOf writes a result out, with the pointers followed, and NaN equal to itself.
func textOf(r *check.Result) string {
	var out strings.Builder
	plain := *r
	plain.Timings = check.Timings{}
	writeValue(&out, reflect.ValueOf(plain))
	return out.String()
}

// fuzzLimits keep what one input of the fuzzer may take small.
const fuzzTriangles, fuzzFindings = 2000, 7

// FuzzCheck checks whatever the loader makes of any bytes, with one worker and with two.
func FuzzCheck(f *testing.F) {
	const every = 4 // fixture is a seed: all have tests of their own, and a round of all of them takes long
	for k, x := range fixtures.All() {
		if k%every != 0 {
			continue
		}
		data, err := fs.ReadFile(fixtures.Files(), x.Path)
		if err != nil {
			f.Fatal(err)
		}
		if ext := path.Ext(x.Path); len(data) < 16<<10 && (x.Error == "" || ext != ".stl") {
			f.Add(data, uint8(len(data)))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, how uint8) {
		scene, _, err := loader.Decode(t.Context(), data, fstest.MapFS{}, loader.Options{Workers: 1, MaxTriangles: fuzzTriangles, MaxMemory: 1 << 26})
		if err != nil || len(scene.Instances)*scene.Triangles() > 10*fuzzTriangles {
			return
		}
		o := check.Options{
			Checks:      check.Self | check.Hulls,
			ListTouches: how&1 != 0, MaxFindings: fuzzFindings, Workers: 1, PartsOf: check.PartsOf(how >> 1 % 3),
		}
		if how&8 != 0 {
			o.Checks |= check.Parts
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		one, err := meshcheck.Check(ctx, scene, o)
		var cut *check.CutError
		if errors.As(err, &cut) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		consistent(t, scene, one)
		o.Workers = 2
		two, err := meshcheck.Check(ctx, scene, o)
		if errors.As(err, &cut) {
			return
		}
		if err != nil || !sameResults(one, two) {
			t.Errorf("two workers: %v, or another result", err)
		}
	})
}

// consistent asserts that the parts of a result agree.
func consistent(t *testing.T, s *mesh.Scene, r *check.Result) {
	t.Helper()
	var sum check.Counts
	for i, m := range r.Meshes {
		sum = sum.Add(m.Counts)
		if m.Triangles != s.Meshes[i].Triangles() || len(m.Findings) > fuzzFindings || len(m.Regions) > m.RegionCount {
			t.Errorf("mesh %d: %d triangles, %d findings, %d of %d regions", i, m.Triangles, len(m.Findings), len(m.Regions), m.RegionCount)
		}
		var listed check.Counts
		for _, f := range m.Findings {
			listed.ByRule[f.Rule]++
		}
		for _, k := range check.Self.Rules() {
			if listed.Of(k) > m.Counts.Of(k) || k != check.Touch && !m.Truncated && listed.Of(k) != m.Counts.Of(k) {
				t.Errorf("mesh %d: %d of %d findings listed that are a %v", i, listed.Of(k), m.Counts.Of(k), k)
			}
		}
	}
	if sum != r.Counts {
		t.Errorf("the counts are %v, those of the meshes %v", r.Counts, sum)
	}
	if r.Counts.Failing() > 0 && r.Status == check.Pass {
		t.Errorf("passes with %v", r.Counts)
	}
}

// writeValue writes a value with all that it refers to.
func writeValue(out *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			out.WriteString("nil ")
			return
		}
		writeValue(out, v.Elem())
	case reflect.Struct:
		for k := range v.NumField() {
			writeValue(out, v.Field(k))
		}
	case reflect.Slice, reflect.Array:
		fmt.Fprintf(out, "[%d] ", v.Len())
		for k := range v.Len() {
			writeValue(out, v.Index(k))
		}
	default:
		fmt.Fprintf(out, "%#v ", v)
	}
}
