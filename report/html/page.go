package html

import (
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/wording"
)

// budget is the room left on the page.
type budget struct{ meshes, regions, findings, pictures, excerpts, pairs, groups, hulls, faults, sheets, layouts, posters, textures int }

// leastPlaces is how many places of a failing file a page shows if it has room for as many of each.
const leastPlaces = 10

// keep takes room for the places of so many files that come later, and returns what it took.
func (b *budget) keep(files, all int) budget {
	places := files * min(leastPlaces, regionsPerPage/max(all, 1))
	kept := budget{regions: places, findings: 2 * places, meshes: places / 2, pairs: places / 2, faults: places / 2}
	to := kept.ofPlaces()
	for k, from := range b.ofPlaces() {
		*to[k] = min(*to[k], *from)
		*from -= *to[k]
	}
	return kept
}

// giveBack undoes keep.
func (b *budget) giveBack(kept budget) {
	from := kept.ofPlaces()
	for k, to := range b.ofPlaces() {
		*to += *from[k]
	}
}

// ofPlaces returns what places of a file take.
func (b *budget) ofPlaces() [5]*int {
	return [...]*int{&b.regions, &b.findings, &b.meshes, &b.pairs, &b.faults}
}

// take returns how much of want may be shown, at most limit, and deducts it from free.
func take(free *int, want, limit int) int {
	n := min(want, limit, *free)
	*free -= n
	return n
}

// The views hold what the template shows, as text.
type (
	pageView struct {
		Title, Tool, Version, Verdict, Class string
		Policy, Shard                        string
		Heading                              *pathView      // of the only file, nil for several
		Notes                                []string       // what was not checked
		Compared                             *changedView   // nil if it was compared with no report
		Tally                                []verdictCount // if there are several files
		Style                                template.CSS
		Script                               template.JS
		View                                 bool // some model is embedded
		Files                                []fileView
		MoreFiles                            int
		Summary                              string
		Chips                                []chipView
		Index                                *indexView // of several files
		Options                              []fact
		Served                               *Served // nil for a page in a file
		Triage                               triageData
		// Linked: scripts and style are in files of their own, in the folder at Up. Page is the address
		// of the page from there, "" for the index.
		Linked   bool
		Up, Page string
	}
	// verdictCount is a number of files with a verdict.
	verdictCount struct{ N, Word, Class string }
	// pathView is the path of a file; Folder has a slash at its end, or is "".
	pathView  struct{ Folder, Name string }
	kindCount struct{ Name, N string }
	fact      struct{ Name, Value string }
)

// newFrame returns what a page shows around its files, of which there may be none yet.
func newFrame(r *report.Report, x *report.Index, found *foundTally) *pageView {
	s := x.Summary
	verdict := wording.StatusWord(s.Status)
	p := &pageView{
		Title:   verdict + ": 0 files",
		Tally:   verdictCounts(s),
		Tool:    r.Tool(),
		Version: r.Version,
		Verdict: verdict,
		Class:   statusClass(s.Status),
		Summary: wording.GroupedCount(s.Files, "file") + besides(s),
		Chips:   found.chips(r.Options.Policy),
		Options: optionFacts(r.Options),
	}
	if len(p.Tally) > 0 {
		var words []string
		for _, v := range p.Tally {
			words = append(words, v.N+" "+v.Word)
		}
		p.Title = strings.Join(words, ", ")
	}
	p.Notes, p.Compared = report.RunNotes(s), newComparedView(r, x.Rows)
	if r.Shard != nil {
		p.Shard = r.Shard.Share()
	}
	return p
}

// newPageView returns the page of all files.
func newPageView(r *report.Report, models assets.List) *pageView {
	x := r.Indexed()
	found := &foundTally{}
	for i := range r.Files {
		found.add(&r.Files[i])
	}
	p := newFrame(r, x, found)
	order := worstFirst(x.Rows)
	shown := slices.Sorted(slices.Values(order[:min(len(order), report.FilesPerPage)]))
	p.addFiles(r, models, shown)
	p.Triage = newTriageData(r)
	if len(r.Files) == 1 {
		p.Heading = newPathView(r.Files[0].Path)
		p.Title = p.Verdict + ": " + wording.Printable(r.Files[0].Path, wording.NameLimit)
		if p.Compared != nil {
			p.Compared.Words = "" // likewise
		}
		if x.Summary.Uncompared > 0 {
			p.Notes = p.Notes[:len(p.Notes)-1] // the file says so itself
		}
	} else {
		p.Index = newIndexView(x.Rows, order, p.linksWithin(x.Rows, shown), picturesInIndex)
		p.MoreFiles = len(r.Files) - len(shown)
	}
	return p
}

// addFiles shows files in detail.
func (p *pageView) addFiles(r *report.Report, models assets.List, shown []int) {
	free := &budget{meshesPerPage, regionsPerPage, findingsPerPage, 0, excerptsPerPage, pairsPerPage, groupsPerPage, hullsPerPage, faultsPerPage, sheetsPerPage, layoutsPerPage, postersPerPage, texturesPerPage}
	details := make([]detail, len(shown))
	for k, i := range shown {
		details[k] = detail{k, i, &r.Files[i], models.Of(i)}
	}
	pictures := pictureShares(details, picturesPerPage)
	p.Files = make([]fileView, len(shown))
	order := failingFirst(details)
	failing := 0
	for _, d := range details {
		if d.file.Status() == check.Fail {
			failing++
		}
	}
	for _, d := range order {
		if d.file.Status() == check.Fail {
			failing--
		}
		kept := free.keep(failing, len(details)) // so that no failing file is left without places
		free.pictures += pictures[d.at]          // in addition to what the files before have left
		issues := report.IssuesOf(r, d.number)
		p.Files[d.at] = newFileView(r, d.number, issues, d.model, free)
		newPlaceIDs(r, d.number, issues).nameAll(&p.Files[d.at])
		p.View = p.View || len(p.Files[d.at].Excerpts) > 0
		free.giveBack(kept)
	}
}

// linksWithin returns the addresses and pictures of the files that the page shows in detail.
func (p *pageView) linksWithin(rows []report.Row, shown []int) map[int]linkView {
	links := map[int]linkView{}
	for k, i := range shown {
		at, _ := rows[i].WorstAt()
		links[i] = linkView{"#" + p.Files[k].ID, string(p.Files[k].pictureOf(at))}
	}
	return links
}

func newPathView(path string) *pathView {
	shown := wording.Printable(path, wording.PathLimit)
	at := strings.LastIndexAny(shown, `/\`) + 1
	return &pathView{shown[:at], shown[at:]}
}

// verdictCounts returns how many files have each verdict, the most urgent first.
func verdictCounts(s report.Summary) (counts []verdictCount) {
	for _, c := range s.ByVerdict() {
		counts = append(counts, verdictCount{wording.Grouped(c.Files), c.Word, statusClass(c.Status)})
	}
	return counts
}

// besides adds to the verdicts whether the run was interrupted, and how much a baseline accepts.
func besides(s report.Summary) string {
	text := ""
	if s.Interrupted {
		text += ", " + report.Interrupted(s.Unreached)
	}
	if s.Accepted > 0 {
		text += fmt.Sprintf("; %s accepted by the baseline", wording.Grouped(s.Accepted))
	}
	return text
}

// statusClass returns the verdict as a class of the style sheet.
func statusClass(s check.Status) string {
	return [...]string{check.Pass: "pass", check.Fail: "fail", check.NotChecked: "unchecked"}[s]
}

// kindCounts returns the rules with findings, everything within precision as one.
func kindCounts(c check.Counts) []kindCount {
	var out []kindCount
	for _, k := range check.Self.Rules() {
		if n := c.Of(k); n > 0 && !k.WithinPrecision() {
			out = append(out, kindCount{k.String(), wording.Grouped(n)})
		}
	}
	if n, _ := report.WithinPrecision(&c); n > 0 {
		out = append(out, kindCount{"precision", wording.Grouped(n)})
	}
	return out
}

func optionFacts(o check.Options) []fact {
	w := json.OptionsOf(o)
	tolerance := "none: every decision is exact"
	if v := w.Tolerance.Value; v != 0 {
		tolerance = strconv.FormatFloat(v, 'g', -1, 64)
		switch unit := w.Tolerance.Unit; {
		case w.Tolerance.Relative:
			tolerance += " of the mesh's diagonal"
		case unit != "":
			tolerance += " " + unit
		default:
			tolerance += " in the file's unit"
		}
	}
	touches := "counted, not listed"
	if w.Touch {
		touches = "counted and listed"
	}
	facts := []fact{
		{"Tolerance", tolerance},
		{"Touches", touches},
		{"Findings listed per mesh", "at most " + wording.Grouped(w.MaxFindings)},
	}
	if len(w.FailOn) > 0 {
		facts = append(facts, fact{"Policy", wording.Printable(strings.Join(w.FailOn, ", "), wording.PathLimit)})
	}
	if w.PartsOf == nil {
		return facts
	}
	facts = append(facts, fact{"Checks", strings.ReplaceAll(o.Checks.String(), ",", ", ")}, fact{"Objects", "each " + w.PartsOf.String() + " of each instance"})
	rules, more := wording.FirstNames(w.Allow, wording.NameLimit)
	if more > 0 {
		rules = append(rules, fmt.Sprint(more, " more"))
	}
	if len(rules) > 0 {
		facts = append(facts, fact{"Allowed pairs", strings.Join(rules, ", ")})
	}
	return facts
}
