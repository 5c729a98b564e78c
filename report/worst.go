package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Describe describes in one line the worst finding of rule k, of which the file has at least one.
func Describe(f *File, k check.Rule, o *check.Options) string {
	return failShare(Counted(k, f.Result)) + describeAt(f, k, o, anySeverity)
}

// WorstSize returns the size of the worst listed finding of rule k, and how many fail unless all or
// none do.
func WorstSize(f *File, k check.Rule, o *check.Options) string {
	share := failShare(Counted(k, f.Result))
	_, worst := WorstOf(f.Result, k)
	if worst == nil {
		return share + notListed(k, o)
	}
	return share + strings.Trim(size(worst, f, f.Result.Counts), ", ") + wording.Remark(worst.Severity, check.Error)
}

// failShare returns "2 fail, " if some but not all of several fail.
func failShare(all, failed int) string {
	if failed == 0 || failed == all {
		return ""
	}
	return fmt.Sprintf("%d %s, ", failed, wording.Either(failed == 1, "fails", "fail"))
}

// describeAt is Describe for the findings of severity l, or for all if l is anySeverity.
func describeAt(f *File, k check.Rule, o *check.Options, l check.Severity) string {
	m, worst := worstAt(f.Result, k, l)
	if worst == nil {
		return notListed(k, o)
	}
	text := where(f.Result, m, worst) + size(worst, f, f.Result.Counts) + near(worst)
	if l == anySeverity { // otherwise the caller names the severity
		text += wording.Remark(worst.Severity, wording.Either(k == check.Touch, check.Info, check.Error))
	}
	return strings.TrimLeft(text, ", ") // if there is no name before them
}

// notListed says that findings of a rule are only counted, and which option lists them.
func notListed(k check.Rule, o *check.Options) string {
	touches := k == check.Touch || k == check.PartsTouch
	return "not listed (" + wording.Either(touches && !o.ListTouches, "--touch lists them", "a greater --max-findings lists more") + ")"
}

// WorstOf returns the worst listed finding of rule k and its mesh, or nil if none is listed: the
// deepest, the longest or the one with the largest area, or else the first.
func WorstOf(r *check.Result, k check.Rule) (m *check.Mesh, worst *check.Finding) {
	return worstAt(r, k, anySeverity)
}

// worstAt is WorstOf for the findings of severity l, or for all if l is anySeverity.
func worstAt(r *check.Result, k check.Rule, l check.Severity) (m *check.Mesh, worst *check.Finding) {
	for i := range r.Meshes {
		for j := range r.Meshes[i].Findings {
			f := &r.Meshes[i].Findings[j]
			if f.Rule == k && (l == anySeverity || f.Severity == l) && (worst == nil || compareSize(f, worst) > 0) {
				m, worst = &r.Meshes[i], f
			}
		}
	}
	return m, worst
}

// compareSize compares two findings of one rule by how bad they are.
func compareSize(f, g *check.Finding) int {
	if f.Rule.Size() == check.OfLength {
		return cmp.Compare(f.Length(), g.Length())
	}
	return cmp.Or(cmp.Compare(f.Area, g.Area), cmp.Compare(f.Depth, g.Depth))
}

// where names the mesh, if there are several, and its parts, if they have names. It may return "".
func where(r *check.Result, m *check.Mesh, f *check.Finding) string {
	switch {
	case len(r.Meshes) == 1:
		return wording.PartNames(m, f)
	case len(m.Parts) == 1:
		return wording.MeshName(m)
	}
	return wording.MeshName(m) + ": " + wording.PartNames(m, f)
}

// size returns the size of finding f, the worst of its rule.
func size(f *check.Finding, file *File, counts check.Counts) string {
	several := counts.Of(f.Rule) > 1
	switch f.Rule.Size() {
	case check.OfDepth:
		return ", " + wording.Either(several, "deepest ", "depth ") + wording.Length(f.Depth, file.Unit)
	case check.OfArea:
		facing := wording.When(f.Facing != check.NoFacing, " "+f.Facing.String()+" facing,")
		return fmt.Sprintf(", %s %s,%s", wording.Either(several, "largest area", "area"), wording.Area(f.Area, file.Unit), facing)
	case check.OfLength:
		return fmt.Sprintf(", %s %s, %s,", wording.Either(several, "longest", "length"), wording.Length(f.Length(), file.Unit),
			wording.Count(f.AtEdge, "triangle")+" around it")
	}
	if f.B == nil {
		return fmt.Sprintf(", %s %d", wording.Either(several, "first is triangle", "triangle"), f.A.Triangle)
	}
	return ""
}

// near says where f is.
func near(f *check.Finding) string {
	p := wording.Place(f)
	return wording.When(p != "", " near "+p)
}
