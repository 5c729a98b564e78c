package html

import (
	"embed"
	"regexp"
	"strings"
	"sync"
)

//go:embed viewer/*.js viewer/viewer.css
var viewer embed.FS

// viewerModules are the modules of the 3D view, each after those that it imports.
var viewerModules = []string{
	"math", "kinds", "filter", "camera", "shaders", "hulls", "model", "picking", "sight", "painter",
	"controls", "view", "scripts", "copy", "layouts", "list", "glb", "stage", "lines", "main",
}

var (
	importStatement = regexp.MustCompile(`(?m)^import [^;]*;\n`)
	exportWord      = regexp.MustCompile(`(?m)^export `)
)

// script returns the modules as a single one. A page that was opened from disk
// cannot import anything, so what they import from each other shares one scope.
var script = sync.OnceValue(func() string {
	var b strings.Builder
	b.WriteString(colorScript())
	for _, name := range viewerModules {
		source := importStatement.ReplaceAllString(viewerFile(name+".js"), "")
		b.WriteString(exportWord.ReplaceAllString(source, ""))
	}
	return b.String()
})

// style returns the style sheets of the page and its 3D view.
var style = sync.OnceValue(func() string { return colorStyle() + pageStyle + viewerFile("viewer.css") })

// viewerFile returns an embedded file, line ends as in Unix: the fingerprint in the
// policy is of what a browser reads, and it reads no carriage returns.
func viewerFile(name string) string {
	text, err := viewer.ReadFile("viewer/" + name)
	if err != nil {
		panic("report: " + err.Error()) // the table names a file that is not there
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}
