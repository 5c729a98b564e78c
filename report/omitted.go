package report

import (
	"fmt"

	"github.com/meshcheck/meshcheck/report/wording"
)

// Omitted is the objects of one kind that were left out of a file for one reason.
type Omitted struct {
	// Kind is what they are, in the words of the format, such as "NurbsSurface"; "" for those of more
	// kinds than a report lists.
	Kind  string `json:"kind"`
	Count int    `json:"count"`
	// Reason is the end of the sentence "they are left out because ...", "" without a kind.
	Reason string `json:"reason,omitzero"`
	// First is the path of the first.
	First string `json:"first"`
}

// Sentence says what is left out, and why.
func (o *Omitted) Sentence() string {
	what := wording.Count(o.Count, o.Kind+" object")
	if o.Kind == "" {
		what = wording.Count(o.Count, "more object")
	}
	text := what + wording.Either(o.Count == 1, " is", " are") + " left out"
	if o.Reason != "" {
		text += " because " + o.Reason
	}
	return text + fmt.Sprintf(" (%s%s)", wording.When(o.Count > 1, "first: "), o.First)
}
