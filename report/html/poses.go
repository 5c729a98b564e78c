package html

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strconv"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/wording"
)

// clipsPerFile is how many clips with findings of a file a page shows.
const clipsPerFile = 100

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
	// noteView is a finding of the check that belongs to no clip.
	noteView struct {
		ID, Severity, Rule, Reason string
		Accept                     acceptView

		at check.Ref
	}
)

func init() {
	details[check.Poses] = func(fileID string, f *report.File, model *assets.File, free *budget) sectionView {
		return newPosesView(fileID, f, free)
	}
}

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
	switch {
	case s.Nothing != "":
		v.Line = wording.Printable(s.Nothing, wording.PathLimit)
	case samples == 0:
		v.Line = "No pose was checked"
	case places == 0:
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

// clipName names a clip.
func clipName(c *check.PoseClip) string {
	return cmp.Or(wording.Printable(c.Name, wording.NameLimit), fmt.Sprint("clip ", c.Clip))
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
