package poses

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// plan is what will be looked at.
type plan struct {
	rig     *pose.Rig // with clips for morph targets, if they are asked for
	objects []planned
	// clips are those that the options ask for, and samples the samples of all of them.
	clips   []check.PoseClip
	samples []sample
	near    int
	// tolerance is in the unit of the scene, or relative.
	tolerance check.Tolerance
	// section has what is known before any pose was looked at.
	section check.Section
}

// planned is an object that takes part.
type planned struct {
	object   int // an index into Rig.Objects
	mesh     int
	deformed bool
}

// sample is a time of a clip.
type sample struct {
	clip int // an index into plan.clips
	time float64
}

// planOf returns what is to be looked at. It fails for a tolerance whose unit cannot be converted.
func planOf(j *checks.Job) (p plan, err error) {
	o := &j.Options.Poses
	p.near = max(0, cmp.Or(o.Near, check.DefaultPoseNear))
	if p.tolerance, err = cmp.Or(o.Tolerance, check.DefaultPoseTolerance()).In(j.Scene.Unit); err != nil {
		return p, fmt.Errorf("poses: %w", err)
	}
	if err := j.Scene.RigError; err != nil {
		p.notChecked(check.NoObject(), err.Error())
		return p, nil
	}
	if j.Scene.Rig == nil {
		p.section.Nothing = "the file has no animation"
		return p, nil
	}
	p.rig = j.Scene.Rig
	if o.Targets {
		p.rig = p.rig.WithTargets()
	}
	if len(p.rig.Clips) == 0 {
		if p.setObjects(j); len(p.section.NotChecked) == 0 {
			p.section.Nothing = p.nothing()
		}
		p.objects = nil
		return p, nil
	}
	p.section.Warnings = slices.Clone(p.rig.Warnings)
	p.setObjects(j)
	p.setClips(j.Scene, o)
	return p, nil
}

// nothing says that the file has no clips.
func (p *plan) nothing() string {
	if slices.ContainsFunc(p.rig.Objects, func(o pose.Object) bool { return len(o.Weights) > 0 }) {
		return "the file has no animation; --pose-targets checks its morph targets"
	}
	return "the file has no animation"
}

// notChecked records why something is not checked.
func (p *plan) notChecked(o check.Object, reason string) {
	p.section.NotChecked = append(p.section.NotChecked, check.ObjectProblem{Object: o, Reason: reason})
}

// setObjects chooses the objects that take part: those that the scene shows and that are not only
// collision hulls.
func (p *plan) setObjects(j *checks.Job) {
	hulls, shown := j.OnlyHulls(), j.Scene.Shown()
	order := make([]int, len(p.rig.Objects))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p.rig.Objects[a].Instance, p.rig.Objects[b].Instance) })
	for _, k := range order {
		o := &p.rig.Objects[k]
		in := &shown[o.Instance]
		m := j.Scene.Meshes[in.Mesh]
		switch {
		case in.LowerLevel, in.Hidden, !j.Scene.Shows(in), hulls != nil && hulls[o.Instance], m.Triangles() == 0:
		case o.Unposed != "":
			p.notChecked(nameOf(j, o.Instance), o.Unposed)
		default:
			p.objects = append(p.objects, planned{k, in.Mesh, deforms(p.rig, o)})
		}
	}
}

// nameOf names the object of an instance.
func nameOf(j *checks.Job, instance int) check.Object {
	in := &j.Scene.Shown()[instance]
	return check.Object{
		Path: mesh.ShortName(in.Path), Instance: instance, Collider: -1, Mesh: in.Mesh,
		Name: mesh.ShortName(j.Scene.Meshes[in.Mesh].Name), Part: -1, Shell: -1,
	}
}

// deforms reports whether joints or morph targets may move the vertices of an object against each other.
func deforms(r *pose.Rig, o *pose.Object) bool {
	targets := false
	for i := range o.Shape.Parts {
		part := &o.Shape.Parts[i]
		if o.Skin != pose.NoSkin && part.Influences != nil {
			return true
		}
		targets = targets || len(part.Targets) > 0
	}
	return targets && (slices.ContainsFunc(o.Weights, func(w float64) bool { return w != 0 }) || animatesWeights(r, o.Node))
}

// animatesWeights reports whether a clip animates the weights of a node.
func animatesWeights(r *pose.Rig, node int) bool {
	for i := range r.Clips {
		for _, c := range r.Clips[i].Channels {
			if c.Node == node && c.Property == pose.Weights {
				return true
			}
		}
	}
	return false
}

// setClips chooses the clips and their samples.
func (p *plan) setClips(s *mesh.Scene, o *check.PoseOptions) {
	most := cmp.Or(o.MaxSamples, check.DefaultMaxSamples)
	rate := cmp.Or(o.Rate, check.DefaultPoseRate)
	used := make([]bool, len(o.Clips))
	for k := range p.rig.Clips {
		clip := &p.rig.Clips[k]
		if !chosen(clip.Name, o.Clips, used) {
			continue
		}
		of := check.PoseClip{Clip: k, Name: mesh.ShortName(clip.Name), NotEvaluated: clip.NotEvaluated}
		times, ok := clip.Samples(rate, most-len(p.samples))
		if !ok {
			p.clips, p.samples = nil, nil
			p.notChecked(check.NoObject(), fmt.Sprintf(
				"its clips have more than %d samples, up to clip %s: check some by --clips, or raise --max-samples", most, of.Label()))
			return
		}
		if of.Samples = len(times); len(times) > 0 {
			of.From, of.To = times[0], times[len(times)-1]
		} else {
			p.warn("clip %s has no keys", of.Label())
		}
		for _, t := range times {
			p.samples = append(p.samples, sample{len(p.clips), t})
		}
		if len(clip.NotEvaluated) > 0 {
			p.notChecked(check.NoObject(), fmt.Sprintf("in clip %s: %s", of.Label(), clip.NotEvaluated[0]))
		}
		p.clips = append(p.clips, of)
	}
	if len(p.clips) == 0 {
		p.section.Nothing = "none of its clips has a name that --clips asks for"
	}
	for i, glob := range o.Clips {
		if !used[i] {
			p.warn("%q matches no clip", glob)
		}
	}
}

// chosen reports whether a clip is asked for, and marks the globs that match it.
func chosen(name string, globs []string, used []bool) bool {
	found := len(globs) == 0
	for i, glob := range globs {
		if doublestar.MatchUnvalidated(glob, name) {
			used[i], found = true, true
		}
	}
	return found
}

func (p *plan) warn(format string, args ...any) {
	p.section.Warnings = append(p.section.Warnings, fmt.Sprintf(format, args...))
}
