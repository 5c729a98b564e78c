package check

import (
	"slices"
)

// Issues returns what there is to fix, the worst first, for a result of a check with the
// options o. What is Off is left out, as are pairs that are allowed, and touches
// unless they are listed or graver than Info. The order and the fingerprints do not depend on
// Options.Workers. Slices in issues are slices of r.
func (r *Result) Issues(o Options) []Issue {
	policy := o.Policy
	for _, touch := range []Rule{Touch, PartsTouch} {
		if !o.ListTouches && policy.Of(touch).Severity >= Info {
			policy = policy.With(Policy{touch: {Severity: Off}})
		}
	}
	var issues []Issue
	for i := range r.Meshes {
		issues = append(issues, r.Meshes[i].Issues(policy)...)
	}
	if r.Between != nil {
		issues = append(issues, r.Between.Issues(r.Pairs, policy, r.identity)...)
	}
	if r.Hulls != nil {
		issues = append(issues, r.Hulls.Issues(r.identity)...)
	}
	if r.UV != nil {
		issues = append(issues, r.UV.Issues(r.objectOf, r.identity)...)
	}
	issues = append(issues, ModelIssues(r.Model)...)
	FingerprintAll(issues)
	slices.SortStableFunc(issues, func(a, b Issue) int { return CompareIssues(&a, &b) })
	return issues
}

// identity returns the names of an object. The number of a shell is none of them: it
// changes with the order of the triangles.
func (r *Result) identity(o *Object) string {
	part := ""
	if o.Mesh >= 0 && o.Mesh < len(r.Meshes) && o.Part >= 0 && o.Part < len(r.Meshes[o.Mesh].Parts) {
		part = r.Meshes[o.Mesh].Parts[o.Part].Name
	}
	return QuoteNames(o.Path, o.Name, part)
}

// objectOf returns a part of a mesh at the instance where the mesh was measured.
func (r *Result) objectOf(ref PartRef) Object {
	m := &r.Meshes[ref.Mesh]
	o := Object{Instance: -1, Collider: -1, Mesh: ref.Mesh, Name: m.Name, Part: -1, Shell: -1}
	if len(m.Instances) > 0 {
		o.Path = m.Instances[max(m.Measured, 0)]
	}
	if len(m.Parts) > 1 {
		o.Part = ref.Part
	}
	return o
}

// Failing returns the exact number of findings, of pairs of objects, of findings about hulls and the
// whole model, and of triangles and islands of UV sets that fail.
func (r *Result) Failing() int {
	model := ModelTotals(r.Model)
	n := r.Counts.Failing() + model.Failing()
	if r.Between != nil {
		n += r.Between.Counts.Failing()
	}
	if r.Hulls != nil {
		n += r.Hulls.Counts.Failing()
	}
	if r.UV != nil {
		n += r.UV.Counts.Failing()
	}
	return n
}

// Totals returns the exact numbers of all that was found in meshes, between objects, in hulls and
// of the whole model, by rule and severity under the policy of the  Allowed pairs are left out, and
// checks that were not made count nothing.
func (r *Result) Totals(p Policy) Totals {
	totals, model := r.Counts.Totals(p), ModelTotals(r.Model)
	totals.Add(&model)
	if r.Between != nil {
		totals.Add(&r.Between.Counts)
	}
	if r.Hulls != nil {
		totals.Add(&r.Hulls.Counts)
	}
	if r.UV != nil {
		totals.Add(&r.UV.Counts)
	}
	return totals
}
