package report

import (
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
)

// How much one page shows. A row of a finding takes about 500 bytes, a region
// about 1000 and its picture some 10,000: beside the models a page has some nine
// megabytes at most, whatever was found.
const (
	findingsPerRegion = 200
	findingsPerMesh   = 2000
	regionsPerMesh    = 200
	namesPerList      = 50

	findingsPerPage = 10_000
	regionsPerPage  = 2000
	meshesPerPage   = 500
	filesPerPage    = 1000
	picturesPerPage = 100
	pairsPerPage    = 1000
	pairsPerFile    = 200
	findingsPerPair = 50
	excerptsPerPage = 8_000_000 // bytes
)

// budget is what is still free on the page.
type budget struct{ files, meshes, regions, findings, pictures, excerpts, pairs, groups, hulls, faults int }

// take returns how much of want may be shown, at most limit, and deducts it.
func take(free *int, want, limit int) int {
	n := min(want, limit, *free)
	*free -= n
	return n
}

// The views hold what the template shows, in words.
type (
	pageView struct {
		Title, Version, Verdict, Class string
		Policy, Heading, Share, Shard  string
		Style                          template.CSS
		Script                         template.JS
		View                           bool // some model is embedded
		Files                          []fileView
		MoreFiles                      int
		Summary                        string
		Counts                         []kindCount
		PairCards                      []pairCard
		Kinds                          []kindView
		PairKinds                      []pairKindView
		HullCards                      []hullCard
		HullRules                      []hullRuleView
		Options                        []fact
	}
	kindView  struct{ Name, Meaning string }
	kindCount struct {
		kindView
		N string
	}
	fact struct{ Name, Value string }
)

// kindViews explain the kinds in the order of the rules of check.Self.
func kindViews() []kindView {
	var views []kindView
	for _, k := range check.Self.Rules() {
		views = append(views, newKindView(k))
	}
	return views
}

func newKindView(k check.Rule) kindView { return kindView{k.String(), k.Words().Meaning} }

func newPageView(r *Report) *pageView {
	s := r.Summary()
	verdict := statusWord(s.Status)
	p := &pageView{
		Title:   verdict + ": " + share(s),
		Share:   share(s),
		Version: r.Version,
		Verdict: verdict,
		Class:   statusClass(s.Status),
		Policy:  contentPolicy(),
		Style:   template.CSS(style()),
		Script:  template.JS(script()),
		Summary: verdicts(s),
		Counts:  kindCounts(s.Counts),
		Kinds:   kindViews(),
		Options: optionFacts(r.Options),
	}
	if r.Shard != nil {
		p.Shard = r.Shard.Share()
	}
	if len(r.Files) == 1 {
		p.Heading = Printable(r.Files[0].Path, pathLimit)
		p.Title = verdict + ": " + Printable(r.Files[0].Path, nameLimit)
	}
	if sum := pairSum(r); sum != nil {
		p.PairCards = pairCards(sum)
		for _, k := range check.Between.Rules() {
			p.PairKinds = append(p.PairKinds, newPairKindView(k))
		}
	}
	if sum := hullSum(r); sum != nil {
		p.HullCards = hullCards(sum)
		for _, rule := range check.Hulls.Rules() {
			p.HullRules = append(p.HullRules, newHullRuleView(rule))
		}
	}
	free := &budget{filesPerPage, meshesPerPage, regionsPerPage, findingsPerPage, picturesPerPage, excerptsPerPage, pairsPerPage, groupsPerPage, hullsPerPage, faultsPerPage}
	for i := range r.Files {
		if take(&free.files, 1, 1) == 0 {
			p.MoreFiles = len(r.Files) - i
			break
		}
		p.Files = append(p.Files, newFileView(i, &r.Files[i], r.optionsOf(&r.Files[i]).Checks, free))
		p.View = p.View || len(p.Files[i].Excerpts) > 0
	}
	return p
}

// share returns how many of the files the verdict on a run is about, such as
// "2 of 7 files".
func share(s Summary) string {
	n := map[meshcheck.Status]int{meshcheck.Fail: s.Failed, meshcheck.NotChecked: s.NotChecked}[s.Status]
	if n == 0 || n == s.Files {
		return groupedCount(s.Files, "file")
	}
	return grouped(n) + " of " + groupedCount(s.Files, "file")
}

// statusClass returns the verdict as a class of the style sheet.
func statusClass(s meshcheck.Status) string {
	return [...]string{meshcheck.Pass: "pass", meshcheck.Fail: "fail", meshcheck.NotChecked: "unchecked"}[s]
}

// kindCounts returns the kinds that were found.
func kindCounts(c check.Counts) []kindCount {
	var out []kindCount
	for _, k := range check.Self.Rules() {
		if n := c.Of(k); n > 0 {
			view := newKindView(k)
			view.Meaning = meaningHere(view.Meaning, n, c.Failed[k], k.Severity() == check.Error)
			out = append(out, kindCount{view, grouped(n)})
		}
	}
	return out
}

func optionFacts(o meshcheck.Options) []fact {
	w := wireOptions(o)
	tolerance := "none: every decision is exact"
	if v := w.Tolerance.Value; v != 0 {
		tolerance = strconv.FormatFloat(v, 'g', -1, 64) + " in the file's unit"
		if w.Tolerance.Relative {
			tolerance = strconv.FormatFloat(v, 'g', -1, 64) + " of the mesh's diagonal"
		}
	}
	touches := "counted, not listed"
	if w.Touch {
		touches = "counted and listed"
	}
	facts := []fact{
		{"Tolerance", tolerance},
		{"Touches", touches},
		{"Findings listed per mesh", "at most " + grouped(w.MaxFindings)},
	}
	if len(w.FailOn) > 0 {
		facts = append(facts, fact{"Policy", Printable(strings.Join(w.FailOn, ", "), pathLimit)})
	}
	if w.PartsOf == "" {
		return facts
	}
	facts = append(facts, fact{"Checks", strings.Join(w.Checks, ", ")}, fact{"Objects", "each " + w.PartsOf + " of each instance"})
	rules, more := firstNames(w.Allow, nameLimit)
	if more > 0 {
		rules = append(rules, fmt.Sprint(more, " more"))
	}
	if len(rules) > 0 {
		facts = append(facts, fact{"Allowed pairs", strings.Join(rules, ", ")})
	}
	return facts
}

// grouped writes a number in groups of three digits with narrow spaces between.
func grouped(n int) string {
	digits := []byte(strconv.Itoa(n))
	var groups []string
	for len(digits) > 3 {
		groups = append(groups, string(digits[len(digits)-3:]))
		digits = digits[:len(digits)-3]
	}
	out := string(digits)
	for _, g := range slices.Backward(groups) {
		out += "\u202f" + g
	}
	return out
}

// groupedCount is count with grouped digits.
func groupedCount(n int, thing string) string { return grouped(n) + " " + plural(n, thing) }
