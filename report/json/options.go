package json

import (
	"errors"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Options are the options of a check as reports have them: an object with the members of the schema.
type Options struct {
	Tolerance   check.Tolerance `json:"tolerance"`
	Touch       bool            `json:"touch"`
	MaxFindings int             `json:"max_findings"`
	FailOn      []string        `json:"fail_on,omitempty"`
	// Of a check between objects; left out if there was none.
	Checks  []check.Set    `json:"checks,omitempty"`
	PartsOf *check.PartsOf `json:"parts_of,omitzero"`
	Allow   []string       `json:"allow,omitempty"`
	// Of a check of clearance.
	Clearance check.Length `json:"clearance,omitzero"`
	// Of a check of hulls; left out where all is at its default.
	Hulls *HullOptions `json:"hulls,omitzero"`
	// Of are the options of other single checks, by the names of the checks, such as "uv". Those at
	// their defaults are left out.
	Of map[string]jsontext.Value `json:",inline"`
}

// HullOptions are the options for collision hulls in Options.
type HullOptions struct {
	Profile string       `json:"profile"`
	Names   []string     `json:"names,omitempty"`
	Gap     check.Length `json:"gap,omitzero"`
	Excess  check.Length `json:"excess,omitzero"`
}

// wirePaddingLimit has no size where the images' own is meant.
type wirePaddingLimit struct {
	Limit float64         `json:"limit"`
	Size  check.ImageSize `json:"size,omitzero"`
}

// OptionsOf returns options as the report has them.
func OptionsOf(o check.Options) Options {
	most := o.MaxFindings
	if most == 0 {
		most = check.DefaultMaxFindings
	}
	w := Options{Tolerance: o.Tolerance, Touch: o.ListTouches, MaxFindings: max(most, 0), FailOn: o.Policy.Items()}
	if o.Checks&^check.Self != 0 {
		w.Checks, w.PartsOf, w.Allow = o.Checks.Members(), &o.PartsOf, o.Allow
	}
	if o.Checks.Has(check.Clearance) {
		w.Clearance = o.Clearance
	}
	if h := &o.Hulls; h.Profile != nil || h.Names != nil || h.Gap.Value != 0 || h.Excess.Value != 0 {
		w.Hulls = &HullOptions{h.ProfileOrNone().Name, h.Names, h.Gap, h.Excess}
	}
	w.Of = ownOptions(&o)
	return w
}

// options returns the options, which fit together. They are read with the options with.
func (w *Options) options(with json.Options) (o check.Options, err error) {
	o = check.Options{
		Tolerance: w.Tolerance, ListTouches: w.Touch, MaxFindings: w.MaxFindings, Allow: w.Allow, Clearance: w.Clearance,
	}
	if o.MaxFindings == 0 {
		o.MaxFindings = -1 // the options' zero is their default
	}
	for _, c := range w.Checks {
		o.Checks |= c
	}
	if w.PartsOf != nil {
		o.PartsOf = *w.PartsOf
	}
	if h := w.Hulls; h != nil {
		// A profile that is not known here has nothing but its name.
		p, known := check.HullProfileOf(h.Profile)
		if !known {
			p = check.HullProfile{Name: h.Profile}
		}
		o.Hulls = check.HullOptions{Profile: &p, Names: h.Names, Gap: h.Gap, Excess: h.Excess}
	}
	if err := putOptions(&o, w.Of, with); err != nil {
		return o, err
	}
	// An earlier version wrote another name.
	items := strings.Replace(strings.Join(w.FailOn, ","), "parts/not_checked:", check.PartsUndecided.String()+":", 1)
	if items == "" {
		return o, nil
	}
	if o.Policy, err = check.ParsePolicy(items); err != nil {
		err = inner{"fail_on", err}
	}
	return o, err
}

func optionCodecs() []codec {
	return []codec{
		from(func(o *check.Options) Options { return OptionsOf(*o) }),
		reads(func(dec *jsontext.Decoder, o *check.Options) error {
			var w Options
			err := json.UnmarshalDecode(dec, &w)
			if err == nil {
				*o, err = w.options(dec.Options())
			}
			return err
		}),
	}
}

// lengthCodecs are those of the values of options.
func lengthCodecs() []codec {
	return []codec{
		words(check.PartsOf.String, nil, check.ByMesh, check.ByShell, check.ByPrimitive),
		writes(func(_ *jsontext.Encoder, t *check.Tolerance) error {
			if !wording.Finite(t.Value) {
				return errors.New("the tolerance is not a finite number")
			}
			return json.SkipFunc
		}),
		from(func(p *check.PaddingLimit) wirePaddingLimit {
			return wirePaddingLimit{p.Texels, check.ImageSize{Width: p.Width, Height: p.Height}}
		}),
		as(wirePaddingLimit{}, func(w *wirePaddingLimit) (check.PaddingLimit, error) {
			p := check.PaddingLimit{Texels: w.Limit, Width: w.Size.Width, Height: w.Size.Height}
			return p, p.Validate()
		}),
	}
}
