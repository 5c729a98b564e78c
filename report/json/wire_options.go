package json

import (
	"errors"
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/check"
)

type wireOptions struct {
	Tolerance   wireTolerance `json:"tolerance"`
	Touch       bool          `json:"touch"`
	MaxFindings int           `json:"max_findings"`
	FailOn      []string      `json:"fail_on,omitzero"`
	// Of a check between objects; left out if there was none.
	Checks  []string `json:"checks,omitzero"`
	PartsOf string   `json:"parts_of,omitzero"`
	Allow   []string `json:"allow,omitzero"`
	// Of a check of clearance.
	Clearance *check.Length `json:"clearance,omitzero"`
	// Of a check of hulls; left out where all is at its default.
	Hulls *wireHullOptions `json:"hulls,omitzero"`
	// Of a check of UV sets; left out where all is at its default.
	UV *wireUVOptions `json:"uv,omitzero"`
}

type wireTolerance struct {
	Value    float64    `json:"value"`
	Unit     lengthUnit `json:"unit,omitzero"` // none for the file's own
	Relative bool       `json:"relative"`
}

type wireLength struct {
	Value float64    `json:"value"`
	Unit  lengthUnit `json:"unit"`
}

type wireHullOptions struct {
	Profile string        `json:"profile"`
	Names   []string      `json:"names,omitzero"`
	Gap     *check.Length `json:"gap,omitzero"`
	Excess  *check.Length `json:"excess,omitzero"`
}

type wireUVOptions struct {
	Unique   []string           `json:"unique,omitzero"`
	Padding  []wirePaddingLimit `json:"padding,omitzero"`
	Lightmap int                `json:"lightmap,omitzero"`
}

// wirePaddingLimit has no size where the images' own is meant.
type wirePaddingLimit struct {
	Limit size    `json:"limit"`
	Size  *[2]int `json:"size,omitzero"`
}

// WireOptions returns options as the report has them.
func WireOptions(o check.Options) wireOptions {
	most := o.MaxFindings
	if most == 0 {
		most = check.DefaultMaxFindings
	}
	w := wireOptions{
		Tolerance: wireTolerance{o.Tolerance.Value, lengthUnit(o.Tolerance.Unit), o.Tolerance.Relative}, Touch: o.ListTouches, MaxFindings: max(most, 0), FailOn: orNil(o.Policy.Items()),
	}
	if o.Checks&^check.Self != 0 {
		w.Checks = checkNames(o.Checks)
		w.PartsOf, w.Allow = o.PartsOf.String(), orNil(o.Allow)
	}
	if o.Checks.Has(check.Clearance) {
		w.Clearance = newLength(o.Clearance)
	}
	if h := &o.Hulls; h.Profile != nil || h.Names != nil || h.Gap.Value != 0 || h.Excess.Value != 0 {
		w.Hulls = &wireHullOptions{"none", orNil(h.Names), newLength(h.Gap), newLength(h.Excess)}
		if h.Profile != nil {
			w.Hulls.Profile = h.Profile.Name
		}
	}
	if u := &o.UV; u.Unique != nil || u.Padding != nil || u.Lightmap > 0 {
		w.UV = newUVOptions(u)
	}
	return w
}

func newUVOptions(u *check.UVOptions) *wireUVOptions {
	w := &wireUVOptions{Unique: orNil(u.Unique), Lightmap: u.Lightmap}
	for _, p := range u.Padding {
		limit := wirePaddingLimit{Limit: size(p.Texels)}
		if p.Width > 0 {
			limit.Size = &[2]int{p.Width, p.Height}
		}
		w.Padding = append(w.Padding, limit)
	}
	return w
}

// options returns the options of the check of UV sets.
func (w *wireUVOptions) options() (check.UVOptions, error) {
	o := check.UVOptions{Unique: orNil(w.Unique), Lightmap: w.Lightmap}
	for _, p := range w.Padding {
		limit := check.PaddingLimit{Texels: float64(p.Limit)}
		if p.Size != nil {
			limit.Width, limit.Height = p.Size[0], p.Size[1]
		}
		if err := limit.Validate(); err != nil {
			return o, err
		}
		o.Padding = append(o.Padding, limit)
	}
	return o, nil
}

func newLength(l check.Length) *check.Length {
	if l.Value == 0 {
		return nil
	}
	return &l
}

// length returns a length above 0.
func (w *wireLength) length() (check.Length, error) {
	if w.Value == 0 {
		return check.Length{}, errors.New("no distance is less than 0")
	}
	return check.Length{Value: w.Value, Unit: string(w.Unit)}, nil
}

// orZero returns a length that may be missing.
func orZero(l *check.Length) check.Length {
	if l == nil {
		return check.Length{}
	}
	return *l
}

// options returns the options, which fit together.
func (w *wireOptions) options() (o check.Options, err error) {
	o = check.Options{
		Tolerance: check.Tolerance{Value: w.Tolerance.Value, Unit: string(w.Tolerance.Unit), Relative: w.Tolerance.Relative}, ListTouches: w.Touch, MaxFindings: w.MaxFindings,
		Allow: orNil(w.Allow), Clearance: orZero(w.Clearance),
	}
	if o.MaxFindings == 0 {
		o.MaxFindings = -1 // the options' zero is their default
	}
	if o.Policy, err = policyOf(w.FailOn); err != nil {
		return o, inner{"fail_on", err}
	}
	if w.PartsOf != "" {
		if o.PartsOf, err = valueOf(w.PartsOf, check.PartsOf.String, check.ByMesh, check.ByShell, check.ByPrimitive); err != nil {
			return o, inner{"parts_of", err}
		}
	}
	if w.Hulls != nil {
		o.Hulls = w.Hulls.options()
	}
	if w.UV != nil {
		if o.UV, err = w.UV.options(); err != nil {
			return o, inner{"uv", err}
		}
	}
	return o, setChecks(&o, w.Checks)
}

// checkNames returns the names of checks in their order.
func checkNames(checks check.Set) (names []string) {
	for _, c := range checks.Members() {
		names = append(names, c.String())
	}
	return names
}

// checksOf returns the checks of some names, which must stand in their order.
func checksOf(names []string) (all check.Set, err error) {
	for i, word := range names {
		c, err := valueOf(word, check.Set.String, check.All.Members()...)
		if err != nil {
			return 0, inner{fmt.Sprintf("checks[%d]", i), err}
		}
		if all >= c {
			return 0, errors.New("the checks are out of order, or one occurs twice")
		}
		all |= c
	}
	return all, nil
}

// setChecks sees to it that the checks stand in their order, and that there are no options
// of others.
func setChecks(o *check.Options, checks []string) (err error) {
	if o.Checks, err = checksOf(checks); err != nil {
		return err
	}
	between := o.Checks&^check.Self != 0
	switch {
	case len(checks) > 0 && !between, !between && (o.Allow != nil || o.PartsOf != check.ByMesh):
		return errors.New("there are options of checks other than self, but no such check")
	case o.Checks.Has(check.Clearance) != (o.Clearance.Value > 0):
		return errors.New("the check of clearance and the field \"clearance\" must all be present or all be missing")
	}
	return nil
}

// options returns the options of the check of hulls. A profile that is not known here has
// nothing but its name.
func (w *wireHullOptions) options() check.HullOptions {
	p, known := check.HullProfileOf(w.Profile)
	if !known {
		p = check.HullProfile{Name: w.Profile}
	}
	return check.HullOptions{Profile: &p, Names: orNil(w.Names), Gap: orZero(w.Gap), Excess: orZero(w.Excess)}
}

// policyOf returns the policy with the items.
func policyOf(items []string) (check.Policy, error) {
	// An earlier version wrote another name.
	text := strings.Replace(strings.Join(items, ","), "parts/not_checked:", check.PartsUndecided.String()+":", 1)
	if len(items) == 0 {
		return check.Policy{}, nil
	}
	p, err := check.ParsePolicy(text)
	if err == nil && strings.Join(p.Items(), ",") != text {
		err = errors.New("the items are not in their order and form")
	}
	return p, err
}
