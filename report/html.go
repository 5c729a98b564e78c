package report

import (
	"bufio"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"sync"
)

//go:embed html/page.tmpl
var pageSource string

//go:embed html/page.css
var pageStyle string

// page parses the template once, when it is first needed.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(pageSource))
})

// HTML writes r as one self-contained page: no scripts, nothing loaded from
// anywhere, and a content security policy that forbids both. Names from files are
// Printable and set apart from the direction of the text around them. The page shows the worst
// places and says what it leaves out; the JSON report has everything. The same
// report gives the same bytes. The only errors are those of w.
func HTML(w io.Writer, r *Report) error {
	b := bufio.NewWriterSize(w, 1<<16)
	if err := page().Execute(b, newPageView(r)); err != nil {
		return err
	}
	return b.Flush()
}

// contentPolicy allows this page's own style and nothing else.
func contentPolicy() string {
	sum := sha256.Sum256([]byte(pageStyle))
	return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-" +
		base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
