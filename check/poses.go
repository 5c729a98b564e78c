package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/geom"
)

// PoseOptions are the options of the check Poses.
type PoseOptions struct {
	// Rate is the least number of samples in a second of a clip, besides its keys: 0 means
	// DefaultPoseRate, a negative number keys only.
	Rate float64 `json:"fps,omitzero"`
	// Clips are globs for the names of the clips to check; none means all.
	Clips []string `json:"clips,omitempty"`
	// MaxSamples is the greatest number of samples of all clips of a file, beyond which the file is
	// not checked: 0 means DefaultMaxSamples.
	MaxSamples int `json:"max_samples,omitzero"`
	// Tolerance is how much deeper than at rest a contact that slides may become. The zero value
	// means DefaultPoseTolerance. If Relative, it is a fraction of the diagonal of the default pose.
	Tolerance Tolerance `json:"tolerance,omitzero"`
	// Near is the greatest number of edges between two triangles of a fold along the surface: 0
	// means DefaultPoseNear, a negative number that they share a vertex.
	Near int `json:"near,omitzero"`
	// Targets asks for each morph target alone, too, as a clip of one sample.
	Targets bool `json:"targets,omitzero"`
}

// The defaults of PoseOptions.
const (
	DefaultPoseRate   = 30
	DefaultMaxSamples = 100_000
	DefaultPoseNear   = 2
)

// DefaultPoseTolerance is the default of PoseOptions.Tolerance.
func DefaultPoseTolerance() Tolerance { return Tolerance{Value: 0.005, Relative: true} }

// PoseResult is the section of the check Poses. Its list has an issue for each listed place, in
// coordinates of the world in its Pose, and one for the cracks of each object.
type PoseResult struct {
	IssueList
	// Clips that were checked, in the order of the file.
	Clips []PoseClip `json:"clips"`
}

// PoseClip is what was found in the samples of an animation.
type PoseClip struct {
	// Clip is the number of the animation in the file, and Name its name, which may be empty. Morph
	// targets alone are clips after all animations.
	Clip int    `json:"clip"`
	Name string `json:"name"`
	// Samples is the number of poses that were looked at, From the time of the first and To that of
	// the last, in seconds.
	Samples int     `json:"samples"`
	From    float64 `json:"from"`
	To      float64 `json:"to"`
	// NewPairs is the number of different pairs of triangles that fail in a sample, are not in the
	// baseline and are deeper than the resolution. WithinPrecision is the number of pairs in samples
	// that are new and no deeper, and of no place. Triangles in one plane have the depth 0.
	NewPairs        int `json:"new_pairs_beyond"`
	WithinPrecision int `json:"within_precision"`
	// NotEvaluated describe what the clip may move and was not evaluated.
	NotEvaluated []string `json:"not_evaluated,omitempty"`
	// Places that are listed, in order of severity, first sample and position, as their issues.
	Places []PosePlace `json:"places"`
}

// Label returns the quoted name of the clip, or its number if it has none.
func (c *PoseClip) Label() string { return clipLabel(c.Clip, c.Name) }

func clipLabel(clip int, name string) string {
	if name == "" {
		return strconv.Itoa(clip)
	}
	return strconv.Quote(name)
}

// PosePlace is a place where parts of a model go through each other in consecutive samples of a
// clip, matched from sample to sample by their triangles.
type PosePlace struct {
	Rule     Rule     `json:"rule"`
	Severity Severity `json:"severity"`
	// Issue is the index of its issue in the list of the section.
	Issue int `json:"issue,omitempty"`
	// A and B are the two objects, or twice the same with the shells that meet. Shells are numbered
	// as in regions of meshes.
	A Object `json:"a"`
	B Object `json:"b"`
	// First, Last and Worst are times in seconds of samples of the clip: the first and the last
	// where the place is there, and the one where it is deepest.
	First float64 `json:"first"`
	Last  float64 `json:"last"`
	Worst float64 `json:"worst"`
	// Depth is that of the worst sample, and Pairs its number of new pairs.
	Depth float64 `json:"depth"`
	Pairs int     `json:"pairs"`
	// FirstSample is the index of the first sample in those of the clip, and Times and Depths are the
	// times of the samples from there on and the greatest depth in each.
	FirstSample int       `json:"first_sample"`
	Times       []float64 `json:"times"`
	Depths      []float64 `json:"depths"`
	// Always reports that the place is there in each sample of the clip.
	Always bool `json:"always,omitzero"`
	// Near is the number of edges between the nearest pair along the surface at the worst sample, -1
	// between shells and objects. RestDepth is the greatest depth at rest of what a place of
	// PoseMoved, or one that was, hangs together with.
	Near      int     `json:"near,omitempty"`
	RestDepth float64 `json:"rest_depth,omitempty"`
	// Stored is the box around the stored positions, in the mesh of A, of its triangles at the worst
	// sample. It says where the place is whatever the pose.
	Stored geom.Box `json:"stored,omitempty"`
	// StoredSize is the diagonal of the box around all stored positions in that mesh.
	StoredSize float64 `json:"stored_size,omitempty"`
}

// When says in which samples of its clip the place is there: "from 0.25 s to 1.04 s, deepest at 0.92 s
// (sample 23 of 31)". Samples are counted from 1. It is "" for a clip of one sample.
func (p *PosePlace) When(c *PoseClip) string {
	worst := p.FirstSample + max(slices.Index(p.Times, p.Worst), 0) + 1
	deepest := fmt.Sprintf("at %s (sample %d of %d)", Seconds(p.Worst), worst, c.Samples)
	switch {
	case c.Samples == 1:
		return ""
	case p.Always:
		return "in all samples, deepest " + deepest
	case p.First == p.Last:
		return deepest
	}
	return fmt.Sprintf("from %s to %s, deepest %s", Seconds(p.First), Seconds(p.Last), deepest)
}

// Seconds returns a time of a clip in words: "0.92 s".
func Seconds(t float64) string {
	return strconv.FormatFloat(math.Round(t*1000)/1000, 'f', -1, 64) + " s"
}

// Pose is a pose of a model: a clip at a time.
type Pose struct {
	// Clip and Name are as in PoseClip.
	Clip int    `json:"clip"`
	Name string `json:"name"`
	// Time in seconds.
	Time float64 `json:"time"`
}

// Label returns the quoted name of the clip, or its number if it has none.
func (p *Pose) Label() string { return clipLabel(p.Clip, p.Name) }

// Poses returns the section of the check Poses, nil if it did not run.
func (r *Result) Poses() *PoseResult { return found[*PoseResult](r) }

// Issues returns the list.
func (s *PoseResult) Issues(r *Result, _ Policy) (out []Issue) {
	for i := range s.List {
		out = append(out, s.Issue(r, s.List[i].At))
	}
	return append(out, s.Unlisted()...)
}

// Issue returns an issue of the list. Its identity is made of the clip, the objects and where the
// triangles are stored, not of the time.
func (s *PoseResult) Issue(r *Result, at Ref) Issue {
	is := s.List[at.Index]
	names := r.identities(is.Subjects)
	p := s.place(at.Index)
	if p == nil {
		is.Identify(strings.Join(names, " "), geom.EmptyBox())
		return is
	}
	world := is.Box
	is.Box = p.Stored
	is.Identify(QuoteNames(is.Pose.Name)+" "+strings.Join(names, " "), geom.Box{Max: geom.Vec{p.StoredSize}})
	is.Box = world
	return is
}

// Anchor returns the box where the triangles of a place are stored.
func (s *PoseResult) Anchor(at Ref) geom.Box {
	if p := s.place(at.Index); p != nil {
		return p.Stored
	}
	return geom.EmptyBox()
}

// place returns the place of an issue, nil for cracks.
func (s *PoseResult) place(issue int) *PosePlace {
	pose := s.List[issue].Pose
	if pose == nil {
		return nil
	}
	for i := range s.Clips {
		if c := &s.Clips[i]; c.Clip == pose.Clip {
			// Places and issues are in the same order.
			k, ok := slices.BinarySearchFunc(c.Places, issue, func(p PosePlace, issue int) int { return cmp.Compare(p.Issue, issue) })
			if ok {
				return &c.Places[k]
			}
		}
	}
	return nil
}

// validate records what refers to something that does not exist.
func (s *PoseResult) validate(v *validation) {
	for i := range s.Clips {
		c := &s.Clips[i]
		for k := range c.Places {
			p := &c.Places[k]
			ok := p.Rule.Check() == Poses && p.Severity != Off && p.Issue >= 0 && p.Issue < len(s.List) && v.hasMesh(&p.A) && v.hasMesh(&p.B) &&
				len(p.Times) == len(p.Depths) && len(p.Times) > 0
			v.need(ok, fmt.Sprintf("poses.clips[%d].", i), "places", k)
		}
	}
	for i := range s.List {
		v.need(len(s.List[i].Subjects) > 0, "poses.", "issues", i)
	}
}
