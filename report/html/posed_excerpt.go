package html

import (
	"html/template"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/picture"
	"github.com/meshcheck/meshcheck/report/wording"
)

// posesStage is the name of the stage of what moves.
const posesStage = "poses"

// depthsPerFile is how many depths at samples a page has of a file.
const depthsPerFile = 10_000

// posesFacts tell the 3D view about what moves: the names of the objects on the stage, and the places.
type posesFacts struct {
	Names  []string    `json:"names"`
	Places []poseFacts `json:"places"`
}

// poseFacts tell the 3D view about a place in a clip: its number in the list, the names of its objects if
// it has two, the first sample at which it is there, and how deep it is there and at those that follow.
type poseFacts struct {
	Issue  int      `json:"issue"`
	Names  []string `json:"names"`
	First  int      `json:"first"`
	Count  int      `json:"count"`
	Depths []string `json:"depths"`
}

// addExcerpts embeds what moves, with pictures of the places at their worst samples.
func (v *posesView) addExcerpts(of *fileView, f *report.File, free *budget) {
	m := of.model.Excerpt.Motion
	if m == nil {
		return
	}
	drawPictures(v.pictureJobs(m), &free.pictures)
	if v.Seen = of.embedStage(posesStage, m.View, m.Size(), free); !v.Seen {
		return
	}
	facts := &posesFacts{Names: []string{}, Places: []poseFacts{}}
	for _, o := range m.View.Objects {
		of.Facts3D.addMeshes(f, o.Mesh)
		facts.Names = append(facts.Names, wording.MeshName(&f.Result.Meshes[o.Mesh]))
	}
	left := depthsPerFile
	for i := range m.Places {
		facts.Places = append(facts.Places, newPoseFacts(f, &m.Places[i], &left))
	}
	of.Facts3D.Poses = facts
}

// pictureJobs draw the places: first those that are in sight.
func (v *posesView) pictureJobs(m *drawing.Motion) (jobs []pictureJob) {
	add := func(places []posedView) {
		for i := range places {
			p := &places[i]
			at := check.Ref{List: check.InSection, Of: int(check.Poses), Index: p.Issue}
			if k := posedAt(m, at); k >= 0 {
				jobs = append(jobs, pictureJob{&p.Picture, func() template.URL { return pictureURL(picture.NewPainter(m.Posed(k)).Region(0)) }})
			}
		}
	}
	for i := range v.Clips {
		add(v.Clips[i].Worst)
	}
	for i := range v.Clips {
		add(v.Clips[i].Others)
	}
	return jobs
}

func newPoseFacts(f *report.File, p *drawing.MotionPlace, left *int) poseFacts {
	facts := poseFacts{Issue: p.At.Index, Names: []string{}, Depths: []string{}}
	s := f.Result.Poses()
	if is := &s.List[p.At.Index]; p.Objects[0] != p.Objects[1] && len(is.Subjects) == 2 {
		facts.Names = []string{shortName(f.Result, is.Subjects[0]), shortName(f.Result, is.Subjects[1])}
	}
	for i := range s.Clips {
		k := slices.IndexFunc(s.Clips[i].Places, func(q check.PosePlace) bool { return q.Issue == p.At.Index })
		if k < 0 {
			continue
		}
		of := &s.Clips[i].Places[k]
		facts.First, facts.Count = of.FirstSample, len(of.Times)
		for _, depth := range of.Depths[:take(left, len(of.Depths), len(of.Depths))] {
			facts.Depths = append(facts.Depths, wording.Length(depth, f.Unit))
		}
	}
	return facts
}

// posedPictures returns the greatest number of pictures of what moves.
func posedPictures(m *drawing.Motion) int {
	if m == nil {
		return 0
	}
	return len(m.Places)
}

// posedAt returns the number of a place in what moves, -1 if that does not show it.
func posedAt(m *drawing.Motion, at check.Ref) int {
	if m == nil {
		return -1
	}
	return slices.IndexFunc(m.Places, func(p drawing.MotionPlace) bool { return p.At == at })
}
