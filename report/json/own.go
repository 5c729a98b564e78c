package json

import (
	"bytes"
	"errors"
	"maps"
	"reflect"
	"slices"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// ofCheck says how a check is written and read that has more to show than a list of issues.
type ofCheck struct {
	// codecs are those of its types; nil for none.
	codecs func() []codec
	// lines are the objects and arrays in its section that have a line for each member or element,
	// by their paths, as hasLines has them.
	lines []string
}

// ofChecks has what a check needs beside the tags of its types. The file of the check adds it.
var ofChecks = map[check.Set]ofCheck{}

func ownCodecs() (all []codec) {
	for _, of := range slices.Sorted(maps.Keys(ofChecks)) {
		if codecs := ofChecks[of].codecs; codecs != nil {
			all = append(all, codecs()...)
		}
	}
	return all
}

// ownLine reports whether a path, with a slash before it, is that of an object or array in the section
// of a check that has lines.
func ownLine(path string) bool {
	for c, of := range ofChecks {
		name := "/" + c.String()
		if path == name || slices.ContainsFunc(of.lines, func(line string) bool { return path == name+"/"+line }) {
			return true
		}
	}
	return false
}

// hasOwn reports whether the section of a check is a member of a file by the name of the check, as it
// has a list of issues and more.
func hasOwn(found check.Found) bool {
	_, lists := found.(check.Lister)
	_, only := found.(*check.IssueList)
	return lists && !only
}

// newOwn returns the sections with members of their own, by their names; nil for none.
func newOwn(r *check.Result) (own map[string]jsontext.Value, _ error) {
	for _, found := range r.Sections {
		if !hasOwn(found) {
			continue
		}
		text, err := marshal(found)
		if err != nil {
			return nil, err
		}
		if own == nil {
			own = map[string]jsontext.Value{}
		}
		own[found.Check().String()] = text
	}
	return own, nil
}

// known removes members of a file that are unknown, and fails for them unless a newer version wrote
// them.
func known(own map[string]jsontext.Value, newer bool) error {
	for _, name := range slices.Sorted(maps.Keys(own)) {
		switch {
		case sectionOf(name) != nil:
		case newer:
			delete(own, name)
		default:
			return inner{wording.Printable(name, wording.NameLimit), json.ErrUnknownName}
		}
	}
	return nil
}

// putOwn adds the sections with members of their own, which are known, to a result.
func putOwn(r *check.Result, own map[string]jsontext.Value, newer bool) error {
	for _, name := range slices.Sorted(maps.Keys(own)) {
		section := sectionOf(name)
		if err := json.Unmarshal(own[name], section, reading(), json.RejectUnknownMembers(!newer)); err != nil {
			return inner{name, located(err)}
		}
		if section.Check().String() != name {
			return inner{name, errors.New("is the section of another check")}
		}
		if err := putSection(r, section); err != nil {
			return err
		}
	}
	return nil
}

// sectionOf returns an empty section with a member of its own, nil if no check has that name.
func sectionOf(name string) check.Lister {
	for _, c := range check.All.Members() {
		if section := c.NewSection(); c.String() == name && hasOwn(section) {
			return section.(check.Lister)
		}
	}
	return nil
}

// ownOptions returns the options of single checks that are not at their defaults, by the names of the
// checks.
func ownOptions(o *check.Options) map[string]jsontext.Value {
	own := map[string]jsontext.Value{}
	for _, c := range check.All.Members() {
		if of := o.Of(c); of != nil && !reflect.ValueOf(of).Elem().IsZero() {
			text, err := json.Marshal(of, writingOptions())
			if err != nil {
				panic("json: options of a check have no form: " + err.Error())
			}
			own[c.String()] = wording.EscapeLogCommands(text)
		}
	}
	return own
}

// writingOptions are the options that ownOptions writes with.
var writingOptions = sync.OnceValue(func() json.Options {
	return writingWith(valueCodecs(), wordCodecs(), lengthCodecs(), uvCodecs(), ownCodecs())
})

// putOptions sets the options of single checks in o, as a decoder with the given options reads them.
func putOptions(o *check.Options, own map[string]jsontext.Value, with json.Options) error {
	reject, _ := json.GetOption(with, json.RejectUnknownMembers)
	for _, name := range slices.Sorted(maps.Keys(own)) {
		var of any
		for _, c := range check.All.Members() {
			if c.String() == name {
				of = o.Of(c)
			}
		}
		switch {
		case of == nil && reject:
			return inner{wording.Printable(name, wording.NameLimit), json.ErrUnknownName}
		case of == nil, bytes.Equal(own[name], []byte("null")):
			continue
		}
		if err := json.Unmarshal(own[name], of, with); err != nil {
			return inner{name, located(err)}
		}
	}
	return nil
}
