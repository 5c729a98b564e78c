// Package svg writes the layouts of UV sheets as one SVG.
package svg

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/layout"
	"github.com/meshcheck/meshcheck/report/palette"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Lengths in the picture.
const (
	width   = 1100
	margin  = 40
	line    = 26
	tallest = 4 * width // of a layout
)

// mostBytes is the approximate size of the layouts of all files together.
const mostBytes = 64_000_000

// style also has dark colours, and keeps lines thin at any scale.
const style = `text { font-family: system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
.layout path { vector-effect: non-scaling-stroke; }
@media (prefers-color-scheme: dark) {
  .page { fill: #121417; }
  .ground { fill: #1b1e23; }
  .ink, .distances { fill: #e9e8e4; }
  .soft, .labels { fill: #a6abb4; }
  .tile { stroke: #5a616b; }
  .islands { fill: #aab2c0; stroke: #aab2c0; }
  .labels, .distances text { stroke: #1b1e23; }
}
`

// Write writes the layouts of r one below the other, with their findings. Lines stay sharp at any
// scale. Sheets without findings are left out. The same report gives the same bytes. The only
// errors are those of w.
func Write(w io.Writer, r *report.Report, models assets.List) error {
	p := page{y: margin, left: mostBytes}
	for i := range r.Files {
		p.file(&r.Files[i], models.Of(i).Layouts, len(r.Files) > 1)
	}
	if r.Interrupted {
		p.text(18, "ink", "The run was "+report.Interrupted(r.Unreached)+".")
	}
	if p.sheets == 0 {
		checked := slices.ContainsFunc(r.Files, func(f report.File) bool { return f.Result != nil && f.Result.UV() != nil })
		p.text(18, "soft", wording.Either(checked, "Nothing was found in UV sheets.", "No UV sets were checked."))
	}
	b := bufio.NewWriter(w)
	height := p.y + margin/2
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">`+"\n", width, height, width, height)
	fmt.Fprintf(b, "<title>UV sheets</title>\n<desc>Drawn by %s.</desc>\n<style>%s</style>\n", layout.Escape(r.Tool()), style)
	fmt.Fprintf(b, `<rect class="page" width="%d" height="%d" fill="#f6f6f4"/>`+"\n", width, height)
	b.Write(p.body.Bytes())
	fmt.Fprint(b, "</svg>\n")
	return b.Flush()
}

// page is the picture under construction.
type page struct {
	body   bytes.Buffer
	y      int // how far it is filled
	left   int // bytes left for layouts
	sheets int
}

// text adds a line of text.
func (p *page) text(size int, class, text string) {
	fill := "#1b1d21"
	if class == "soft" {
		fill = "#585c64"
	}
	fmt.Fprintf(&p.body, `<text class="%s" x="%d" y="%d" font-size="%d" fill="%s">%s</text>`+"\n", class, margin, p.y+size, size, fill, layout.Escape(text))
	p.y += size + 10
}

// file adds the sheets of a file.
func (p *page) file(f *report.File, layouts []*layout.Layout, named bool) {
	path := wording.Printable(f.Path, wording.PathLimit)
	if f.Result == nil {
		p.text(22, "ink", path+": not checked")
		p.y += line
		return
	}
	if f.Result.UV() == nil {
		return
	}
	if named && len(layouts) > 0 {
		p.text(26, "ink", path)
		p.y += line / 2
	}
	for _, l := range layouts {
		p.sheet(f.Result, l)
	}
	if layouts == nil && len(report.WorstSheets(f.Result.UV())) > 0 {
		p.sheets++
		p.text(18, "ink", path+": the model was not available, so there are no layouts")
	}
}

// sheet adds a layout with its title and findings.
func (p *page) sheet(r *check.Result, l *layout.Layout) {
	s := &r.UV().Sheets[l.Sheet]
	p.sheets++
	p.text(22, "ink", wording.Printable(s.Name, wording.PathLimit))
	p.text(16, "soft", summary(s))
	for i := range s.Findings {
		p.finding(&s.Findings[i])
	}
	picture := l.Picture(p.left)
	p.left -= len(picture.Body)
	if picture.LeftOut != "" {
		p.text(16, "ink", picture.LeftOut)
	}
	w, h := width-2*margin, min(tallest, int(float64(width-2*margin)*picture.Height/picture.Width))
	fmt.Fprintf(&p.body, `<svg class="layout" x="%d" y="%d" width="%d" height="%d" viewBox="%s" font-size="%s">`+"\n%s</svg>\n",
		margin, p.y+6, w, h, picture.ViewBox(), picture.TextSize(), picture.Body)
	p.y += h + 2*line
}

// finding adds a line for a finding, in the colour of its rule if that is painted.
func (p *page) finding(f *check.UVFinding) {
	color := palette.Of(f.Rule, f.Severity)
	if color != (palette.RGB{}) {
		fmt.Fprintf(&p.body, `<rect x="%d" y="%d" width="13" height="13" fill="%s"/>`+"\n", margin, p.y+3, color.Hex())
	}
	text := fmt.Sprintf("%s %s: %s", f.Severity, f.Rule.Label(), wording.Printable(f.Reason, wording.PathLimit))
	for _, l := range lines(text) {
		fmt.Fprintf(&p.body, `<text class="ink" x="%d" y="%d" font-size="15" fill="#1b1d21">%s</text>`+"\n", margin+22, p.y+15, layout.Escape(l))
		p.y += line - 3
	}
}

// lines breaks a text into lines that fit into the picture.
func lines(text string) (out []string) {
	const long = 130
	for _, word := range strings.Fields(text) {
		if n := len(out); n > 0 && utf8.RuneCountInString(out[n-1])+utf8.RuneCountInString(word) < long {
			out[n-1] += " " + word
		} else {
			out = append(out, word)
		}
	}
	return out
}

// summary describes a sheet.
func summary(s *check.UVSheet) string {
	text := report.SheetSize(s)
	if s.Unique {
		text += ", nothing may overlap"
	}
	return text
}
