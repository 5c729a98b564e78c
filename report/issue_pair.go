package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/parts"
	"github.com/meshcheck/meshcheck/geom"
)

// pairIssues returns the issues between the objects of file number i of r: the listed
// pairs, and, for each kind, those that are not listed. Pairs that a rule allows are none.
// Of touches that are not listed nothing is said unless the check was to list them.
func pairIssues(r *Report, i int) []issue {
	f := &r.Files[i]
	if f.Result.Between == nil {
		return nil
	}
	var out []issue
	o := r.optionsOf(f)
	unlisted := f.Result.Between.Counts
	for j := range f.Result.Pairs {
		p := &f.Result.Pairs[j]
		if allowed(p) {
			continue
		}
		unlisted[p.Rule][p.Severity]--
		if p.Severity != check.Off {
			out = append(out, issue{file: f, number: i, rule: p.Rule, region: -1, pair: p, spot: &Spot{Of: SpotPair, I: j}, count: 1,
				severity: p.Severity, names: pairNames(f.Result, p)})
		}
	}
	for _, k := range check.Between.Rules() {
		severity := severityOf(k, unlisted[k][check.Error], o.Policy)
		if n := unlisted.Of(k); n > 0 && severity != check.Off && (k != check.PartsTouch || tells(o, o.Policy.Of(k))) {
			out = append(out, issue{file: f, number: i, rule: k, region: -1, count: n, severity: severity})
		}
	}
	return out
}

// pairNames stands for the names of the two objects of a pair, whichever comes first in
// the scene.
func pairNames(r *meshcheck.Result, p *parts.Pair) string {
	names := []string{identityOf(r, &p.A), identityOf(r, &p.B)}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// identityOf returns the names of an object. The number of a shell is none of them: it
// changes with the order of the triangles.
func identityOf(r *meshcheck.Result, o *check.Object) string {
	part := ""
	if o.Part >= 0 && o.Mesh < len(r.Meshes) && o.Part < len(r.Meshes[o.Mesh].Parts) {
		part = r.Meshes[o.Mesh].Parts[o.Part].Name
	}
	return fmt.Sprintf("%q %q %q", clipped(o.Path), clipped(o.Name), clipped(part))
}

// clipped returns a name, without its middle if it is very long: an object may be in
// very many pairs. Bytes that are not UTF-8 count as the JSON report writes them.
func clipped(name string) string {
	const most = 4096
	if len(name) > most {
		name = name[:most/2] + name[len(name)-most/2:]
	}
	return string([]rune(name))
}

// pairBox holds the listed regions of a pair.
func pairBox(p *parts.Pair) geom.Box {
	b := geom.EmptyBox()
	for i := range p.Regions {
		b = b.Union(p.Regions[i].Box)
	}
	return b
}

// pairCell says roughly where a pair meets. The names of nodes tell nearly all pairs
// apart, so the grid is coarse against the place of contact, which then may grow and shrink.
func pairCell(p *parts.Pair) string {
	b := pairBox(p)
	if b.Empty() {
		return "-"
	}
	half := b.Max.Sub(b.Min).Scale(16)
	return gridCell(b, geom.Box{Min: b.Min.Sub(half), Max: b.Max.Add(half)})
}

// pairSummary says in one line what the issue is.
func (is *issue) pairSummary() string {
	if is.pair == nil {
		return count(is.count, is.rule.Words().Noun) + " not listed"
	}
	return pairLine(is.file, is.pair)
}

// allowed reports whether only a rule keeps a pair from failing.
func allowed(p *parts.Pair) bool { return p.Severity == check.Error && p.Allowed != "" }

// pairNote says in one line which pair of kind k is the worst of file f at a level.
func pairNote(f *File, k check.Rule, l check.Severity) string {
	for i := range f.Result.Pairs {
		if p := &f.Result.Pairs[i]; p.Rule == k && p.Severity == l && !allowed(p) {
			return pairLine(f, p)
		}
	}
	if k == check.PartsTouch {
		return "counted, not listed (--touch lists them)"
	}
	return "counted, not listed (--max-findings lists more)"
}

// notChecked says why a file is not checked or, if it is, some of its objects are not.
func notChecked(f *File) []string {
	if f.Result == nil {
		return []string{problemText(f.Problem)}
	}
	return append(uncheckedObjects(f.Result), uncheckedHulls(f.Result)...)
}

// uncheckedObjects says which objects could not be checked against others, if any.
func uncheckedObjects(r *meshcheck.Result) []string {
	if r.Between == nil {
		return nil
	}
	return problemLines(r, r.Between.NotChecked, "object", " could not be checked against others")
}

// uncheckedHulls says which collision hulls could not be checked, if any.
func uncheckedHulls(r *meshcheck.Result) []string {
	if r.Hulls == nil {
		return nil
	}
	return problemLines(r, r.Hulls.NotChecked, "collision hull", " could not be checked")
}

func problemLines(r *meshcheck.Result, all []check.ObjectProblem, noun, what string) []string {
	if len(all) == 0 {
		return nil
	}
	lines := []string{count(len(all), noun) + what}
	for _, p := range all[:min(len(all), namesPerList)] {
		lines = append(lines, objectName(r, &p.Object)+": "+Printable(p.Reason, pathLimit))
	}
	if more := len(all) - namesPerList; more > 0 {
		lines = append(lines, "and "+count(more, "more "+noun))
	}
	return lines
}

// withoutPairs says which instances are not shown together with the objects that were compared, ""
// if there are none.
func withoutPairs(l *parts.LeftOut) string {
	var parts []string
	for _, of := range []struct {
		n          int
		noun, rest string
	}{{l.LowerLevels, "lower level", "of detail"}, {l.NoScene, "object", "in no scene"}, {l.OtherScenes, "object", "in other scenes than the default one"}} {
		if of.n > 0 {
			parts = append(parts, count(of.n, of.noun)+" "+of.rest)
		}
	}
	return strings.Join(parts, ", ")
}
