package check

import "github.com/meshcheck/meshcheck/geom"

// Note adds an issue about the model as a whole, with the severity of its rule in criteria. If the
// rule already has an issue, Note adds the reason to it.
func (r *Result) Note(rule Rule, reason string, criteria *Criteria) {
	if criteria[rule].Severity == Off {
		return
	}
	notes, ok := r.Section(Model).(*IssueList)
	if !ok {
		notes = &IssueList{Of: Model}
		r.Put(notes)
	}
	for i := range notes.List {
		if is := &notes.List[i]; is.Rule == rule {
			is.Reason += "; " + reason
			return
		}
	}
	notes.Add(Issue{Rule: rule, Reason: reason, Box: geom.EmptyBox()}, criteria)
}

// Model returns the issues about the model as a whole, such as that it is empty: at most one for
// each rule.
func (r *Result) Model() []Issue {
	if l, ok := r.Section(Model).(*IssueList); ok {
		return l.List
	}
	return nil
}
