package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/meshcheck/meshcheck"
)

// sarifResults is how many results of a run GitHub keeps.
const sarifResults = 5000

// sarifSchema is where the standard has the schema of its files.
const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// SARIF writes r in the Static Analysis Results Interchange Format 2.1.0: a result
// for each kind of finding in each region, and one for each kind in a mesh that belongs to no
// region. Fingerprints stay the same when a model is exported again with its
// triangles in another order. Files that were not checked are notifications, and the
// run then counts as unsuccessful. At most 5,000 results are written, the worst; a
// notification says what was left out. The only errors are those of w.
func SARIF(w io.Writer, r *Report) error {
	kept, dropped := worstIssues(r, sarifResults)
	run := sarif.NewRunWithInformationURI("meshcheck", "https://github.com/meshcheck/meshcheck")
	run.Tool.Driver.WithVersion(r.Version)
	sarifRules(run.Tool.Driver)
	for i := range r.Files {
		run.AddArtifact(sarifArtifact(&r.Files[i]))
	}
	for i := range kept {
		run.AddResult(sarifResult(&kept[i]))
	}
	run.AddInvocation(sarifInvocation(r, dropped))
	if len(dropped) > 0 {
		bag := sarif.NewPropertyBag()
		bag.Add("resultsLeftOut", countsByKind(dropped))
		run.WithProperties(bag)
	}

	log := sarif.NewReport()
	log.Schema = sarifSchema
	log.AddRun(run)
	return writeIndented(w, log)
}

// writeIndented writes v as JSON that a person can read, without the escapes that
// only a page needs.
func writeIndented(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// countsByKind returns how many issues there are of each kind.
func countsByKind(issues []issue) map[string]int {
	n := map[string]int{}
	for i := range issues {
		n[issues[i].kind.String()]++
	}
	return n
}

func sarifArtifact(f *File) *sarif.Artifact {
	a := sarif.NewArtifact().WithLocation(sarifFile(f)).WithRoles([]string{"analysisTarget"})
	if f.SHA256 != "" {
		a.WithHashes(map[string]string{"sha-256": f.SHA256})
	}
	return a
}

// sarifFile says where a file is: relative paths are relative to the root of the
// sources, which is where pipelines work.
func sarifFile(f *File) *sarif.ArtifactLocation {
	uri := fileURI(f.Path)
	at := sarif.NewSimpleArtifactLocation(uri)
	if !strings.HasPrefix(uri, "file:") {
		at.WithURIBaseID("%SRCROOT%")
	}
	return at
}

// fileURI returns a path as a reference: relative ones cleaned, absolute ones with
// the scheme file. Bytes that are not UTF-8 become U+FFFD, because a program that
// decodes them from %ff may stumble.
func fileURI(p string) string {
	p = portablePath(p)
	u := url.URL{Path: p}
	if path.IsAbs(p) {
		u.Scheme = "file"
	} else if filepath.VolumeName(filepath.FromSlash(p)) != "" {
		u.Scheme, u.Path = "file", "/"+p
	}
	return u.String()
}

// portablePath returns a path as pipelines know files: with slashes, without "./",
// in UTF-8. Standard input has no path and is called stdin.
func portablePath(p string) string {
	if p == "-" {
		return "stdin"
	}
	return path.Clean(strings.ToValidUTF8(filepath.ToSlash(p), "\ufffd"))
}

func sarifResult(is *issue) *sarif.Result {
	message := is.summary()
	if r := is.where(); r != nil && !r.Box.Empty() {
		message += ", within " + extent(r.Box, is.file.Unit)
	}
	result := sarif.NewRuleResult(is.kind.String()).
		WithRuleIndex(int(is.kind)).
		WithLevel(sarifLevels[levelOf(is.kind)]).
		WithMessage(sarif.NewTextMessage(message + ".")).
		WithLocations([]*sarif.Location{sarifLocation(is)}).
		WithPartialFingerprints(map[string]string{
			"meshcheckRegion/v1": is.fingerprint,
			// The only one that GitHub looks at. Without it, the hash of a line of the file
			// would make one alert of all regions.
			"primaryLocationLineHash": is.fingerprint,
		})
	bag := sarif.NewPropertyBag()
	bag.Add("findings", is.count)
	if r := is.where(); r != nil {
		bag.Add("region", is.region)
		sarifSizes(bag, is.kind, r)
	}
	return result.WithProperties(bag)
}

// sarifSizes adds the sizes of a region that are finite numbers.
func sarifSizes(bag *sarif.PropertyBag, k meshcheck.Kind, r *meshcheck.Region) {
	add := func(name string, x float64) {
		if finite(x) {
			bag.Add(name, x)
		}
	}
	switch k {
	case meshcheck.Crossing:
		add("depth", r.Depth)
		add("length", r.Length)
	default:
		add("area", r.Area)
	}
	if !r.Box.Empty() && r.Box.Min.Finite() && r.Box.Max.Finite() {
		bag.Add("box", [2][3]float64{r.Box.Min, r.Box.Max})
	}
}

// namedNodes is how many of the nodes that show a mesh a result names.
const namedNodes = 5

// sarifLocation names the file, and in it the nodes that show the mesh, the mesh,
// and the parts.
func sarifLocation(is *issue) *sarif.Location {
	at := sarif.NewLocation().WithPhysicalLocation(sarif.NewPhysicalLocation().
		WithArtifactLocation(sarifFile(is.file).WithIndex(is.number)).
		WithRegion(sarif.NewRegion().WithStartLine(1))) // GitHub shows nothing without a line
	for _, node := range is.mesh.Instances[:min(len(is.mesh.Instances), namedNodes)] {
		at.AddLogicalLocation(logical("node", path.Base(node), node))
	}
	name := cmp.Or(is.mesh.Name, meshName(is.mesh))
	at.AddLogicalLocation(logical("mesh", name, name))
	for _, part := range is.partNames() {
		at.AddLogicalLocation(logical("part", part, name+"/"+part))
	}
	return at
}

func logical(kind, name, full string) *sarif.LogicalLocation {
	return sarif.NewLogicalLocation().WithKind(kind).
		WithName(Printable(name, nameLimit)).
		WithFullyQualifiedName(Printable(full, pathLimit))
}

// sarifInvocation tells what became of the files as far as it is no result.
func sarifInvocation(r *Report, dropped []issue) *sarif.Invocation {
	var notes []*sarif.Notification
	for i := range r.Files {
		f := &r.Files[i]
		if f.Status() == meshcheck.NotChecked {
			notes = append(notes, sarifNote(noteNotChecked, "not checked: "+problemText(f.Problem), f, i))
		}
		for _, w := range f.Warnings[:min(len(f.Warnings), namesPerList)] {
			notes = append(notes, sarifNote(noteWarning, Printable(w, pathLimit), f, i))
		}
	}
	if len(dropped) > 0 {
		notes = append(notes, sarifNote(noteLeftOut, leftOut(len(dropped), sarifResults), nil, 0))
	}
	return sarif.NewInvocation().
		WithExecutionSuccessful(r.Summary().NotChecked == 0).
		WithToolExecutionNotifications(notes)
}

// leftOut says that a list of issues was cut.
func leftOut(dropped, kept int) string {
	return fmt.Sprintf("%s of lesser severity left out, the worst %d are listed; the JSON report has all",
		count(dropped, "result"), kept)
}

func sarifNote(n noteKind, text string, f *File, i int) *sarif.Notification {
	note := sarif.NewNotification().
		WithLevel(sarifNotes[n].level).
		WithDescriptor(sarif.NewReportingDescriptorReference().WithID(sarifNotes[n].id).WithIndex(int(n))).
		WithMessage(sarif.NewTextMessage(text))
	if f != nil {
		note.WithLocations([]*sarif.Location{sarif.NewLocationWithPhysicalLocation(
			sarif.NewPhysicalLocation().WithArtifactLocation(sarifFile(f).WithIndex(i)))})
	}
	return note
}
