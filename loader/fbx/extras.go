package fbx

import (
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/loader/fbx/document"
)

const (
	// mostExtras is the number of properties that are kept, longestExtra the number of bytes of each.
	mostExtras, longestExtra = 64, 256
	// extraSize is what a property costs in addition to its text.
	extraSize = 64
)

// extras returns the properties of a Model that users made and that are text, single numbers, true
// or false, as text. Selectors can name Models by them.
func (r *reader) extras(n *document.Node) (map[string]string, error) {
	var kept map[string]string
	err := eachProperty(n, func(p *property) error {
		text, ok := p.text()
		if !ok || !strings.Contains(p.flags, "U") || len(p.name)+len(text) > longestExtra || len(kept) == mostExtras {
			return nil
		}
		if kept == nil {
			kept = map[string]string{}
		}
		kept[strings.ToValidUTF8(p.name, "\ufffd")] = strings.ToValidUTF8(text, "\ufffd")
		return r.Charge(n.Where(), 1, len(p.name)+len(text)+extraSize)
	})
	return kept, err
}

// text returns the value of a property as text, if it is a single one.
func (p *property) text() (string, bool) {
	if len(p.values) != 1 {
		return "", false
	}
	if text, ok := p.values[0].Text(); ok {
		return text, true
	}
	x, ok := p.values[0].Float()
	if ok && strings.EqualFold(p.kind, "bool") {
		return strconv.FormatBool(x != 0), true
	}
	return strconv.FormatFloat(x, 'g', -1, 64), ok
}
