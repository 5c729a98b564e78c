package html

import (
	"html/template"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// findingsPerPose is how many pairs of triangles a page has of a place in sight.
const findingsPerPose = 20

// posedView is a place in a clip.
type posedView struct {
	ID, Short        string
	Issue            int
	Rule, Severity   string
	Picture          template.URL
	A, B             string // B is "" within one shell
	Apart            bool   // of two objects, which have colours of their own
	Size, When, Long string
	Parts            []string // the full names
	More             int
	Facts            []fact
	Findings         findingsView
	Accept           acceptView
}

func newPosedView(id string, f *report.File, c *check.PoseClip, p *check.PosePlace) posedView {
	v := posedView{
		ID: id, Issue: p.Issue, Rule: p.Rule.String(), Severity: p.Severity.String(),
		A: shortName(f.Result, p.A), B: shortName(f.Result, p.B),
		Size: wording.Length(p.Depth, f.Unit) + " deep",
	}
	if p.A == p.B {
		v.B = ""
	}
	v.Apart = p.A.Instance != p.B.Instance || p.A.Mesh != p.B.Mesh
	v.When, v.Long = whenOf(c, p)
	v.addFacts(f, p)
	return v
}

// shortName names an object by the last part of its path: those of rigs are long.
func shortName(r *check.Result, o check.Object) string {
	o.Path = o.Path[strings.LastIndexByte(o.Path, '/')+1:]
	return wording.ObjectName(r, &o)
}

// addFindings shows the deepest pairs of triangles at the worst sample.
func (v *posedView) addFindings(f *report.File, p *check.PosePlace, free *budget) {
	is := &f.Result.Poses().List[p.Issue]
	shown := take(&free.findings, len(is.Findings), findingsPerPose)
	v.Findings.More = len(is.Findings) - shown
	for i := range is.Findings[:shown] {
		finding := &is.Findings[i]
		row := measuresOf(f, finding)
		row.A, row.B = faceOf(f.Result, &p.A, &finding.A), faceOf(f.Result, &p.B, finding.B)
		v.Findings.Rows = append(v.Findings.Rows, row)
	}
}

// faceOf describes a triangle of an object.
func faceOf(r *check.Result, o *check.Object, face *check.Face) faceView {
	if face == nil || o.Mesh < 0 || o.Mesh >= len(r.Meshes) {
		return faceView{}
	}
	return newFaceView(&r.Meshes[o.Mesh], face)
}

// whenOf says at which sample a place is worst, and how long it is there.
func whenOf(c *check.PoseClip, p *check.PosePlace) (worst, long string) {
	worst = "at " + seconds(p.Worst)
	if k := slices.Index(p.Times, p.Worst); k >= 0 && c.Samples > 1 {
		worst += ", sample " + wording.Grouped(p.FirstSample+k+1) + " of " + wording.Grouped(c.Samples)
	}
	switch n := len(p.Times); {
	case c.Samples == 1:
	case p.Always:
		long = "in every sample"
	case n == 1:
		long = "in this sample only"
	default:
		long = "from " + seconds(p.First) + " to " + seconds(p.Last) + ", " + wording.GroupedCount(n, "sample")
	}
	return worst, long
}

func (v *posedView) addFacts(f *report.File, p *check.PosePlace) {
	v.Parts = []string{wording.ObjectName(f.Result, &p.A)}
	if v.B != "" {
		v.Parts = append(v.Parts, wording.ObjectName(f.Result, &p.B))
	}
	v.Facts = append(v.Facts, fact{"Pairs of triangles in the worst sample", wording.Grouped(p.Pairs)})
	if p.RestDepth > 0 {
		v.Facts = append(v.Facts, fact{"Depth at rest", wording.Length(p.RestDepth, f.Unit)})
	}
	switch {
	case p.Near == 0:
		v.Facts = append(v.Facts, fact{"Along the surface", "the nearest pair shares a vertex"})
	case p.Near > 0:
		v.Facts = append(v.Facts, fact{"Along the surface", wording.GroupedCount(p.Near, "edge") + " between the nearest pair"})
	}
	if is := f.Result.Poses().List[p.Issue]; len(is.Places) > 0 {
		v.Facts = append(v.Facts, fact{"Worst near", wording.PlaceAt(is.Places[0], wording.Significant)})
	}
}
