package text

import (
	"cmp"
	"strings"

	"github.com/meshcheck/meshcheck/check"
)

// narrow is the number of columns of a terminal that is not known.
const narrow = 80

// shortID returns the short ID of a place to be put between two pieces of its line, or "" if there is
// none or if it would take up another line.
func (o Options) shortID(at check.Ref, before, after string) string {
	id := o.ids[at]
	if id == "" {
		return ""
	}
	id = " · " + id
	if o.height(before+id+after) > o.height(before+after) {
		return ""
	}
	return o.dim(id)
}

// height returns how many lines a line is wrapped into.
func (o Options) height(line string) int {
	o.Width = cmp.Or(o.Width, narrow)
	return strings.Count(o.wrapped(line), "\n")
}
