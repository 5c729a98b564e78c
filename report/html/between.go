package html

import (
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/wording"
)

type (
	// betweenView shows the findings between the objects of a file.
	betweenView struct {
		ID, Line, More string
		Tally          string // in words
		Seen           int    // pairs in the 3D view
		Pairs          []pairView
		LeftOut        string
		NotChecked     []objectProblemView
		MoreNotChecked int
	}
	// pairKindView is a kind of pairs. Icon names its picture and its class.
	pairKindView      struct{ Rule, Name, Icon string }
	objectProblemView struct{ Name, Reason string }
	pairView          struct {
		ID       string
		Short    string // ID for people
		Pair     int
		Seen     bool   // shown in the 3D view
		Unseen   bool   // not shown there, though others are
		InParts  string // words such as "mesh:part"
		Picture  template.URL
		Kind     pairKindView
		Allowed  string // the rule that allows the pair
		A, B     string
		RoleA    string // the class of the object named first: A is the first object or the second
		RoleB    string
		Relation string // the word between the names
		Size     string
		Where    string
		Notes    []string
		Facts    []fact
		Counts   []kindCount
		Findings findingsView
		Accept   acceptView
	}
)

// pairIcons are the icons of those kinds of pairs that have one.
var pairIcons = map[check.Rule]string{
	check.PartsCrossing:     "crossing",
	check.PartsOverlap:      "overlap",
	check.DuplicateInstance: "duplicate",
	check.TooNear:           "near",
	check.Contained:         "contained",
	check.PartsUndecided:    "unknown",
	check.PartsTouch:        "touch",
}

// pairIcon returns the icon of a kind of pairs: its own, or that of its severity.
func pairIcon(k check.Rule) string {
	if icon, ok := pairIcons[k]; ok {
		return icon
	}
	return k.Severity().String()
}

func newPairKindView(r check.Rule) pairKindView {
	return pairKindView{r.String(), r.Word(), pairIcon(r)}
}

// newBetweenView shows the findings between objects; nil if objects were not checked. Warnings
// about rules are among those of the file.
func newBetweenView(fileID string, f *report.File, free *budget) *betweenView {
	s := f.Result.Between()
	if s == nil {
		return nil
	}
	v := &betweenView{
		ID:   fileID + "-between",
		Line: wording.GroupedCount(s.Objects, "object") + wording.When(s.Objects != 1, " checked against each other"),
	}
	v.Tally = report.PairTally(s)
	pairs := f.Result.Pairs()
	shown := take(&free.pairs, len(pairs), drawing.PairsPerFile)
	for i := range pairs[:shown] {
		p := newPairView(fmt.Sprintf("%s-%d", v.ID, i), f, &pairs[i], free)
		p.Pair = i
		v.Pairs = append(v.Pairs, p)
	}
	if more := len(pairs) - shown; more > 0 {
		v.More = wording.GroupedCount(more, "more pair") + " not on this page: the JSON report has them."
	} else if s.Truncated {
		v.More = "Only the worst pairs are listed; the counts are complete."
	}
	v.LeftOut = wording.LeftOut(&s.LeftOut)
	for i := range s.NotChecked[:min(len(s.NotChecked), wording.NamesPerList)] {
		p := &s.NotChecked[i]
		v.NotChecked = append(v.NotChecked, objectProblemView{wording.ObjectName(f.Result, &p.Object), wording.Printable(p.Reason, wording.PathLimit)})
	}
	v.MoreNotChecked = len(s.NotChecked) - len(v.NotChecked)
	return v
}

func newPairView(id string, f *report.File, p *check.Pair, free *budget) pairView {
	v := pairView{
		ID: id, Kind: newPairKindView(p.Rule), Relation: "↔", RoleA: "first", RoleB: "second",
		A: wording.ObjectName(f.Result, &p.A), B: wording.ObjectName(f.Result, &p.B),
		Where: wording.PairPlace(p), Counts: kindCounts(p.Counts),
	}
	if report.Allowed(p) {
		v.Allowed = wording.Printable(p.Allowed, wording.NameLimit)
	}
	switch p.Rule {
	case check.Contained:
		v.Relation = "inside"
	case check.PartsUndecided:
		v.Relation = "may be inside"
		v.Notes = append(v.Notes, wording.Printable(p.Reason, wording.PathLimit))
	}
	if p.Inner == 1 && v.Relation != "↔" {
		v.A, v.B, v.RoleA, v.RoleB = v.B, v.A, v.RoleB, v.RoleA
	}
	if p.DepthOf != check.NoDepth {
		v.Size = wording.Length(p.Depth, f.Unit) + " deep"
		v.Facts = append(v.Facts, fact{"Depth measured as", depthPhrase(p.DepthOf)})
		if p.DepthError > p.Depth/1000 {
			v.Facts = append(v.Facts, fact{"May be deeper by", wording.Length(p.DepthError, f.Unit)})
		}
	}
	if p.Nearest != nil {
		v.Size = report.Apart(f, p.Nearest)
	}
	if p.WithinRounding {
		v.Notes = append(v.Notes, "too small to matter: the surfaces meet, but no deeper than a rounding error")
	}
	if p.Rounding > 0 {
		v.Facts = append(v.Facts, fact{"Rounding of the coordinates", wording.Length(p.Rounding, f.Unit)})
	}
	if p.RegionCount > 0 {
		v.Facts = append(v.Facts, fact{"Regions", wording.Grouped(p.RegionCount)})
	}
	v.addFindings(f, p, free)
	return v
}

// Accepted reports whether a baseline accepts a pair, or a rule allows it.
func (v *pairView) Accepted() bool { return v.Allowed != "" || v.Accept.Accepted() }

// depthPhrase says on what the depth of a pair was measured.
func depthPhrase(d check.DepthOf) string {
	return [...]string{
		check.NoDepth:            "",
		check.DepthOfTranslation: "the shortest move that separates the two convex objects",
		check.DepthOfSurface:     "the deepest point of one surface inside the other object",
		check.DepthOfReach:       "how far one open surface reaches beyond the other, on the shorter side",
	}[d]
}

// addFindings shows the first findings of a pair. Each triangle has the part names of its own
// object's mesh.
func (v *pairView) addFindings(f *report.File, p *check.Pair, free *budget) {
	v.InParts = pairParts(p)
	shown := take(&free.findings, len(p.Findings), findingsPerPair)
	v.Findings.More = len(p.Findings) - shown
	for i := range p.Findings[:shown] {
		finding := &p.Findings[i]
		row := measuresOf(f, finding)
		row.A = newFaceView(&f.Result.Meshes[p.A.Mesh], &finding.A)
		row.B = newFaceView(&f.Result.Meshes[p.B.Mesh], finding.B)
		row.InParts = fmt.Sprintf("%d:%d %d:%d", p.A.Mesh, finding.A.Part, p.B.Mesh, finding.B.Part)
		v.Findings.Rows = append(v.Findings.Rows, row)
	}
}

// pairParts returns the parts that meet in a pair, with their meshes, for the filters.
func pairParts(p *check.Pair) string {
	seen := map[string]bool{}
	for i := range p.Findings {
		f := &p.Findings[i]
		seen[fmt.Sprintf("%d:%d", p.A.Mesh, f.A.Part)] = true
		seen[fmt.Sprintf("%d:%d", p.B.Mesh, f.B.Part)] = true
	}
	return strings.Join(slices.Sorted(maps.Keys(seen)), " ")
}
