package json

import (
	"errors"
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// wireChanges are what has become of a file since an earlier report.
type wireChanges struct {
	Was       string              `json:"was,omitzero"`
	Before    report.Before       `json:"before,omitzero"`
	Options   []string            `json:"options,omitempty"`
	Cut       bool                `json:"cut,omitzero"`
	Unchecked int                 `json:"unchecked,omitzero"`
	Counts    wireChangeCounts    `json:"counts"`
	Places    []wireChange        `json:"places"`
	Fixed     []report.FixedPlace `json:"fixed"`
}

type wireChangeCounts struct {
	New       int `json:"new"`
	Worse     int `json:"worse"`
	Fixed     int `json:"fixed"`
	Better    int `json:"better"`
	Unchanged int `json:"unchanged"`
}

// wireChange is what has become of a place.
type wireChange struct {
	State  report.ChangeState `json:"state"`
	Unsure bool               `json:"unsure,omitzero"`
	Fails  bool               `json:"fails,omitzero"`
	Name   string             `json:"name"`
	What   string             `json:"what,omitzero"`
	wireRef
}

func newChanges(c *report.Changes) wireChanges {
	t := c.Tally()
	w := wireChanges{
		Was: c.Was, Before: c.Before, Options: c.Options, Cut: c.Cut, Unchecked: c.Unchecked, Fixed: c.Fixed,
		Counts: wireChangeCounts{t.New, t.Worse, t.Fixed, t.Better, t.Unchanged},
	}
	for at, p := range c.Places {
		w.Places = append(w.Places, wireChange{p.State, p.Unsure, p.Fails, p.Name, p.What, newRef(at)})
	}
	slices.SortFunc(w.Places, func(a, b wireChange) int {
		return report.CompareRefs(a.at(), b.at())
	})
	return w
}

// at returns the key of a place that is written.
func (w *wireChange) at() check.Ref {
	at, _ := w.ref()
	return at
}

func (w *wireChanges) changes() (report.Changes, error) {
	c := report.Changes{
		Was: w.Was, Before: w.Before, Options: w.Options, Cut: w.Cut, Unchecked: w.Unchecked, Fixed: w.Fixed,
		Places: map[check.Ref]report.Change{}, Unchanged: w.Counts.Unchanged,
	}
	for i := range w.Places {
		p := &w.Places[i]
		at, err := p.ref()
		if err != nil {
			return c, inner{fmt.Sprintf("places[%d]", i), err}
		}
		c.Places[at] = report.Change{State: p.State, Unsure: p.Unsure, Fails: p.Fails, Name: p.Name, What: p.What}
		if p.State == report.ChangeNone {
			c.Unchanged--
		}
	}
	if c.Unchanged < 0 || c.Unchanged > maxSum || c.Unchecked < 0 {
		return c, errors.New("counts: are not those of the places")
	}
	return c, nil
}

// verifyChanges fails for a file, checked with the given options, whose changes are about something
// that it does not have.
func verifyChanges(f *report.File, o *check.Options) error {
	if f.Changes == nil || len(f.Changes.Places) == 0 {
		return nil
	}
	there := 0
	for _, is := range f.Issues(o) {
		if _, ok := f.Changes.Places[report.ChangeKey(&is.Issue)]; ok {
			there++
		}
	}
	if there < len(f.Changes.Places) {
		return errors.New("changes: are about a place that is not there")
	}
	return nil
}
