package html

import (
	"embed"
	"regexp"
	"strings"
	"sync"
)

//go:embed viewer/*.js viewer/*.css
var viewer embed.FS

// viewerModules are the modules of the 3D view, each after those that it imports.
var viewerModules = []string{
	"math", "kinds", "filter", "pins", "scene", "camera", "shaders", "hulls", "colors", "motion", "model", "picking", "sight", "painter",
	"controls", "player", "posing", "view", "scripts", "copy", "layouts", "lines", "stow", "list", "glb", "stage", "elements", "files", "rows", "index",
	"decisions", "merging", "store", "forms", "triage", "panel", "main",
}

var (
	importStatement = regexp.MustCompile(`(?m)^import [^;]*;\n`)
	exportWord      = regexp.MustCompile(`(?m)^export `)
)

// script joins the modules into one. A page opened from disk cannot import anything, so all modules
// share one scope.
var script = sync.OnceValue(func() string {
	var b strings.Builder
	b.WriteString(colorScript())
	b.WriteString(baselineScript())
	for _, name := range viewerModules {
		b.WriteString(moduleText(name))
	}
	return b.String()
})

// servedScript is script with the module that follows a server.
var servedScript = sync.OnceValue(func() string { return script() + moduleText("served") })

// moduleText returns a module for the scope that all share.
func moduleText(name string) string {
	source := importStatement.ReplaceAllString(viewerFile(name+".js"), "")
	return exportWord.ReplaceAllString(source, "")
}

// style returns the style sheets of the page and its 3D view.
var style = sync.OnceValue(func() string {
	return colorStyle() + pageStyle + viewerFile("viewer.css") + viewerFile("poses.css") + viewerFile("triage.css")
})

// viewerFile returns an embedded file with Unix line ends: the hash in the policy is of what a
// browser reads, and it drops carriage returns.
func viewerFile(name string) string {
	text, err := viewer.ReadFile("viewer/" + name)
	if err != nil {
		panic("report: " + err.Error()) // the list names a file that does not exist
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}
