package reporttest

import (
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
)

// PoseReport has a file with clips: one with a place of each rule, one without a name that has one
// sample and moves something that is not evaluated, and one without places; a crack; more places than
// are listed; and a file whose poses could not be checked.
func PoseReport() *report.Report {
	o := check.Options{Checks: check.Poses, Poses: check.PoseOptions{
		Rate: -1, Clips: []string{"W*", ""}, MaxSamples: 500, Tolerance: check.Tolerance{Value: 0.01, Relative: true}, Near: -1, Targets: true,
	}}
	unchecked := Chair()
	unchecked.Path = "damaged.glb"
	section := &check.PoseResult{IssueList: check.IssueList{Of: check.Poses}}
	section.NotChecked = []check.ObjectProblem{{Object: check.NoObject(), Reason: "mesh 0 primitive 0: the weight of vertex 12 is not finite"}}
	unchecked.Result = withPoses(unchecked.Result, section)
	unchecked.Result.Status = check.NotChecked
	f := Chair()
	f.Path = "character.glb"
	f.Result = withPoses(f.Result, poses(&f.Result.Meshes[0]))
	return &report.Report{Version: "0.1.0", Options: o, Files: []report.File{f, unchecked}}
}

// withPoses returns a result of the check Poses alone.
func withPoses(of *check.Result, s *check.PoseResult) *check.Result {
	r := &check.Result{Meshes: of.Meshes, Checks: check.Poses}
	m := &r.Meshes[0]
	m.Counts, m.RegionCount, m.Regions, m.Findings, m.Vertices, m.Shells = check.Counts{}, 0, nil, nil, 0, 0
	r.Put(s)
	if s.Counts.Failing() > 0 {
		r.Status = check.Fail
	}
	return r
}

// poses is what was found in the clips of a chair.
func poses(m *check.Mesh) *check.PoseResult {
	s := &check.PoseResult{IssueList: check.IssueList{Of: check.Poses}, Clips: []check.PoseClip{
		{Clip: 0, Name: "Walk", Samples: 31, From: -0.25, To: 0.75, NewPairs: 12, WithinPrecision: 3, Places: []check.PosePlace{}},
		{Clip: 1, Samples: 1, From: 0.5, To: 0.5, NewPairs: 1, NotEvaluated: []string{"constraint 0"}, Places: []check.PosePlace{}},
		{Clip: 2, Name: "Wave", Samples: 61, To: 2, Places: []check.PosePlace{}},
	}}
	object := check.Object{Path: "/root/chair.001", Instance: 1, Mesh: 0, Name: m.Name, Collider: -1, Part: -1, Shell: -1}
	other := object
	other.Path, other.Instance = "/root/chair", 0
	box := geom.Box{Min: geom.Vec{0.1, 0.4, -0.21}, Max: geom.Vec{0.13, 0.45, -0.2}}
	shell := func(n int) check.Object {
		o := object
		o.Shell = n
		return o
	}
	for _, p := range []struct {
		clip int
		check.PosePlace
	}{
		{0, check.PosePlace{
			Rule: check.PoseContact, Severity: check.Error, A: shell(0), B: shell(2), First: -0.25, Last: 0.05, Worst: -0.05, Depth: 0.0042, Pairs: 9,
			Times: []float64{-0.25, -0.15, -0.05, 0.05}, Depths: []float64{0.001, 0.002, 0.0042, 0.003}, Near: -1, Stored: box, StoredSize: 2,
		}},
		{1, check.PosePlace{
			Rule: check.PoseContact, Severity: check.Error, A: other, B: object, First: 0.5, Last: 0.5, Worst: 0.5, Depth: 0.1, Pairs: 1,
			Times: []float64{0.5}, Depths: []float64{0.1}, Always: true, Near: -1, RestDepth: 0.002, Stored: box, StoredSize: 2,
		}},
		{0, check.PosePlace{
			Rule: check.PoseFold, Severity: check.Warning, A: shell(1), B: shell(1), First: 0.25, Last: 0.25, Worst: 0.25, Depth: 0.0005, Pairs: 2,
			FirstSample: 15, Times: []float64{0.25}, Depths: []float64{0.0005}, Near: 0, Stored: geom.EmptyBox(),
		}},
		{0, check.PosePlace{
			Rule: check.PoseMoved, Severity: check.Info, A: other, B: object, First: -0.25, Last: 0.75, Worst: 0.75, Depth: 0.002, Pairs: 4,
			Times: []float64{-0.25, 0.25, 0.75}, Depths: []float64{0.001, 0.0015, 0.002}, Always: true, Near: -1, RestDepth: 0.0021, Stored: box, StoredSize: 2,
		}},
	} {
		addPlace(s, &s.Clips[p.clip], p.PosePlace, box, m.Findings[:1])
	}
	s.Append(check.Issue{
		Rule: check.PoseCrack, Severity: check.Info, Count: 6, Subjects: []check.Object{object}, Value: 0.003, Box: geom.PointBox(box.Min),
		Places: []geom.Vec{box.Min}, Pose: &check.Pose{Clip: 0, Name: "Walk", Time: 0.05}, Reason: `widest in clip "Walk" at 0.05 s`,
	})
	s.Counts[check.PoseFold][check.Warning] += 2 // that are not listed
	s.Truncated = true
	return s
}

// addPlace adds a place to its clip and to the list.
func addPlace(s *check.PoseResult, c *check.PoseClip, p check.PosePlace, box geom.Box, findings []check.Finding) {
	p.Issue = len(s.List)
	c.Places = append(c.Places, p)
	subjects := []check.Object{p.A, p.B}
	if p.A.Instance == p.B.Instance {
		subjects = subjects[:1]
		subjects[0].Shell = -1
	}
	s.Append(check.Issue{
		Rule: p.Rule, Severity: p.Severity, Subjects: subjects, Value: p.Depth, Box: box, Places: []geom.Vec{{0.12, 0.44, -0.203}},
		Pose: &check.Pose{Clip: c.Clip, Name: c.Name, Time: p.Worst}, Reason: strings.TrimSpace("in clip " + c.Label() + " " + p.When(c)), Findings: findings,
	})
}
