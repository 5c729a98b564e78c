package report

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// commandNames become commands in the log of a pipeline if they are printed as they are.
var commandNames = []string{
	"::error file=x::y", " \t::add-mask::y", ":", ":::", "##[error]y", "a ##[add-mask]y", "###[group]y",
	"##vso[task.setvariable variable=x]y", "##teamcity[buildStatus]", "##octopus[stdout-error]", "a\n::error::y", "\u2003::error::y",
}

var oldCommand = regexp.MustCompile(`##\w*\[`)

// noCommands reports the lines of a log that are commands.
func noCommands(t *testing.T, what, log string) {
	t.Helper()
	for line := range strings.Lines(log) {
		if strings.HasPrefix(strings.TrimSpace(line), "::") || oldCommand.MatchString(line) {
			t.Errorf("%s has a command: %.200q", what, line)
		}
	}
}

// No name makes a command of a line of what is printed, in any format.
func TestNamesAreNoCommands(t *testing.T) {
	for _, name := range commandNames {
		for _, r := range []*Report{withName(hostile(), name), betweenHostile(t, name), hullsHostile(t, name)} {
			for i := range r.Files {
				text := render(t, func(w *bytes.Buffer) error { return Text(w, &r.Files[i], TextOptions{}) })
				noCommands(t, "the text", string(text))
			}
			for _, format := range []string{"json", "sarif", "junit", "codequality", "markdown"} {
				noCommands(t, format, string(written(t, format, r)))
			}
			commands, lines := annotationsIn(t, string(written(t, "github", r)))
			noCommands(t, "github", strings.Join(lines, "\n"))
			for _, c := range commands {
				if !strings.HasPrefix(c.properties["title"], "meshcheck") {
					t.Errorf("%q became the command %+v", name, c)
				}
			}
		}
	}
}

// The JSON report has names in full all the same.
func TestNamesAreWhole(t *testing.T) {
	for _, name := range commandNames {
		got, err := ReadJSON(bytes.NewReader(written(t, "json", withName(hostile(), name))))
		if err != nil {
			t.Fatal(err)
		}
		if path := got.Files[0].Path; path != name {
			t.Errorf("%q reads back as %q", name, path)
		}
	}
	for in, want := range map[string]string{
		`##[a] ##b[c] ###[d] ## ##`: `#\u0023[a] #\u0023b[c] ##\u0023[d] ## ##`,
		`##averylongwordofletters[`: `##averylongwordofletters[`,
		`a ##`:                      `a ##`, `##[`: `#\u0023[`, ``: ``, `#[`: `#[`, `####`: `####`,
	} {
		if got := string(EscapeLogCommands([]byte(in))); got != want {
			t.Errorf("%s is escaped to %s, want %s", in, got, want)
		}
		var text string
		if err := json.Unmarshal([]byte(`"`+want+`"`), &text); err != nil || text != in {
			t.Errorf("%s reads back as %s, %v", want, text, err)
		}
	}
}

// withName gives a hostile report another name.
func withName(r *Report, name string) *Report {
	for i := range r.Files {
		f := &r.Files[i]
		f.Path, f.Warnings = name, []string{name}
		if f.Problem != nil {
			f.Problem.Message, f.Problem.Place = name, name
		}
		if f.Result == nil {
			continue
		}
		for j := range f.Result.Meshes {
			m := &f.Result.Meshes[j]
			m.Name, m.Instances = name, []string{name}
			for k := range m.Parts {
				m.Parts[k].Name = name
			}
		}
	}
	return r
}
