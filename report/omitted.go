package report

import (
	"fmt"
	"strings"

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

// mostKinds is how many kinds a sentence names.
const mostKinds = 6

// OmittedSentences says what is left out, and why: a sentence for each reason, in order of first
// appearance.
func OmittedSentences(all []Omitted) []string {
	var reasons []string
	kinds := map[string][]Omitted{}
	for _, o := range all {
		if kinds[o.Reason] == nil {
			reasons = append(reasons, o.Reason)
		}
		kinds[o.Reason] = append(kinds[o.Reason], o)
	}
	var texts []string
	for _, reason := range reasons {
		texts = append(texts, omittedSentence(reason, kinds[reason]))
	}
	return texts
}

// omittedSentence says what is left out for one reason.
func omittedSentence(reason string, all []Omitted) string {
	n := 0
	for i := range all {
		n += all[i].Count
	}
	what := "object"
	switch {
	case reason == "":
		what = "more object"
	case len(all) == 1:
		what = all[0].Kind + " object"
	}
	text := wording.Count(n, what) + wording.Either(n == 1, " is", " are") + " left out"
	if reason != "" {
		text += " because " + reason
	}
	if len(all) > 1 {
		text += ": " + kindsText(all)
	}
	return text + fmt.Sprintf(" (%s%s)", wording.When(n > 1, "first: "), all[0].First)
}

// kindsText counts objects by kind: "3 Sphere, 2 Cube".
func kindsText(all []Omitted) string {
	var parts []string
	rest := 0
	for i, o := range all {
		if i < mostKinds {
			parts = append(parts, fmt.Sprintf("%d %s", o.Count, o.Kind))
		} else {
			rest += o.Count
		}
	}
	if rest > 0 {
		parts = append(parts, fmt.Sprintf("%d of other kinds", rest))
	}
	return strings.Join(parts, ", ")
}
