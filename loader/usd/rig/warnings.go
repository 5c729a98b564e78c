package rig

import (
	"fmt"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
)

// maxWarnings is the number of warnings that are kept.
const maxWarnings = 100

// warn adds a warning about what a prim says that has been interpreted. Instances repeat it.
func (r *Reader) warn(p *stage.Prim, format string, args ...any) {
	if len(r.warned) == maxWarnings {
		r.unsaid++
		return
	}
	text := fmt.Sprintf("<%s>: ", source.Shorten(p.Path())) + fmt.Sprintf(format, args...)
	if !r.warned[text] {
		r.warned[text] = true
		r.rig.Warnings = append(r.rig.Warnings, text)
	}
}

// notEvaluated notes what may move something and is not evaluated. Instances repeat it.
func (r *Reader) notEvaluated(p *stage.Prim, name, why string) error {
	key := noteKey{p, name}
	if r.noted[key] {
		return nil
	}
	text := fmt.Sprintf("%s of <%s> %s", name, source.Shorten(p.Path()), why)
	const entry = 64
	r.noted[key] = true
	r.clip.NotEvaluated = append(r.clip.NotEvaluated, text)
	return r.Charge(p, name, 1, 2*len(text)+entry)
}

// noteKey is an attribute of a prim.
type noteKey struct {
	prim *stage.Prim
	name string
}

// endWarnings adds a warning about those that were not kept.
func (r *Reader) endWarnings() {
	if r.unsaid > 0 {
		r.rig.Warnings = append(r.rig.Warnings, fmt.Sprintf("%d more warnings", r.unsaid))
	}
}
