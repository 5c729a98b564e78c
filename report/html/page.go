package html

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/wording"
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

// kindViews explain the kinds in the order of the rules of check.Self, with what the policy
// makes of the findings of a run.
func kindViews(c check.Counts, p check.Policy) []kindView {
	var views []kindView
	for _, k := range check.Self.Rules() {
		views = append(views, kindView{k.String(), report.MeaningHere(k, c.Of(k), c.Failed[k], p)})
	}
	return views
}

func newPageView(r *report.Report) *pageView {
	s := r.Summary()
	verdict := wording.StatusWord(s.Status)
	p := &pageView{
		Title:   verdict + ": " + share(s),
		Share:   share(s),
		Version: r.Version,
		Verdict: verdict,
		Class:   statusClass(s.Status),
		Policy:  contentPolicy(),
		Style:   template.CSS(style()),
		Script:  template.JS(script()),
		Summary: report.Verdicts(s),
		Counts:  kindCounts(s.Counts),
		Kinds:   kindViews(s.Counts, r.Options.Policy),
		Options: optionFacts(r.Options),
	}
	if r.Shard != nil {
		p.Shard = r.Shard.Share()
	}
	if len(r.Files) == 1 {
		p.Heading = wording.Printable(r.Files[0].Path, wording.PathLimit)
		p.Title = verdict + ": " + wording.Printable(r.Files[0].Path, wording.NameLimit)
	}
	if sum := pairSum(r); sum != nil {
		p.PairCards = pairCards(sum)
		for _, k := range check.Between.Rules() {
			p.PairKinds = append(p.PairKinds, newPairKindView(k, sum, r.Options.Policy))
		}
	}
	if sum := hullSum(r); sum != nil {
		p.HullCards = hullCards(sum)
		for _, rule := range check.Hulls.Rules() {
			p.HullRules = append(p.HullRules, hullRuleView{rule.String(), report.MeaningHere(rule, 0, 0, r.Options.Policy)})
		}
	}
	free := &budget{report.FilesPerPage, meshesPerPage, regionsPerPage, findingsPerPage, picturesPerPage, excerptsPerPage, pairsPerPage, groupsPerPage, hullsPerPage, faultsPerPage}
	for i := range r.Files {
		if take(&free.files, 1, 1) == 0 {
			p.MoreFiles = len(r.Files) - i
			break
		}
		p.Files = append(p.Files, newFileView(i, &r.Files[i], r.OptionsOf(&r.Files[i]).Checks, free))
		p.View = p.View || len(p.Files[i].Excerpts) > 0
	}
	return p
}

// share returns how many of the files the verdict on a run is about, such as
// "2 of 7 files".
func share(s report.Summary) string {
	n := map[meshcheck.Status]int{meshcheck.Fail: s.Failed, meshcheck.NotChecked: s.NotChecked}[s.Status]
	if n == 0 || n == s.Files {
		return wording.GroupedCount(s.Files, "file")
	}
	return wording.Grouped(n) + " of " + wording.GroupedCount(s.Files, "file")
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
			out = append(out, kindCount{kindView{k.String(), report.MeaningHere(k, n, c.Failed[k], nil)}, wording.Grouped(n)})
		}
	}
	return out
}

func optionFacts(o meshcheck.Options) []fact {
	w := json.WireOptions(o)
	tolerance := "none: every decision is exact"
	if v := w.Tolerance.Value; v != 0 {
		tolerance = strconv.FormatFloat(v, 'g', -1, 64)
		switch unit := string(w.Tolerance.Unit); {
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
	if w.PartsOf == "" {
		return facts
	}
	facts = append(facts, fact{"Checks", strings.Join(w.Checks, ", ")}, fact{"Objects", "each " + w.PartsOf + " of each instance"})
	rules, more := wording.FirstNames(w.Allow, wording.NameLimit)
	if more > 0 {
		rules = append(rules, fmt.Sprint(more, " more"))
	}
	if len(rules) > 0 {
		facts = append(facts, fact{"Allowed pairs", strings.Join(rules, ", ")})
	}
	return facts
}
