package html

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"html/template"
	"runtime"
	"slices"

	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/glb"
)

// packing is the work on the model of a file that takes long and that nothing waits for at first: the
// views as the page embeds them, and the poster. It is done while the small pictures are drawn.
type packing struct {
	placed map[string]*drawing.View // see placedIn
	order  []report.Issue           // of the file, the worst first and those that are accepted last
	done   chan struct{}
	texts  map[*drawing.View]*string // of views for which there may be room
	poster template.URL
}

// newPacking begins the work on a file that has the given issues.
func newPacking(e *drawing.Excerpt, issues []report.Issue, free *budget) *packing {
	p := &packing{done: make(chan struct{}), texts: map[*drawing.View]*string{}}
	if e == nil {
		close(p.done)
		return p
	}
	p.placed, p.order = placedIn(e), acceptedLast(issues)
	var views []*drawing.View
	var write []func() []byte
	add := func(x *drawing.View, size int, as func() []byte) {
		if roomFor(size, free) {
			views, write = append(views, x), append(write, as)
			p.texts[x] = new(string)
		}
	}
	for _, x := range slices.Concat(e.Meshes, e.Pairs, e.Hulls, []*drawing.View{e.Scene}) {
		if x != nil {
			add(x, x.Size(), func() []byte { return glb.View(x) })
		}
	}
	if m := e.Motion; m != nil {
		add(m.View, m.Size(), func() []byte { return glb.Motion(m) })
	}
	drawn := free.posters > 0
	go func() {
		defer close(p.done)
		parallel.Tasks(context.Background(), runtime.GOMAXPROCS(0), len(views)+1, func(_, k int) {
			switch {
			case k > 0:
				*p.texts[views[k-1]] = embedded(write[k-1]())
			case drawn:
				p.poster = p.posterIn(e)
			}
		})
	}()
	return p
}

// textOf returns a view as the page embeds it, "" if there is no room for it.
func (p *packing) textOf(x *drawing.View) string {
	<-p.done
	if text := p.texts[x]; text != nil {
		return *text
	}
	return ""
}

// roomFor reports whether there may be room for a stage of a size.
func roomFor(size int, free *budget) bool {
	const compression = 4 // rarely exceeded
	return size/compression <= free.excerpts
}

// embedded returns a GLB as viewer/stage.js reads it.
func embedded(stage []byte) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(stage) // a buffer never fails
	z.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}
