package diff

import (
	stdjson "encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/wording"
)

// differences says in which members the options of two reports differ, in order: "checks self,parts,
// was self".
func differences(was, now *check.Options) []string {
	if was == now {
		return nil
	}
	before, after := members(was), members(now)
	names := maps.Clone(before)
	maps.Copy(names, after)
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if a, b := before[name], after[name]; a != b {
			lines = append(lines, strings.ReplaceAll(name, "_", "-")+" "+value(b)+", was "+value(a))
		}
	}
	return lines
}

// members returns the members of options as the JSON report has them, the tolerance as people write
// it.
func members(o *check.Options) map[string]string {
	var raw map[string]stdjson.RawMessage
	if err := stdjson.Unmarshal(json.Marshal(*o), &raw); err != nil {
		panic("diff: options have a JSON form: " + err.Error())
	}
	all := map[string]string{}
	for name, text := range raw {
		all[name] = string(text)
	}
	all["tolerance"] = tolerance(o.Tolerance)
	return all
}

// tolerance writes a tolerance as the option does.
func tolerance(t check.Tolerance) string {
	if t.Relative {
		return strconv.FormatFloat(t.Value*100, 'g', 6, 64) + "%"
	}
	return check.Length{Value: t.Value, Unit: t.Unit}.String()
}

// value returns the JSON text of an option for people.
func value(text string) string {
	if text == "" {
		return "default"
	}
	plain := strings.NewReplacer(`","`, ",", `"`, "", "[", "", "]", "").Replace(text)
	return wording.Printable(plain, wording.NameLimit)
}

// except returns the lines that are not among others.
func except(lines, others []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return slices.Contains(others, line) })
}
