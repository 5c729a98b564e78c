package rig

import (
	"fmt"
	"math"
	"strings"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/loader/gltf/accessor"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// The attributes of influences begin with these, and end in the number of the set.
const (
	jointsName  = "JOINTS_"
	weightsName = "WEIGHTS_"
)

// IsInfluence reports whether an attribute has joints or weights.
func IsInfluence(name string) bool {
	return strings.HasPrefix(name, jointsName) || strings.HasPrefix(name, weightsName)
}

// influences are those of vertices, with their sums until it is known which are used.
type influences struct {
	*pose.Influences
	sums     []float64
	negative bool
}

// influenceSet is one set of joints and weights.
type influenceSet struct{ joints, weights Vectors }

// influencesOf returns the influences of part k of a mesh, nil if it has none. It warns of weights of
// vertices of triangles that are not as they should be.
func (r *Reader) influencesOf(place string, index, k int) (*pose.Influences, error) {
	part := &r.Scene.Meshes[index].Parts[k]
	attributes := r.meshes[index].Primitives[part.Index].Attributes
	sets, key, err := r.influenceSets(place, index, k, attributes)
	if err != nil || sets == nil {
		return nil, err
	}
	f := r.influences[key]
	if f == nil {
		if f, err = r.addInfluences(place, sets, part.Positions.Len()); err != nil {
			return nil, err
		}
		if key != "" {
			r.influences[key] = f
		}
	}
	r.warnOfWeights(place, f, part)
	return f.Influences, nil
}

// influenceSets returns the sets of a part, and a key that parts with the same have in common, "" for
// compressed ones.
func (r *Reader) influenceSets(place string, index, k int, attributes map[string]int) (sets []influenceSet, key string, err error) {
	compressed := false
	for n := 0; ; n++ {
		joints, weights := fmt.Sprint(jointsName, n), fmt.Sprint(weightsName, n)
		j, hasJoints := attributes[joints]
		w, hasWeights := attributes[weights]
		switch {
		case !hasJoints && !hasWeights:
			if compressed {
				key = ""
			}
			return sets, key, nil
		case !hasJoints:
			return nil, "", r.Fail(place, "has %s without %s", weights, joints)
		case !hasWeights:
			return nil, "", r.Fail(place, "has %s without %s", joints, weights)
		}
		var set influenceSet
		var decoded [2]bool
		if set.joints, decoded[0], err = r.attribute(place, index, k, joints, j); err != nil {
			return nil, "", err
		}
		if set.weights, decoded[1], err = r.attribute(place, index, k, weights, w); err != nil {
			return nil, "", err
		}
		if c := set.joints.Component; c != mesh.Uint8 && c != mesh.Uint16 || set.joints.Divisor != 1 {
			return nil, "", r.Fail(place+" "+joints, "must be VEC4 of uint8 or uint16, and not normalized")
		}
		compressed = compressed || decoded[0] || decoded[1]
		sets, key = append(sets, set), fmt.Sprint(key, " ", j, " ", w)
	}
}

// attribute returns joints or weights, and whether they come from compressed data.
func (r *Reader) attribute(place string, index, k int, name string, i int) (v Vectors, decoded bool, err error) {
	if v, decoded, err = r.Decoded(index, k, name); err == nil && !decoded {
		var a *accessor.Accessor
		if a, err = r.Accessors.Vectors(place+" "+name, name, i, gltf.AccessorVec4); err != nil {
			return v, false, err
		}
		v.Component = accessor.Component(a.ComponentType)
		v.Values, err = r.stored(a)
	}
	if n := r.Scene.Meshes[index].Parts[k].Positions.Len(); err == nil && v.Rows() != n {
		err = r.Fail(place+" "+name, "has %d elements for %d vertices", v.Rows(), n)
	}
	return v, decoded, err
}

// addInfluences adds up the sets of vertices.
func (r *Reader) addInfluences(place string, sets []influenceSet, vertices int) (*influences, error) {
	n, err := r.countInfluences(place, sets, vertices)
	if err != nil {
		return nil, err
	}
	if err := r.Charge(place, 1, 8*vertices+pose.InfluencesSize(vertices, n)); err != nil {
		return nil, err
	}
	out := &influences{Influences: pose.NewInfluences(vertices, n), sums: make([]float64, vertices)}
	of := make([]pose.Influence, 0, 4*len(sets))
	for v := range vertices {
		of = of[:0]
		for s := range sets {
			for c := range 4 {
				w := sets[s].weights.At(v, c)
				out.negative = out.negative || w < 0
				of = append(of, pose.Influence{Joint: uint16(sets[s].joints.At(v, c)), Weight: w})
			}
		}
		out.sums[v] = out.Add(of)
	}
	return out, nil
}

// countInfluences returns the most influences that vertices can have, all together.
func (r *Reader) countInfluences(place string, sets []influenceSet, vertices int) (n int, err error) {
	for v := range vertices {
		if v%4096 == 0 && r.Ctx.Err() != nil {
			return 0, r.Ctx.Err()
		}
		before := n
		for s := range sets {
			for c := range 4 {
				w := sets[s].weights.At(v, c)
				if math.IsNaN(w) || math.IsInf(w, 0) {
					return 0, r.Fail(place, "the weight of vertex %d is not finite", v)
				}
				if w != 0 {
					n++
				}
			}
		}
		n = max(n, before+1)
	}
	return n, nil
}

// warnOfWeights warns of weights of a part whose sum is not 1.
func (r *Reader) warnOfWeights(place string, f *influences, part *mesh.Part) {
	const tolerance = 1e-3
	used := make([]bool, part.Positions.Len())
	for c := range 3 * part.Triangles() {
		used[part.Corner(c)] = true
	}
	zero, off, low, high := 0, 0, math.Inf(1), math.Inf(-1)
	for v, sum := range f.sums {
		switch {
		case !used[v]:
		case sum == 0:
			zero++
		case math.Abs(sum-1) > tolerance:
			off++
			low, high = min(low, sum), max(high, sum)
		}
	}
	if f.negative {
		r.Warn("%s: has negative weights", place)
	}
	if zero > 0 {
		r.Warn("%s: the weights of %s are 0; they follow their first joint", place, vertices(zero))
	}
	if off > 0 {
		r.Warn("%s: the weights of %s add up to %.3g to %.3g instead of 1; they are divided by the sum", place, vertices(off), low, high)
	}
}

func vertices(n int) string {
	if n == 1 {
		return "1 vertex"
	}
	return fmt.Sprint(n, " vertices")
}
