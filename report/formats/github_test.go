package formats

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/github"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// annotation is a workflow command as the runner parses it.
type annotation struct {
	level      string
	properties map[string]string
	message    string
}

var (
	undoData     = strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%")
	undoProperty = strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
)

// annotationsIn parses the log of a step into commands and other lines.
func annotationsIn(t *testing.T, log string) (commands []annotation, lines []string) {
	t.Helper()
	for line := range strings.Lines(log) {
		rest, isCommand := strings.CutPrefix(strings.TrimLeft(line, " "), "::")
		if !isCommand {
			if strings.Contains(line, "##[") {
				t.Errorf("a command of the old form hides in %q", line)
			}
			lines = append(lines, strings.TrimSuffix(line, "\n"))
			continue
		}
		head, message, _ := strings.Cut(rest, "::")
		level, properties, _ := strings.Cut(head, " ")
		c := annotation{level, map[string]string{}, undoData.Replace(strings.TrimSuffix(message, "\n"))}
		for _, p := range strings.Split(properties, ",") {
			name, value, _ := strings.Cut(p, "=")
			c.properties[name] = undoProperty.Replace(value)
		}
		commands = append(commands, c)
	}
	return commands, lines
}

// No name becomes a command or a property, and none is changed.
func TestGitHubEscapes(t *testing.T) {
	path := "a,title=b::c%0A%3A,d e.stl"
	r := &report.Report{Files: []report.File{{Path: path, Problem: &report.Problem{Kind: "io", Message: "50% ::error::x"}}}}
	commands, _ := annotationsIn(t, string(written(t, "github", r)))
	if len(commands) != 1 {
		t.Fatalf("%d commands", len(commands))
	}
	want := annotation{"error", map[string]string{"file": path, "title": "meshcheck: not checked"}, "50% ::error::x"}
	if got := commands[0]; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("read back %+v, want %+v", got, want)
	}
	for _, evil := range []string{"\n::error::x", "\r\n::stop-commands::x", "::add-mask::x", "##[add-mask]x", "%0A::error::x"} {
		var files []report.File
		for range 20 { // annotations and lines of the log
			files = append(files, report.File{Path: evil, Problem: &report.Problem{Message: evil}, Warnings: []string{evil}})
		}
		commands, lines := annotationsIn(t, string(written(t, "github", &report.Report{Files: files})))
		for _, c := range commands {
			if !slices.Contains([]string{"error", "warning", "notice"}, c.level) {
				t.Errorf("%q became the command %s", evil, c.level)
			}
		}
		if len(commands) != 2*github.MaxAnnotations+1 || len(lines) != 20+1 {
			t.Errorf("%q: %d commands and %d lines", evil, len(commands), len(lines))
		}
	}
}

// GitHub shows ten annotations of a level. They go to the worst files, and the log names the
// others.
func TestGitHubLimit(t *testing.T) {
	r := &report.Report{}
	for i := range 15 {
		f := reporttest.Many(2, 1).Files[0]
		f.Path = fmt.Sprintf("%02d.stl", i)
		f.Result.Meshes[0].Regions[0].Depth = float64(i)
		r.Files = append(r.Files, f)
	}
	r.Files = append(r.Files, report.File{Path: "gone.stl"})
	commands, lines := annotationsIn(t, string(written(t, "github", r)))
	var got []string
	for _, c := range commands {
		got = append(got, c.level+" "+c.properties["file"])
	}
	want := "[error gone.stl error 14.stl error 13.stl error 12.stl error 11.stl error 10.stl error 09.stl error 08.stl error 07.stl error 06.stl notice ]"
	if fmt.Sprint(got) != want {
		t.Errorf("annotations\n%v\nwant\n%s", got, want)
	}
	if n := len(lines); n != 7 || !strings.HasPrefix(lines[0], "meshcheck: error: 05.stl: 1 place to fix (2 triangle pairs): 2 crossings") ||
		lines[n-1] != "meshcheck: 16 files: 15 failed, 1 not checked" {
		t.Errorf("lines\n%s", strings.Join(lines, "\n"))
	}
	if last := commands[len(commands)-1]; !strings.HasPrefix(last.message, "6 more files failed") {
		t.Errorf("the notice says %q", last.message)
	}
}

// Findings that fail nothing are warnings, and a run without findings has no annotation.
func TestGitHubLevels(t *testing.T) {
	degenerate := reporttest.Checked("a.stl", "stl", check.Mesh{Triangles: 3, Counts: reporttest.Counts(0, 0, 0, 0, 2)})
	commands, _ := annotationsIn(t, string(written(t, "github", &report.Report{Files: []report.File{degenerate}})))
	if len(commands) != 1 || commands[0].level != "warning" || !strings.HasPrefix(commands[0].message, "2 degenerate triangles: ") {
		t.Errorf("%+v", commands)
	}
	touching := reporttest.Checked("a.stl", "stl", check.Mesh{Triangles: 3, Counts: reporttest.Counts(0, 0, 0, 0, 0, 2)})
	if commands, lines := annotationsIn(t, string(written(t, "github", &report.Report{Files: []report.File{touching}}))); len(commands) > 0 || len(lines) != 1 {
		t.Errorf("%+v %q", commands, lines)
	}
}
