// Package html writes the page: one HTML file that needs nothing else.
package html

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/wording"
)

//go:embed page.tmpl
var pageSource string

// templates are all parts of the page.
//
//go:embed *.tmpl
var templates embed.FS

//go:embed page.css
var pageStyle string

// page parses the template once, when it is first needed.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page.tmpl").Funcs(template.FuncMap{
		"grouped": wording.Grouped, "label": label, "icon": icon, "dec": func(i int) int { return i - 1 },
		"sizes": func(list string) []string { return strings.Split(list, ", ") },
	}).ParseFS(templates, "*.tmpl"))
})

// labels maps the names of all rules, also as verdicts on pairs, to their labels.
var labels = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, r := range check.Rules() {
		all[r.String()], all[r.Word()] = r.Label(), r.Label()
	}
	return all
})

// label returns the label of the named rule, or name itself if it is no rule.
func label(name string) string { return cmp.Or(labels()[name], name) }

// icons maps the names of all rules about triangles to their icons: their own, or that of the kind
// under which they are counted, or of their severity.
var icons = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, r := range check.Self.Rules() {
		for _, name := range []string{r.Severity().String(), r.Kind().String(), r.String()} {
			if strings.Contains(pageSource, `id="icon-`+name+`"`) {
				all[r.String()] = name
			}
		}
	}
	return all
})

// icon returns the icon of the named rule, or name itself if it is no rule about triangles.
func icon(name string) string { return cmp.Or(icons()[name], name) }

// Write writes r as one self-contained page. It loads nothing, runs only its own script, and
// enforces both with a content security policy. Everything can be read without scripts; with
// scripts, files with an excerpt among the models have a 3D view. Names from files are Printable
// and isolated from the writing direction of the surrounding text. The page shows the worst places
// and says what it leaves out; the JSON report has everything. The same report gives the same
// bytes. The only errors are those of w.
func Write(w io.Writer, r *report.Report, models assets.List) error {
	p := newPageView(r, models)
	p.inline(script(), "")
	return execute(w, p)
}

// inline gives a page the script and the style as parts of its own, and a policy that allows only
// these, and what more says.
func (p *pageView) inline(script, more string) {
	p.Style, p.Script, p.Policy = template.CSS(style()), template.JS(script), contentPolicy(script)+more
}

func execute(w io.Writer, p *pageView) error {
	b := bufio.NewWriterSize(w, 1<<16)
	if err := page().ExecuteTemplate(b, "top", p); err != nil {
		return err
	}
	if err := p.writeSections(b); err != nil {
		return err
	}
	if err := page().ExecuteTemplate(b, "bottom", p); err != nil {
		return err
	}
	return b.Flush()
}

// writeSections writes the sections of the files. Where there are several, a browser with scripts
// parses only the one that is opened.
func (p *pageView) writeSections(w io.Writer) error {
	threads := runtime.GOMAXPROCS(0)
	for batch := range slices.Chunk(p.Files, 4*threads) { // a section may have megabytes
		sections := make([]bytes.Buffer, len(batch))
		parallel.Tasks(context.Background(), threads, len(batch), func(_, k int) {
			if err := page().ExecuteTemplate(&sections[k], "file", &batch[k]); err != nil {
				panic("html: " + err.Error()) // a buffer never fails, and neither does the template
			}
		})
		for k := range batch {
			if err := p.writeSection(w, &batch[k], sections[k].Bytes()); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeSection writes the section of a file. It is inert if there are several, and then cannot have
// inert parts of its own: these elements do not nest.
func (p *pageView) writeSection(w io.Writer, f *fileView, section []byte) error {
	if p.Index == nil {
		_, err := fmt.Fprintf(w, "\n%s", section)
		return err
	}
	for _, tag := range []string{"<noscript>", "</noscript>"} {
		section = bytes.ReplaceAll(section, []byte(tag), nil)
	}
	_, err := fmt.Fprintf(w, "\n<noscript class=\"file\" data-named=%q data-path=\"%s\">%s</noscript>", f.ID, template.HTMLEscapeString(f.Folder+f.Name), section)
	return err
}

// contentPolicy allows only the page's own style and the given script, and pictures embedded in the
// page.
func contentPolicy(script string) string {
	return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; " +
		"style-src " + fingerprint(style()) + "; script-src " + fingerprint(script)
}

// fingerprint returns text as a hash source of a content security policy.
func fingerprint(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
