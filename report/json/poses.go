package json

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

func init() {
	ofChecks[check.Poses] = ofCheck{poseCodecs, []string{"counts", "not_checked", "issues", "clips", "clips/", "clips//places"}}
}

// Times of clips may be less than 0 in formats other than glTF, and sizes may not.

type wirePoseOptions struct {
	Rate       *coordinate     `json:"fps,omitzero"`
	Clips      []string        `json:"clips,omitempty"`
	MaxSamples int             `json:"max_samples,omitzero"`
	Tolerance  check.Tolerance `json:"tolerance,omitzero"`
	Near       *int            `json:"near,omitzero"`
	Targets    bool            `json:"targets,omitzero"`
}

// newPoseOptions writes numbers as the command takes them: 0 is 0, and a default is left out.
func newPoseOptions(o *check.PoseOptions) wirePoseOptions {
	w := wirePoseOptions{Clips: o.Clips, MaxSamples: o.MaxSamples, Tolerance: o.Tolerance, Targets: o.Targets}
	if o.Rate != 0 {
		rate := coordinate(max(o.Rate, 0))
		w.Rate = &rate
	}
	if o.Near != 0 {
		near := max(o.Near, 0)
		w.Near = &near
	}
	return w
}

func (w *wirePoseOptions) options() (check.PoseOptions, error) {
	o := check.PoseOptions{Clips: w.Clips, MaxSamples: w.MaxSamples, Tolerance: w.Tolerance, Targets: w.Targets}
	if w.Rate != nil {
		if o.Rate = float64(*w.Rate); !(o.Rate > 0) {
			o.Rate = -1
		}
	}
	if w.Near != nil {
		if o.Near = *w.Near; o.Near == 0 {
			o.Near = -1
		}
	}
	return o, nil
}

type wirePose struct {
	Clip int        `json:"clip"`
	Name string     `json:"name"`
	Time coordinate `json:"time"`
}

type wireClip struct {
	Clip            int               `json:"clip"`
	Name            string            `json:"name"`
	Samples         int               `json:"samples"`
	From            coordinate        `json:"from"`
	To              coordinate        `json:"to"`
	NewPairs        int               `json:"new_pairs_beyond"`
	WithinPrecision int               `json:"within_precision"`
	NotEvaluated    []string          `json:"not_evaluated,omitempty"`
	Places          []check.PosePlace `json:"places"`
}

type wirePosePlace struct {
	Rule        check.Rule     `json:"rule"`
	Severity    check.Severity `json:"severity"`
	Issue       int            `json:"issue,omitempty"`
	A           check.Object   `json:"a"`
	B           check.Object   `json:"b"`
	First       coordinate     `json:"first"`
	Last        coordinate     `json:"last"`
	Worst       coordinate     `json:"worst"`
	Depth       float64        `json:"depth"`
	Pairs       int            `json:"pairs"`
	FirstSample int            `json:"first_sample"`
	Times       []coordinate   `json:"times"`
	Depths      []float64      `json:"depths"`
	Always      bool           `json:"always,omitzero"`
	Near        int            `json:"near,omitempty"`
	RestDepth   float64        `json:"rest_depth,omitempty"`
	Stored      geom.Box       `json:"stored,omitempty"`
	StoredSize  float64        `json:"stored_size,omitempty"`
}

func newPosePlace(p *check.PosePlace) wirePosePlace {
	w := wirePosePlace{
		p.Rule, p.Severity, p.Issue, p.A, p.B, coordinate(p.First), coordinate(p.Last), coordinate(p.Worst), p.Depth, p.Pairs, p.FirstSample,
		make([]coordinate, len(p.Times)), p.Depths, p.Always, p.Near, p.RestDepth, p.Stored, p.StoredSize,
	}
	for i, t := range p.Times {
		w.Times[i] = coordinate(t)
	}
	return w
}

func (w *wirePosePlace) place() (check.PosePlace, error) {
	p := check.PosePlace{
		Rule: w.Rule, Severity: w.Severity, Issue: w.Issue, A: w.A, B: w.B, First: float64(w.First), Last: float64(w.Last), Worst: float64(w.Worst),
		Depth: w.Depth, Pairs: w.Pairs, FirstSample: w.FirstSample, Depths: w.Depths, Always: w.Always, Near: w.Near, RestDepth: w.RestDepth, Stored: w.Stored, StoredSize: w.StoredSize,
	}
	for _, t := range w.Times {
		p.Times = append(p.Times, float64(t))
	}
	return p, nil
}

func poseCodecs() []codec {
	return []codec{
		from(newPoseOptions), as(wirePoseOptions{}, (*wirePoseOptions).options),
		from(func(p *check.Pose) wirePose { return wirePose{p.Clip, p.Name, coordinate(p.Time)} }),
		as(wirePose{}, func(w *wirePose) (check.Pose, error) {
			return check.Pose{Clip: w.Clip, Name: w.Name, Time: float64(w.Time)}, nil
		}),
		from(func(c *check.PoseClip) wireClip {
			return wireClip{c.Clip, c.Name, c.Samples, coordinate(c.From), coordinate(c.To), c.NewPairs, c.WithinPrecision, c.NotEvaluated, c.Places}
		}),
		as(wireClip{}, func(w *wireClip) (check.PoseClip, error) {
			return check.PoseClip{
				Clip: w.Clip, Name: w.Name, Samples: w.Samples, From: float64(w.From), To: float64(w.To), NewPairs: w.NewPairs,
				WithinPrecision: w.WithinPrecision, NotEvaluated: w.NotEvaluated, Places: w.Places,
			}, nil
		}),
		from(newPosePlace), as(wirePosePlace{Rule: noRule, Issue: -1, Near: -1, Depth: unlimited, Stored: geom.EmptyBox()}, (*wirePosePlace).place),
	}
}
