package usd

import (
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
)

// instancerNames are the attributes of a PointInstancer that must be of one time.
var instancerNames = []string{"protoIndices", "positions", "orientations", "orientationsf", "scales", "ids", "invisibleIds"}

// readInstancer reads a PointInstancer.
func (r *builder) readInstancer(in *instancer) error {
	indices, err := r.numbers(in.prim, "protoIndices", 1, true)
	if err != nil {
		return err
	}
	if indices == nil {
		return fault("it has no protoIndices")
	}
	if in.indices, err = r.integersOf(in.prim, "protoIndices", indices); err != nil {
		return err
	}
	if err := r.readPrototypes(in); err != nil || len(in.indices) == 0 {
		return err
	}
	if err := r.checkIndices(in); err != nil {
		return err
	}
	if in.positions, err = r.perInstance(in, "positions", 3); err != nil {
		return err
	}
	if in.positions == nil {
		return faultf("it has no positions for %d %s", len(in.indices), source.Plural(len(in.indices), "instance"))
	}
	if in.scales, err = r.perInstance(in, "scales", 3); err != nil {
		return err
	}
	in.halfPosition = roundingOf("float3", in.positions)
	if err := r.readOrientations(in); err != nil {
		return err
	}
	return r.readMask(in)
}

// checkIndices checks that each instance has a prototype.
func (r *builder) checkIndices(in *instancer) error {
	n := len(in.prototypes)
	if n == 0 {
		return faultf("it has no prototypes for %d %s", len(in.indices), source.Plural(len(in.indices), "instance"))
	}
	are := "are"
	if n == 1 {
		are = "is"
	}
	for k, i := range in.indices {
		if i < 0 || int(i) >= n {
			return r.fail(in.prim, "protoIndices", "instance %d refers to prototype %d, but there %s only %d %s (counted from 0)", k, i, are, n, source.Plural(n, "prototype"))
		}
	}
	return nil
}

// perInstance returns the numbers of an attribute that has an element for each instance, nil for none.
func (r *builder) perInstance(in *instancer, name string, width int) (*layer.Numbers, error) {
	n, err := r.numbers(in.prim, name, width, true)
	if err != nil || n == nil || n.Len() == 0 {
		return nil, err
	}
	if n.Len() != len(in.indices) {
		noun := strings.TrimSuffix(name, "s")
		return nil, r.fail(in.prim, "", "it has %d %s for %d %s", n.Len(), source.Plural(n.Len(), noun), len(in.indices), source.Plural(len(in.indices), "instance"))
	}
	return n, nil
}

// readOrientations reads the orientations. Those in float32 replace those in halfs.
func (r *builder) readOrientations(in *instancer) (err error) {
	for _, of := range []struct{ name, typeName string }{{"orientationsf", "quatf"}, {"orientations", "quath"}} {
		if in.orientations, err = r.perInstance(in, of.name, 4); err != nil || in.orientations != nil {
			if in.orientations != nil {
				in.halfTurn = roundingOf(of.typeName, in.orientations)
			}
			return err
		}
	}
	return nil
}

// readPrototypes finds the prototypes.
func (r *builder) readPrototypes(in *instancer) error {
	paths, err := in.prim.Relationship("prototypes")
	if err != nil {
		return err
	}
	const entry = 64
	if err := r.charge(in.prim, "prototypes", len(paths), entry); err != nil {
		return err
	}
	in.targets, in.roots = paths, map[*stage.Prim]bool{}
	for _, path := range paths {
		p, err := r.stage.Prim(path)
		if err != nil {
			return err
		}
		if p == nil {
			r.missing.Add(path)
		}
		in.prototypes = append(in.prototypes, p)
		in.roots[p] = true
	}
	return nil
}

// readMask reads which instances are inactive or invisible.
func (r *builder) readMask(in *instancer) error {
	var err error
	if in.ids, err = r.perInstance(in, "ids", 1); err != nil {
		return err
	}
	in.masked = map[int64]bool{}
	invisible, err := r.numbers(in.prim, "invisibleIds", 1, true)
	if err != nil {
		return err
	}
	const entry = 32
	if invisible != nil {
		if err := r.charge(in.prim, "invisibleIds", invisible.Len(), entry); err != nil {
			return err
		}
		for i := range invisible.Len() {
			id, _ := invisible.Int(i)
			in.masked[id] = true
		}
	}
	inactive, err := in.prim.Metadata("inactiveIds")
	if err != nil {
		return err
	}
	texts, _ := inactive.([]string)
	if err := r.charge(in.prim, "inactiveIds", len(texts), entry); err != nil {
		return err
	}
	for _, text := range texts {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil {
			in.masked[id] = true
		}
	}
	return nil
}
