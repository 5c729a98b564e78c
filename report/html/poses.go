package html

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/wording"
)

const (
	// clipsPerFile is how many clips with findings of a file a page shows.
	clipsPerFile = 100
	// placesOpen is how many places of a clip are in sight; the others are folded.
	placesOpen = 6
	// informedPerClip is how many places of a clip that are only information a page has.
	informedPerClip = 20
	// findingsPerPose is how many pairs of triangles the page has of each of these.
	findingsPerPose = 20
)

func init() {
	details[check.Poses] = func(fileID string, f *report.File, model *assets.File, free *budget) sectionView {
		return newPosesView(fileID, f, free)
	}
}

type (
	// posesView shows what was found in the animations of a file.
	posesView struct {
		ID, Line   string
		Clips      []clipView // with findings, the worst first
		MoreClips  int
		Clean      []string // names of the other clips
		MoreClean  int
		Seen       bool // there is a 3D view of the places
		Notes      []noteView
		Problems   []objectProblemView
		MoreFailed int // objects that were not checked either
	}
	clipView struct {
		ID, Name, Line string
		Clip           int
		NotEvaluated   []string
		Depth          string // the greatest, at the top of the timeline
		From, To       string
		Counts         []placeCount
		Worst, Others  []posedView
		More           int // places that are not on the page

		curves []curve
		span   [2]float64
	}
	// placeCount is how many places of a clip are of a rule.
	placeCount struct{ Rule, Severity, N string }
	// posedView is a place in a clip.
	posedView struct {
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
	// noteView is a finding of the check that belongs to no clip.
	noteView struct {
		ID, Severity, Rule, Reason string
		Accept                     acceptView

		at check.Ref
	}
)

// newPosesView shows the section of the check Poses.
func newPosesView(fileID string, f *report.File, free *budget) *posesView {
	s, v := f.Result.Poses(), &posesView{ID: fileID + "-poses"}
	samples, places := 0, 0
	var clean []string
	for _, c := range worstClips(s) {
		samples += c.Samples
		places += len(c.Places)
		switch {
		case len(c.Places) == 0 && len(c.NotEvaluated) == 0:
			clean = append(clean, clipName(c))
		case len(v.Clips) == clipsPerFile:
			v.MoreClips++
		default:
			v.Clips = append(v.Clips, newClipView(fmt.Sprintf("%s-%d", v.ID, c.Clip), f, c, free))
		}
	}
	v.Clean, v.MoreClean = wording.FirstNames(clean, wording.NameLimit)
	v.Line = wording.GroupedCount(len(s.Clips), "clip") + " with " + wording.GroupedCount(samples, "sample")
	if s.Nothing != "" {
		v.Line = wording.Printable(s.Nothing, wording.PathLimit)
	} else if places == 0 {
		v.Line += ": no parts go through each other that do not at rest"
	}
	v.addNotes(f, s)
	for i := range s.NotChecked[:min(len(s.NotChecked), wording.NamesPerList)] {
		p, name := &s.NotChecked[i], ""
		if p.Object.Mesh >= 0 { // or else it is about the file
			name = wording.ObjectName(f.Result, &p.Object)
		}
		v.Problems = append(v.Problems, objectProblemView{name, wording.Printable(p.Reason, wording.PathLimit)})
	}
	v.MoreFailed = len(s.NotChecked) - len(v.Problems)
	return v
}

// worstClips returns the clips with the worst places first, as places are ordered.
func worstClips(s *check.PoseResult) (clips []*check.PoseClip) {
	for i := range s.Clips {
		clips = append(clips, &s.Clips[i])
	}
	slices.SortStableFunc(clips, func(a, b *check.PoseClip) int {
		if len(a.Places) == 0 || len(b.Places) == 0 {
			return cmp.Compare(len(b.Places), len(a.Places))
		}
		p, q := &a.Places[0], &b.Places[0]
		return cmp.Or(cmp.Compare(p.Severity, q.Severity), cmp.Compare(deepest(b), deepest(a)))
	})
	return clips
}

// deepest returns the greatest depth of the gravest places of a clip.
func deepest(c *check.PoseClip) (depth float64) {
	for i := range c.Places {
		if p := &c.Places[i]; p.Severity == c.Places[0].Severity {
			depth = max(depth, p.Depth)
		}
	}
	return depth
}

// deepestDrawn returns the greatest depth of the places of a clip that are more than information, or else of
// all. Deeper curves are cut at the top of the timeline.
func deepestDrawn(c *check.PoseClip) (depth float64) {
	for i := range c.Places {
		if p := &c.Places[i]; p.Severity < check.Info || c.Places[0].Severity == check.Info {
			depth = max(depth, p.Depth)
		}
	}
	return depth
}

// clipName names a clip.
func clipName(c *check.PoseClip) string {
	return cmp.Or(wording.Printable(c.Name, wording.NameLimit), fmt.Sprint("clip ", c.Clip))
}

func newClipView(id string, f *report.File, c *check.PoseClip, free *budget) clipView {
	v := clipView{ID: id, Name: clipName(c), Clip: c.Clip, From: seconds(c.From), To: seconds(c.To), span: [2]float64{c.From, c.To}}
	v.Line = wording.GroupedCount(c.Samples, "sample") + wording.Either(c.From == c.To, " at "+v.To, " from "+v.From+" to "+v.To)
	if c.NewPairs > 0 {
		v.Line += ", " + wording.GroupedCount(c.NewPairs, "pair") + " of triangles"
	}
	if c.WithinPrecision > 0 {
		v.Line += "; " + wording.Grouped(c.WithinPrecision) + " more no deeper than rounding"
	}
	v.NotEvaluated, _ = wording.FirstNames(c.NotEvaluated, wording.PathLimit)
	v.addCounts(c)
	depth := deepestDrawn(c)
	if depth > 0 {
		v.Depth = wording.Length(depth, f.Unit)
	}
	informed := 0
	for i, p := range deepestFirst(c) {
		told := p.Severity == check.Info
		if told {
			informed++
		}
		if p.Issue < 0 || informed > informedPerClip || take(&free.regions, 1, 1) == 0 {
			v.More++
			continue
		}
		posed := newPosedView(fmt.Sprintf("%s-%d", id, i), f, c, p)
		v.curves = append(v.curves, curveOf(c, p, depth))
		if len(v.Worst) < placesOpen && !told {
			posed.addFindings(f, p, free)
			v.Worst = append(v.Worst, posed)
		} else {
			v.Others = append(v.Others, posed)
		}
	}
	return v
}

// addCounts says how many places of each rule there are.
func (v *clipView) addCounts(c *check.PoseClip) {
	var counts check.Totals
	for i := range c.Places {
		counts[c.Places[i].Rule][c.Places[i].Severity]++
	}
	for _, s := range check.Severities() {
		for _, r := range check.Poses.Rules() {
			if n := counts[r][s]; n > 0 {
				v.Counts = append(v.Counts, placeCount{r.String(), s.String(), wording.Grouped(n)})
			}
		}
	}
}

// deepestFirst returns the places of a clip by severity and depth.
func deepestFirst(c *check.PoseClip) (places []*check.PosePlace) {
	for i := range c.Places {
		places = append(places, &c.Places[i])
	}
	slices.SortStableFunc(places, func(p, q *check.PosePlace) int {
		return cmp.Or(cmp.Compare(p.Severity, q.Severity), cmp.Compare(q.Depth, p.Depth))
	})
	return places
}

// all visits the places of the clip.
func (v *clipView) all(visit func(*posedView)) {
	for _, list := range [][]posedView{v.Worst, v.Others} {
		for i := range list {
			visit(&list[i])
		}
	}
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

// addNotes lists the findings that belong to no place.
func (v *posesView) addNotes(f *report.File, s *check.PoseResult) {
	for i := range s.List {
		is := &s.List[i]
		if is.Pose != nil {
			continue
		}
		v.Notes = append(v.Notes, noteView{
			ID: fmt.Sprintf("%s-note-%d", v.ID, i), Severity: is.Severity.String(), Rule: is.Rule.String(),
			Reason: wording.Printable(report.ListSummary(f, is), wording.PathLimit), at: is.At,
		})
	}
}

// HTML returns the section of the page.
func (v *posesView) HTML() (template.HTML, error) { return executed("poses", v) }

// places appends the places and notes.
func (v *posesView) places(all []placeView) []placeView {
	for i := range v.Notes {
		n := &v.Notes[i]
		all = append(all, placeView{n.at, &n.ID, nil, &n.Accept, ""})
	}
	for i := range v.Clips {
		v.Clips[i].all(func(p *posedView) {
			at := check.Ref{List: check.InSection, Of: int(check.Poses), Index: p.Issue}
			all = append(all, placeView{at, &p.ID, &p.Short, &p.Accept, p.Picture})
		})
	}
	return all
}

// seconds writes a time.
func seconds(t float64) string { return strconv.FormatFloat(t, 'f', 2, 64) + " s" }
