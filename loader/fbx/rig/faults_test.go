package rig_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/loader"
)

var nan = math.NaN()

// set replaces the first child of an object with a name.
func (b *builder) set(object int64, name string, values ...any) {
	n := &b.objects[object-1]
	for i := range n.Children {
		if n.Children[i].Name == name {
			n.Children[i].Values = values
			return
		}
	}
	n.Children = append(n.Children, newNode(name, values...))
}

// everything is a file with all that a rig may have: the models, the cluster, channel, shape, curve and curve node
// that are changed.
type everything struct {
	*builder
	root, shown, cluster, channel, shape, curve, node, layer int64
}

func newEverything() *everything {
	b, models, geometry, skin := skinned()
	e := &everything{builder: b, root: models[0], shown: models[2]}
	e.cluster = skin + 1
	shapes := b.add("Deformer", "shapes", "BlendShape")
	b.connect(shapes, geometry)
	e.channel = b.channel(shapes, 0, []float64{50, 100})
	e.shape = b.shape(e.channel, []int32{0, 1}, 0, 0, 1, 0, 1, 0)
	b.shape(e.channel, []int32{2}, 1, 0, 0)
	for i, n := range b.objects {
		if n.Name == "AnimationLayer" {
			e.layer = int64(i) + 1
		}
	}
	e.curve = b.curve([]key{{0, 0, 8, [4]float32{}}, {1, 100, 8, [4]float32{}}, {2, 50, 8, [4]float32{}}})
	e.node = b.animate(e.layer, e.channel, "DeformPercent", nil, map[string]int64{"d|DeformPercent": e.curve})
	return e
}

// TestFaults: each fault is an error by place, and only the rig's.
func TestFaults(t *testing.T) {
	newEverything().scene(t)
	for want, change := range map[string]func(e *everything){
		`the Cluster "cluster": vertex 8 does not exist: there are 8, the first of which is 0`: func(e *everything) { e.set(e.cluster, "Indexes", []int32{0, 8, 2}) },
		`the Cluster "cluster": vertex -1 does not exist`:                                      func(e *everything) { e.set(e.cluster, "Indexes", []int32{0, -1, 2}) },
		`the Cluster "cluster": has 2 weights for 3 vertices`:                                  func(e *everything) { e.set(e.cluster, "Weights", []float64{1, 2}) },
		`the Cluster "cluster": the weight of vertex 2 is not finite`:                          func(e *everything) { e.set(e.cluster, "Weights", []float64{1, nan, 2}) },
		`the Cluster "cluster": Transform has 15 numbers instead of 16`:                        func(e *everything) { e.set(e.cluster, "Transform", make([]float64, 15)) },
		`the Cluster "cluster": Transform is not finite`: func(e *everything) {
			e.set(e.cluster, "Transform", append(make([]float64, 15), math.Inf(1)))
		},
		`value 0 is not an integer of 32 bits`:                          func(e *everything) { e.set(e.cluster, "Indexes", []float64{0.5, 1, 2}) },
		`the Shape "shape": vertex 9 does not exist`:                    func(e *everything) { e.set(e.shape, "Indexes", []int32{0, 9}) },
		`the Shape "shape": has 6 coordinates for 1 vertices`:           func(e *everything) { e.set(e.shape, "Indexes", []int32{0}) },
		`the Shape "shape": the displacement of vertex 1 is not finite`: func(e *everything) { e.set(e.shape, "Vertices", []float64{0, 0, 0, 0, nan, 0}) },
		`the Shape "shape": has displacements that add up to one that is not finite`: func(e *everything) {
			e.set(e.shape, "Indexes", []int32{0, 0})
			e.set(e.shape, "Vertices", []float64{1e308, 0, 0, 1e308, 0, 0})
		},
		`the BlendShapeChannel "channel": has FullWeights that are not finite`:             func(e *everything) { e.set(e.channel, "FullWeights", []float64{nan, 100}) },
		`the AnimationCurve: has no KeyTime`:                                               func(e *everything) { e.objects[e.curve-1].Children[0].Name = "KeyTimes" },
		`the AnimationCurve: has 2 values for 3 keys`:                                      func(e *everything) { e.set(e.curve, "KeyValueFloat", []float32{1, 2}) },
		`the AnimationCurve: the value of key 1 is not finite`:                             func(e *everything) { e.set(e.curve, "KeyValueFloat", []float32{1, float32(nan), 3}) },
		`the AnimationCurve: the time of key 2 is not after the one before it`:             func(e *everything) { e.set(e.curve, "KeyTime", []int64{0, 7, 7}) },
		`the AnimationCurve: the time of key 1 is not after the one before it`:             func(e *everything) { e.set(e.curve, "KeyTime", []int64{0, -7, 7}) },
		`the AnimationCurve: has 2 KeyAttrRefCount for 3 KeyAttrFlags`:                     func(e *everything) { e.set(e.curve, "KeyAttrRefCount", []int32{1, 1}) },
		`the AnimationCurve: has a KeyAttrRefCount that is not positive`:                   func(e *everything) { e.set(e.curve, "KeyAttrRefCount", []int32{1, 0, 1}) },
		`the AnimationCurve: has 11 numbers of tangents for 3 KeyAttrFlags, which need 12`: func(e *everything) { e.set(e.curve, "KeyAttrDataFloat", make([]float32, 11)) },
		`the AnimationCurve: the tangents between the keys 0 and 1 are not finite`: func(e *everything) {
			e.set(e.curve, "KeyAttrFlags", []int32{0x408, 4, 4})
			e.set(e.curve, "KeyAttrDataFloat", []float32{float32(nan), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})
		},
		`the AnimationCurveNode "node": animates DeformPercent of the BlendShapeChannel "channel", which`: func(e *everything) { e.animate(e.layer, e.channel, "DeformPercent", nil, nil) },
		`the AnimationCurveNode "node": has a value that is not finite`: func(e *everything) {
			e.animate(e.layer, e.root, "Lcl Scaling", map[string][]any{"d|Y": {nan}}, nil)
		},
		`the Model "root": has a transform that is not finite`: func(e *everything) {
			e.objects[e.root-1].Children[0] = properties(map[string][]any{"Lcl Translation": vector(nan, 0, 0)})
		},
	} {
		e := newEverything()
		change(e)
		s := decode(t, e.file())
		var format *loader.FormatError
		if s.Rig != nil || !errors.As(s.RigError, &format) || !strings.HasPrefix(format.Place, "byte ") || !strings.Contains(s.RigError.Error(), want) {
			t.Errorf("%v, want %s", s.RigError, want)
		}
	}
}

// TestFewerAttributes: one attribute may be that of several keys, but there must be enough for all.
func TestFewerAttributes(t *testing.T) {
	e := newEverything()
	e.set(e.curve, "KeyAttrFlags", []int32{4})
	e.set(e.curve, "KeyAttrDataFloat", make([]float32, 4))
	e.set(e.curve, "KeyAttrRefCount", []int32{3})
	e.scene(t)
	e.set(e.curve, "KeyAttrRefCount", []int32{2})
	if s := decode(t, e.file()); s.RigError == nil || !strings.Contains(s.RigError.Error(), "has attributes of 2 keys for 3 keys") {
		t.Errorf("%v", s.RigError)
	}
}

// TestReadAgain: what is read again and again is limited by the size of the file.
func TestReadAgain(t *testing.T) {
	e := newEverything()
	points := make([]int32, 20000)
	e.set(e.shape, "Indexes", points)
	e.set(e.shape, "Vertices", make([]float64, 3*len(points)))
	full := make([]float64, 2004)
	for i := range full {
		full[i] = float64(i + 1)
	}
	for range len(full) - 2 {
		e.connect(e.shape, e.channel)
	}
	e.set(e.channel, "FullWeights", full)
	if s := decode(t, e.file()); s.RigError == nil || !strings.Contains(s.RigError.Error(), "needs more memory than a file of this size can justify") {
		t.Errorf("%v", s.RigError)
	}
}
