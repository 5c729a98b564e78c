package check

import "slices"

// Issues returns what there is to fix, the worst first, for the result of a check with the options
// o. It leaves out findings that are Off, allowed pairs, and touches, unless these are listed or
// graver than Info. The order and the fingerprints do not depend on Options.Workers. Slices in
// issues are slices of r.
func (r *Result) Issues(o Options) []Issue {
	policy := o.Policy
	for _, touch := range []Rule{Touch, PartsTouch} {
		if !o.ListTouches && policy.Of(touch).Severity >= Info {
			policy = policy.With(Policy{touch: {Severity: Off}})
		}
	}
	var issues []Issue
	for _, f := range r.Sections {
		issues = append(issues, f.Issues(r, policy)...)
	}
	FingerprintAll(issues)
	slices.SortStableFunc(issues, func(a, b Issue) int { return CompareIssues(&a, &b) })
	return issues
}

// identity returns the names of an object. It leaves out the number of a shell, which changes with
// the order of the triangles.
func (r *Result) identity(o *Object) string {
	part := ""
	if o.Mesh >= 0 && o.Mesh < len(r.Meshes) && o.Part >= 0 && o.Part < len(r.Meshes[o.Mesh].Parts) {
		part = r.Meshes[o.Mesh].Parts[o.Part].Name
	}
	return QuoteNames(o.Path, o.Name, part)
}

// identities returns the sorted names of objects.
func (r *Result) identities(objects []Object) []string {
	all := make([]string, len(objects))
	for i := range objects {
		all[i] = r.identity(&objects[i])
	}
	slices.Sort(all)
	return all
}

// Failing returns the exact number of failures: pairs of triangles, pairs of objects, findings
// about hulls and the whole model, and triangles and islands of UV sets.
func (r *Result) Failing() int {
	totals := r.Totals()
	return totals.Failing()
}

// Totals returns the exact numbers of all findings, by rule and severity. It leaves out allowed
// pairs. Checks that did not run count nothing.
func (r *Result) Totals() (totals Totals) {
	for _, f := range r.Sections {
		totals.Add(&f.Common().Counts)
	}
	return totals
}
