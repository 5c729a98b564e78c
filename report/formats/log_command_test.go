package formats

import (
	"bytes"
	encoding "encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/meshcheck/meshcheck/report/text"
	"github.com/meshcheck/meshcheck/report/wording"
)

// commandNames become commands in the log of a pipeline if they are printed unescaped.
var commandNames = []string{
	"::error file=x::y", " \t::add-mask::y", ":", ":::", "##[error]y", "a ##[add-mask]y", "###[group]y",
	"##vso[task.setvariable variable=x]y", "##teamcity[buildStatus]", "##octopus[stdout-error]", "a\n::error::y", "\u2003::error::y",
}

var oldCommand = regexp.MustCompile(`##\w*\[`)

// noCommands fails for lines of a log that are commands.
func noCommands(t *testing.T, what, log string) {
	t.Helper()
	for line := range strings.Lines(log) {
		if strings.HasPrefix(strings.TrimSpace(line), "::") || oldCommand.MatchString(line) {
			t.Errorf("%s has a command: %.200q", what, line)
		}
	}
}

// No name makes a command of a printed line, in any format.
func TestNamesAreNoCommands(t *testing.T) {
	for _, name := range commandNames {
		for _, r := range []*report.Report{reporttest.WithName(reporttest.Hostile(), name), reporttest.BetweenHostile(t, name), reporttest.HullsHostile(t, name)} {
			for i := range r.Files {
				text := reporttest.Render(t, func(w *bytes.Buffer) error { return text.Write(w, &r.Files[i], text.Options{}) })
				noCommands(t, "the text", string(text))
				row := report.RowOf(&r.Files[i], r.OptionsOf(&r.Files[i]))
				noCommands(t, "the short text", shortText(t, &row))
			}
			for _, format := range []string{"json", "ndjson", "summary", "csv", "sarif", "junit", "codequality", "markdown"} {
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

// shortText returns the line of a row in the short text.
func shortText(t *testing.T, row *report.Row) string {
	t.Helper()
	return string(reporttest.Render(t, func(w *bytes.Buffer) error { return text.WriteShort(w, row, text.Options{}) }))
}

// The JSON report still has names in full.
func TestNamesAreWhole(t *testing.T) {
	for _, name := range commandNames {
		got, err := json.Read(bytes.NewReader(written(t, "json", reporttest.WithName(reporttest.Hostile(), name))))
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
		if got := string(wording.EscapeLogCommands([]byte(in))); got != want {
			t.Errorf("%s is escaped to %s, want %s", in, got, want)
		}
		var text string
		if err := encoding.Unmarshal([]byte(`"`+want+`"`), &text); err != nil || text != in {
			t.Errorf("%s reads back as %s, %v", want, text, err)
		}
	}
}
