package pose

import (
	"fmt"
	"slices"
)

// WithTargets returns the rig with a clip "target N" for each morph target after its own clips: one
// sample, at 0 s, in which the target has the weight 1 and all others have their default. A target N
// of a mesh that several objects show is moved in all of them. Those of different meshes have clips of
// their own.
func (r *Rig) WithTargets() *Rig {
	out := *r
	out.Clips = slices.Clone(r.Clips)
	seen := map[*Shape]bool{}
	for i := range r.Objects {
		o := &r.Objects[i]
		if seen[o.Shape] || o.Unposed != "" {
			continue
		}
		seen[o.Shape] = true
		for k := range o.Weights {
			out.Clips = append(out.Clips, r.targetClip(o.Shape, k))
		}
	}
	return &out
}

// targetClip returns a clip of one target of a shape.
func (r *Rig) targetClip(s *Shape, target int) Clip {
	start := Floats(1, []float32{0})
	clip := Clip{Name: fmt.Sprint("target ", target), Keys: []Values{start}}
	posed := map[int]bool{}
	for i := range r.Objects {
		o := &r.Objects[i]
		if o.Shape != s || o.Unposed != "" || posed[o.Node] {
			continue
		}
		posed[o.Node] = true
		weights := make([]float32, len(o.Weights))
		for k, w := range o.Weights {
			weights[k] = float32(w)
		}
		weights[target] = 1
		clip.Channels = append(clip.Channels, Channel{
			Node: o.Node, Property: Weights, Index: len(clip.Channels),
			Sampler: &Sampler{Interpolation: Step, Times: start, Values: Floats(len(weights), weights), Width: len(weights)},
		})
	}
	return clip
}
