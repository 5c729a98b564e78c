package html

import (
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// pinsPerFile is how many places of a file have pins on the whole model.
const pinsPerFile = 200

// pinFacts mark a place on the whole model: viewer/pins.js describes them.
type pinFacts struct {
	Stage    string   `json:"stage"`
	Region   int      `json:"region"` // of a mesh, or finding about hulls; -1 for a pair
	Severity string   `json:"severity"`
	At       geom.Vec `json:"at"`
}

// addScene adds pins for the worst issues of a file that have a stage, those that are accepted last, and
// the poster.
func (v *fileView) addScene(free *budget) {
	e := v.model.Excerpt
	if e == nil || len(v.Excerpts) == 0 {
		return
	}
	embedded := map[string]bool{}
	for _, x := range v.Excerpts {
		embedded[x.Stage] = true
	}
	v.Facts3D.Pins = []pinFacts{}
	var pins *drawing.Pins
	for i := range v.packing.order {
		is := &v.packing.order[i]
		stage, region := stageOf(is.At)
		x := v.packing.placed[stage]
		if len(v.Facts3D.Pins) == pinsPerFile || !embedded[stage] && !embedded["scene"] || x == nil {
			continue
		}
		if pins == nil {
			pins = drawing.NewPins(is.File.Result)
		}
		at, ok := pins.At(is.At)
		if k := posedAt(e.Motion, is.At); k >= 0 {
			at, ok = e.Motion.View.Frame.World(e.Motion.Places[k].Rest), true
		} else if stage == posesStage {
			continue
		}
		if !ok {
			at = x.Box.Min.Lerp(x.Box.Max, 0.5) // as of an object twice in the same place
		}
		v.Facts3D.Pins = append(v.Facts3D.Pins, pinFacts{stage, region, pinSeverity(is), at})
	}
	if len(v.Facts3D.Pins) > 0 {
		v.Poster = v.packing.poster
		free.posters -= len(v.Poster)
	}
}

// stageOf returns the stage that shows a place, and the number of the place on it, -1 for all of it;
// "" if no stage does.
func stageOf(at check.Ref) (stage string, region int) {
	switch {
	case at.Index < 0:
	case at.List == check.Regions:
		return fmt.Sprint("mesh-", at.Of), at.Index
	case at.List == check.Pairs:
		return fmt.Sprint("pair-", at.Index), -1
	case at.List == check.HullFindings:
		return fmt.Sprint("hulls-", at.Of), at.Index
	case at.Check() == check.Poses:
		return posesStage, at.Index
	}
	return "", -1
}

// pinSeverity returns the severity of an issue, or "accepted".
func pinSeverity(is *report.Issue) string {
	if is.Accepted() {
		return "accepted"
	}
	return is.Severity.String()
}

// placedIn returns the views, by stage, of anything that the scene shows too, of collision hulls, which
// it does not show but which are among what it shows, or all if there is no scene.
func placedIn(e *drawing.Excerpt) map[string]*drawing.View {
	shown, all := map[int]bool{}, e.Scene == nil
	if e.Scene != nil {
		for _, p := range e.Scene.Placed {
			shown[p.Instance] = true
			all = all || p.Instance < 0 // a format without nodes
		}
	}
	placed := map[string]*drawing.View{}
	if e.Motion != nil {
		placed[posesStage] = e.Motion.View
	}
	for _, list := range [][]*drawing.View{e.Meshes, e.Pairs, e.Hulls} {
		for _, x := range list {
			for _, o := range x.Objects {
				if all || x.Group >= 0 || shown[o.Instance] {
					placed[stageName(x)] = x
				}
			}
		}
	}
	return placed
}

// stageName returns the name of the stage of a view.
func stageName(x *drawing.View) string {
	switch {
	case x.Pair >= 0:
		return fmt.Sprint("pair-", x.Pair)
	case x.Group >= 0:
		return fmt.Sprint("hulls-", x.Group)
	case x.Mesh >= 0:
		return fmt.Sprint("mesh-", x.Mesh)
	}
	return "scene"
}
