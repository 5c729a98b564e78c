package json

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/baseline"
	"github.com/meshcheck/meshcheck/report/wording"
)

// wireFile is a file. What stands before and behind its long lists is written separately.
type wireFile struct {
	fileHead
	Meshes []check.Mesh `json:"meshes,omitzero"`
	fileObjects
	Between []wirePair `json:"between,omitzero"`
	fileSections
	fileTail
}

type fileHead struct {
	Path     string            `json:"path"`
	SHA256   string            `json:"sha256,omitzero"`
	Format   string            `json:"format,omitzero"`
	Root     string            `json:"root,omitzero"`
	Against  *report.Companion `json:"against,omitzero"`
	Unit     *string           `json:"unit,omitzero"`
	Up       string            `json:"up,omitzero"`
	Status   check.Status      `json:"status"`
	Error    *report.Problem   `json:"error,omitzero"`
	Omitted  []report.Omitted  `json:"omitted,omitempty"`
	Warnings []string          `json:"warnings"`
	Options  *check.Options    `json:"options,omitzero"`
	Checks   []check.Set       `json:"checks,omitzero"`
	Apart    int               `json:"not_compared,omitzero"`
	Unposed  int               `json:"animations_not_checked,omitzero"`
	Model    []wireModelIssue  `json:"model,omitzero"`
	Counts   Tally             `json:"counts,omitzero"`
}

type fileObjects struct {
	Objects *wireObjects `json:"objects,omitzero"`
}

type fileSections struct {
	Hulls    *check.HullResult  `json:"hulls,omitzero"`
	UV       *wireUV            `json:"uv,omitzero"`
	Sections []*check.IssueList `json:"sections,omitzero"`
	// Own are the sections of other checks that have more than a list, by the names of the checks.
	Own map[string]jsontext.Value `json:",inline"`
}

type fileTail struct {
	Baseline *report.Judged  `json:"baseline,omitzero"`
	Changes  *report.Changes `json:"changes,omitzero"`
}

// wireModelIssue is what is to be said about the model as a whole.
type wireModelIssue struct {
	Rule     check.Rule     `json:"rule"`
	Severity check.Severity `json:"severity"`
	Reason   string         `json:"reason"`
}

// file writes a file.
func (l *layout) file(f *report.File) error {
	l.separate()
	l.open('{')
	head := fileHead{
		Path: f.Path, SHA256: f.SHA256, Format: f.Format, Root: f.Root, Against: f.Against, Status: f.Status(), Error: f.Problem, Omitted: f.Omitted, Warnings: f.Warnings,
		Options: f.Options,
	}
	defer l.close('}')
	if f.Result == nil {
		return cmp.Or(l.members(&head), l.optional(&fileTail{Changes: f.Changes}))
	}
	return l.result(f, &head)
}

// result writes the members of a file that was checked.
func (l *layout) result(f *report.File, head *fileHead) error {
	r := f.Result
	head.Unit, head.Up, head.Checks, head.Counts = &f.Unit, f.Up, r.Checks.Members(), Counts(r.Counts)
	head.Apart, head.Unposed = r.Uncompared, r.Unposed
	for _, is := range r.Model() {
		head.Model = append(head.Model, wireModelIssue{is.Rule, is.Severity, is.Reason})
	}
	if err := l.members(head); err != nil {
		return err
	}
	l.name("meshes")
	l.open('[')
	for i := range r.Meshes {
		m := r.Meshes[i]
		if len(m.Instances) == 0 {
			m.Measured = -1
		}
		m.Regions, m.Findings = nil, nil
		if err := l.withLists(&m, r.Meshes[i].Regions, r.Meshes[i].Findings); err != nil {
			return err
		}
	}
	l.close(']')
	if r.Between() != nil {
		if err := l.between(r.Between()); err != nil {
			return err
		}
	}
	own, err := newOwn(r)
	return cmp.Or(err, l.optional(&fileSections{r.Hulls(), newUV(r), newSections(r), own}), l.optional(&fileTail{f.Baseline, f.Changes}))
}

// between writes what is between objects.
func (l *layout) between(s *check.PairResult) error {
	if err := l.members(&fileObjects{newObjects(s)}); err != nil {
		return err
	}
	l.name("between")
	l.open('[')
	for i := range s.Pairs {
		p := newPair(&s.Pairs[i])
		if err := l.withLists(&p, s.Pairs[i].Regions, s.Pairs[i].Findings); err != nil {
			return err
		}
	}
	l.close(']')
	return nil
}

// withLists writes an element that ends with lists.
func (l *layout) withLists(object any, regions []check.Region, findings []check.Finding) error {
	l.separate()
	l.open('{')
	defer l.close('}')
	return cmp.Or(
		l.members(object),
		l.list("regions", len(regions), func(n *numbers, b []byte, i int) []byte { return n.appendRegion(b, i, &regions[i]) }),
		l.list("findings", len(findings), func(n *numbers, b []byte, i int) []byte { return n.appendFinding(b, &findings[i]) }),
	)
}

// noStatus stands for a status that is missing.
const noStatus = check.Status(noRule)

// file returns the file, if it has the members of its status and no others, and its pieces fit
// together. The options are those of the report, and newer says whether a newer version wrote it.
func (w *wireFile) file(options *check.Options, newer bool) (*report.File, error) {
	f := &report.File{
		Path: w.Path, SHA256: w.SHA256, Format: w.Format, Root: w.Root, Against: w.Against, Problem: w.Error, Omitted: w.Omitted, Warnings: w.Warnings,
		Options: w.Options, Baseline: w.Baseline, Changes: w.Changes,
	}
	if f.Options != nil {
		options = f.Options
	}
	if err := known(w.Own, newer); err != nil {
		return nil, err
	}
	switch {
	case w.Status == noStatus:
		return nil, errors.New(`"status" is missing`)
	case w.Meshes == nil && w.Status != check.NotChecked:
		return nil, fmt.Errorf("a file with the status %q needs meshes", w.Status)
	case w.Meshes == nil && (w.Objects != nil || w.Hulls != nil || w.UV != nil || w.Sections != nil || len(w.Own) > 0 || w.Model != nil):
		return nil, errors.New("there are results without meshes")
	}
	if w.Meshes != nil {
		if w.Error != nil {
			return nil, errors.New("a file with meshes cannot have an error")
		}
		if w.Unit != nil {
			f.Unit = *w.Unit
		}
		if f.Up = w.Up; f.Up != "" && f.Up != "y" && f.Up != "z" {
			return nil, fmt.Errorf("\"up\" is %q, and neither y nor z", f.Up)
		}
		var err error
		if f.Result, err = w.result(options.Policy, newer); err != nil {
			return nil, err
		}
	}
	return f, cmp.Or(verifyChanges(f, options), baseline.Verify(f, w.Status))
}

// result returns what was found.
func (w *wireFile) result(p check.Policy, newer bool) (*check.Result, error) {
	r := &check.Result{Status: w.Status, Meshes: w.Meshes, Uncompared: w.Apart, Unposed: w.Unposed}
	for _, c := range w.Checks {
		r.Checks |= c
	}
	for i := range r.Meshes {
		if m := &r.Meshes[i]; len(m.Instances) == 0 {
			m.Measured = max(m.Measured, 0)
		}
		if err := addCounts(&r.Counts, &r.Meshes[i].Counts); err != nil {
			return nil, err
		}
	}
	if r.Checks == 0 || r.Checks.Has(check.Self) {
		own := &check.SelfResult{}
		own.Counts = r.Counts.Totals(p)
		own.Truncated = slices.ContainsFunc(r.Meshes, func(m check.Mesh) bool { return m.Truncated })
		r.Put(own)
	}
	if w.Objects != nil {
		r.Put(w.Objects.result(w.Between, p))
	}
	if w.Hulls != nil {
		r.Put(w.Hulls)
	}
	if w.UV != nil {
		uv, err := w.UV.result()
		if err != nil {
			return nil, err
		}
		r.Put(uv)
	}
	if len(w.Model) > 0 {
		model := &check.IssueList{Of: check.Model}
		for _, is := range w.Model {
			model.Append(check.Issue{Rule: is.Rule, Severity: is.Severity, Reason: is.Reason, Box: geom.EmptyBox()})
		}
		r.Put(model)
	}
	for _, list := range w.Sections {
		if err := putSection(r, list); err != nil {
			return nil, err
		}
	}
	if err := putOwn(r, w.Own, newer); err != nil {
		return nil, err
	}
	return r, r.Validate()
}

// maxSum is what sums of counts may be at most, so that those of several do not overflow.
const maxSum = math.MaxInt / 2

// addCounts adds counts from a report, whose sums may be beyond measure.
func addCounts(c, d *check.Counts) error {
	*c = c.Add(*d)
	for _, n := range append(c.ByRule[:], c.ThroughEdge) { // of which those that fail are a part
		if n > maxSum {
			return errors.New("the counts are too large")
		}
	}
	return nil
}

// objectCodecs are those of objects. What is missing in one that is read is as in a blank one.
func objectCodecs() []codec {
	no := check.Object{Instance: -1, Collider: -1, Mesh: -1, Part: -1, Shell: -1}
	return []codec{
		blank(wireFile{fileHead: fileHead{Status: noStatus, Counts: Tally{of: selfRules}}}),
		blank(check.Mesh{Measured: -1, Box: geom.EmptyBox()}),
		from(func(c *check.Counts) Tally { return MeshCounts(*c) }),
		as(Tally{of: meshRules}, func(t *Tally) (check.Counts, error) { return t.counts(), nil }),
		appended(forgetful.appendFace), appended(forgetful.appendFinding), appended(func(b []byte, all *[]check.Region) []byte {
			b = append(b, '[')
			for i := range *all {
				b = forgetful.appendRegion(append(b, wording.Either(i == 0, "", ",")...), i, &(*all)[i])
			}
			return append(b, ']')
		}),
		as(wireFace{Corners: geom.Triangle{unknown, unknown, unknown}}, (*wireFace).face),
		as(wireFinding{Kind: noRule, Area: unlimited, Depth: unlimited, Region: -1}, (*wireFinding).finding),
		as(noRegion, (*wireRegion).region),
		from(newObject), as(wireObject(no), (*wireObject).object),
		blank(wireSize{Rounding: unlimited, Deepest: nowhere}),
		blank(wirePair{Counts: Tally{of: meshRules}}),
		blank(wireObjects{Pairs: Tally{of: pairRules}}),
		from(newNearest), as(wireNearest{Distance: unlimited, Points: [2]geom.Vec{nowhere, nowhere}}, (*wireNearest).nearest),
		blank(check.HullGroup{HullVolumes: check.HullVolumes{VisualVolume: unlimited, HullVolume: unlimited}}),
		blank(check.Hull{Box: geom.EmptyBox(), Volume: unlimited, Rounding: unlimited}),
		blank(check.HullFinding{Hull: -1, Other: -1, Value: unlimited, Limit: unlimited}),
		blank(check.HullOverlap{Depth: unlimited, Translation: nowhere, Volume: unlimited}),
		blank(check.Coverage{Greatest: unlimited, Error: unlimited, Places: [2]geom.Vec{nowhere, nowhere}, Percentile95: unlimited}),
		blank(wireSummary{Status: noStatus, Counts: Tally{of: selfRules}, Accepted: -1}),
		blank(wireJudgement{wireRef: noRef}), from(newBaseline), as(wireBaseline{}, (*wireBaseline).judged),
		blank(wireChange{wireRef: noRef}), from(newChanges), as(wireChanges{}, (*wireChanges).changes),
		blank(report.FixedPlace{Box: geom.EmptyBox()}),
		from(newHulls), as(wireHulls{}, (*wireHulls).result),
		blank(check.Issue{Value: unlimited, Limit: unlimited, Box: geom.EmptyBox()}),
		from(func(t *check.Totals) Totals { return Totals{Totals: *t} }),
		as(Totals{}, func(t *Totals) (check.Totals, error) { return t.Totals, nil }),
	}
}
