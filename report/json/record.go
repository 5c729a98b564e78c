package json

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/codec"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
)

// record is what there is to keep of a file: what does not follow from its path, its hash
// and the run.
type record struct {
	Format, Unit string
	Warnings     []string
	Problem      *report.Problem
	Scene        *recordedScene
}

// restored is a record that was read, with the result that is made of it.
type restored struct {
	record
	result *check.Result
}

// recordedScene is the result for the scene of a file.
type recordedScene struct {
	Status     check.Status
	Counts     check.Counts
	Meshes     []check.Mesh
	Checks     check.Set
	Uncompared int
	Self       *check.SelfResult
	Between    *check.PairResult
	Hulls      *check.HullResult
	UV         *check.UVResult
	Model      []wireModelFinding
}

// AppendRecord appends f to b in a form that gives it back with every bit, for a later
// run of the same program: there is no promise that another version can read it. Left
// out are what another file of the same content has not in common with it, and what is of
// one run: the paths, the hashes, Options, Baseline, the model and Result.Timings.
func AppendRecord(b []byte, f *report.File) []byte {
	r := record{Format: f.Format, Unit: f.Unit, Warnings: f.Warnings, Problem: f.Problem}
	if x := f.Result; x != nil {
		r.Scene = &recordedScene{
			Status: x.Status, Counts: x.Counts, Meshes: x.Meshes, Checks: x.Checks, Uncompared: x.Uncompared,
			Between: x.Between(), Hulls: x.Hulls(), UV: x.UV(), Model: newModelFindings(x.Model()),
		}
		r.Scene.Self, _ = x.Section(check.Self).(*check.SelfResult)
	}
	return codec.Append(b, r)
}

// ReadRecord sets in f what AppendRecord keeps, which shares no memory with the data.
//
// Any bytes may be handed in. What they say fits together as in a report that ReadJSON
// reads, so that f can be written in any format. The error says where it does not; f is
// as before then.
func ReadRecord(data []byte, f *report.File) error {
	var r restored
	if err := recordDecoder().Decode(data, &r.record); err != nil {
		return err
	}
	r.putResult()
	if err := r.check(); err != nil {
		return err
	}
	f.Format, f.Unit, f.Warnings, f.Problem, f.Result = r.Format, r.Unit, r.Warnings, r.Problem, r.result
	return nil
}

// putResult makes the result.
func (r *restored) putResult() {
	x := r.Scene
	if x == nil {
		return
	}
	r.result = &check.Result{Status: x.Status, Counts: x.Counts, Meshes: x.Meshes, Checks: x.Checks, Uncompared: x.Uncompared}
	if x.Self != nil {
		r.result.Put(x.Self)
	}
	if x.Between != nil {
		r.result.Put(x.Between)
	}
	if x.Hulls != nil {
		r.result.Put(x.Hulls)
	}
	if x.UV != nil {
		r.result.Put(x.UV)
	}
	putModel(r.result, x.Model)
}

var recordDecoder = sync.OnceValue(func() *codec.Decoder[record] { return codec.NewDecoder[record](recordRules) })

// recordRules say which numbers the fields of a record may have: those that a report may.
var recordRules = codec.Rules{
	Values: map[reflect.Type]int{
		reflect.TypeFor[check.Rule]():      len(check.Rules()),
		reflect.TypeFor[modelRule]():       len(check.Rules()),
		reflect.TypeFor[check.Set]():       int(check.All) + 1,
		reflect.TypeFor[check.Facing]():    int(check.Opposite) + 1,
		reflect.TypeFor[check.Status]():    len(statuses),
		reflect.TypeFor[check.DepthOf]():   int(check.DepthOfReach) + 1,
		reflect.TypeFor[check.HullShape](): len(check.HullShapes()),
		reflect.TypeFor[check.Severity]():  len(check.Severities()) + 1, // and check.Off
		reflect.TypeFor[mesh.Component]():  int(mesh.Int16) + 1,
	},
	MinusOne: []string{"Finding.Region", "Object.Instance", "Object.Collider", "Object.Mesh", "Object.Part", "Object.Shell", "HullFinding.Hull", "HullFinding.Other", "Mesh.Measured", "MissingSet.Image"},
	Negative: []string{"UVTile.I", "UVTile.J"},
}

// check sees to it that the pieces of a record fit together.
func (r *restored) check() error {
	if (r.Problem == nil) == (r.result == nil) {
		return errors.New("a file needs either a result or a problem")
	}
	if r.Problem != nil {
		return nil
	}
	if !slices.Contains(fileFormats, fileFormat(r.Format)) || !slices.Contains(fileUnits, fileUnit(r.Unit)) {
		return fmt.Errorf("there is no format %q with the unit %q", r.Format, r.Unit)
	}
	if err := r.checkRules(); err != nil {
		return err
	}
	var sum check.Counts
	for i := range r.result.Meshes {
		m := &r.result.Meshes[i]
		if m.Index != i {
			return fmt.Errorf("mesh %d has the index %d", i, m.Index)
		}
		if err := add(&sum, m.Counts); err != nil {
			return err
		}
		if err := cmp.Or(checkMesh(m), checkArity(m.Findings)); err != nil {
			return fmt.Errorf("mesh %d: %w", i, err)
		}
	}
	if sum != r.result.Counts {
		return errors.New("the counts are not the sums over the meshes")
	}
	return r.checkScene()
}

// checkRules sees to it that everything is of a rule of the check that finds it.
func (r *restored) checkRules() error {
	for i := range r.result.Meshes {
		for k := range r.result.Meshes[i].Findings {
			if err := ofCheck(r.result.Meshes[i].Findings[k].Rule, check.Self); err != nil {
				return fmt.Errorf("mesh %d: finding %d: %w", i, k, err)
			}
		}
	}
	if b := r.result.Between(); b != nil {
		for _, k := range (check.All &^ check.Between).Rules() {
			if b.Counts.Of(k) > 0 {
				return fmt.Errorf("pairs are counted as %s", k)
			}
		}
	}
	for i := range r.result.Pairs() {
		p := &r.result.Pairs()[i]
		if err := ofCheck(p.Rule, check.Between); err != nil {
			return fmt.Errorf("pair %d: %w", i, err)
		}
		for k := range p.Findings {
			if err := ofCheck(p.Findings[k].Rule, check.Self); err != nil {
				return fmt.Errorf("pair %d: finding %d: %w", i, k, err)
			}
		}
	}
	if r.result.Hulls() == nil {
		return nil
	}
	for i := range r.result.Hulls().Groups {
		g := &r.result.Hulls().Groups[i]
		for k := range g.Findings {
			f := &g.Findings[k]
			if err := ofCheck(f.Rule, check.Hulls); err != nil {
				return fmt.Errorf("group %d of hulls: finding %d: %w", i, k, err)
			}
			if f.Severity == check.Off {
				return fmt.Errorf("group %d of hulls: finding %d is off", i, k)
			}
		}
	}
	return nil
}

func ofCheck(r check.Rule, of check.Set) error {
	if !of.Has(r.Check()) {
		return fmt.Errorf("%s is not a rule of %s", r, of)
	}
	return nil
}

// checkScene is check of what is between the objects of a scene, about its hulls and in its UV sets.
func (r *restored) checkScene() error {
	for i := range r.result.Model() {
		m := &r.result.Model()[i]
		if err := ofCheck(m.Rule, check.Model); err != nil {
			return fmt.Errorf("finding %d about the model: %w", i, err)
		}
		if m.Severity == check.Off {
			return fmt.Errorf("finding %d about the model is off", i)
		}
	}
	for i := range r.result.Pairs() {
		p := &r.result.Pairs()[i]
		if p.Inner > 1 || (p.Nearest != nil) != (p.Rule == check.TooNear) {
			return fmt.Errorf("pair %d cannot be of the kind %q", i, p.Rule.Word())
		}
		if err := checkArity(p.Findings); err != nil {
			return fmt.Errorf("pair %d: %w", i, err)
		}
	}
	return checkScene(r.result)
}

// checkArity checks that each finding has as many triangles as its rule requires.
func checkArity(findings []check.Finding) error {
	for i := range findings {
		f := &findings[i]
		single := f.Rule == check.Nonfinite || f.Rule == check.Degenerate
		if single != (f.B == nil) || len(f.Segment) != 0 && len(f.Segment) != 2 {
			return fmt.Errorf("finding %d cannot be of the kind %q", i, f.Rule)
		}
	}
	return nil
}
