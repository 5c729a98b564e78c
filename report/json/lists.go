package json

import (
	"bytes"
	"context"
	"math"
	"reflect"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// apart is a list that may be most of a report. The library writes a mark in its place, and
// appenders write its elements.
type apart[T any] []T

// apartFrom returns a list that is written like one of n elements.
func apartFrom[T any](n int) apart[T] { return make(apart[T], min(n, 1)) }

// mark stands for the elements of a list that has some.
const mark = '0'

// MarshalJSONTo writes an empty list, or one of a mark.
func (a *apart[T]) MarshalJSONTo(enc *jsontext.Encoder) error {
	if len(*a) == 0 {
		return enc.WriteValue([]byte("[]"))
	}
	return enc.WriteValue([]byte{'[', mark, ']'})
}

// UnmarshalJSONFrom reads the list.
func (a *apart[T]) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return json.UnmarshalDecode(dec, (*[]T)(a))
}

// list is a list that is written apart.
type list struct {
	name     string
	regions  []check.Region
	findings []check.Finding
}

func (l *list) len() int { return len(l.regions) + len(l.findings) } // one of them is empty

// lists returns the lists of a file in their order, but for empty ones.
func (w *wireFile) lists() (all []list) {
	add := func(regions []check.Region, findings []check.Finding) {
		if len(regions) > 0 {
			all = append(all, list{name: "regions", regions: regions})
		}
		if len(findings) > 0 {
			all = append(all, list{name: "findings", findings: findings})
		}
	}
	for i := range w.Meshes {
		add(w.Meshes[i].Regions, w.Meshes[i].Findings)
	}
	for i := range w.Between {
		add(w.Between[i].Regions, w.Between[i].Findings)
	}
	return all
}

// write writes the file.
func (w *wireFile) write(to *layout) error {
	text, err := json.Marshal(w, writing)
	if err != nil {
		return err
	}
	for _, l := range w.lists() {
		// No other text looks like that: quotes within texts are escaped, and no other list
		// of that name has numbers.
		at := bytes.Index(text, []byte(`"`+l.name+`":[`+string(mark)+`]`)) + len(`"":[`) + len(l.name)
		if _, err := to.Write(text[:at]); err != nil {
			return err
		}
		if err := to.writeList(&l); err != nil {
			return err
		}
		text = text[at+1:]
	}
	_, err = to.Write(text)
	return err
}

// listChunk is how many elements one worker writes at a time.
const listChunk = 256

// writeList writes a line for each element.
func (l *layout) writeList(all *list) error {
	separator := ",\n" + strings.Repeat("  ", len(l.open))
	if l.chunks == nil {
		l.chunks = make([][]byte, 2*l.workers)
	}
	for lo := 0; lo < all.len(); lo += listChunk * len(l.chunks) {
		n := min(all.len()-lo, listChunk*len(l.chunks))
		_ = parallel.Ranges(context.Background(), l.workers, n, listChunk, func(from, to int) {
			e := elementsPool.Get().(*elements)
			defer elementsPool.Put(e)
			chunk := &l.chunks[from/listChunk]
			*chunk = e.append((*chunk)[:0], all, lo+from, lo+to, separator)
		})
		for k := 0; k*listChunk < n; k++ {
			chunk := l.chunks[k]
			if l.began {
				chunk = chunk[len(","):]
				l.began = false
			}
			if _, err := l.w.Write(chunk); err != nil {
				return err
			}
		}
	}
	return nil
}

// elements appends elements of lists. It is for one goroutine.
type elements struct {
	region        wireRegion
	finding       wireFinding
	appendRegion  appender
	appendFinding appender
	points        pointMemo
}

var elementsPool = sync.Pool{New: func() any {
	e := new(elements)
	known := map[reflect.Type]appender{
		reflect.TypeFor[tally](): func(b []byte, v reflect.Value) []byte { return v.Addr().Interface().(*tally).append(b) },
		reflect.TypeFor[points](): func(b []byte, v reflect.Value) []byte {
			return appendPoints(b, *v.Addr().Interface().(*points), e.points.append)
		},
	}
	for _, w := range encodings {
		if w.word != nil {
			known[w.word] = w.append
		}
	}
	e.appendRegion = appenderOf(reflect.TypeFor[wireRegion](), known)
	e.appendFinding = appenderOf(reflect.TypeFor[wireFinding](), known)
	return e
}}

// append appends the elements of a list from lo to hi, each behind a separator.
func (e *elements) append(b []byte, l *list, lo, hi int, separator string) []byte {
	clear(e.points[:])
	region, finding := reflect.ValueOf(&e.region).Elem(), reflect.ValueOf(&e.finding).Elem()
	for i := lo; i < hi; i++ {
		b = append(b, separator...)
		if l.regions != nil {
			e.region = newRegion(i, &l.regions[i])
			b = e.appendRegion(b, region)
		} else {
			e.finding = newFinding(&l.findings[i])
			b = e.appendFinding(b, finding)
		}
	}
	e.region, e.finding = wireRegion{}, wireFinding{} // so that they hold on to nothing
	return b
}

// pointMemo knows where points are in a text that is appended to: findings that follow each other
// have triangles in common.
type pointMemo [512]struct {
	p       geom.Vec
	at, end int
}

// append appends a point.
func (m *pointMemo) append(b []byte, p geom.Vec) []byte {
	hash := uint64(0)
	for _, x := range p {
		hash = (hash ^ math.Float64bits(x)) * 0x9e3779b97f4a7c15
	}
	known := &m[hash>>55]
	if known.end > 0 && same(known.p, p) {
		return append(b, b[known.at:known.end]...)
	}
	at := len(b)
	b = appendPoint(b, p)
	known.p, known.at, known.end = p, at, len(b)
	return b
}

// same reports whether points have the same bits: zeros have signs.
func same(p, q geom.Vec) bool {
	for k := range p {
		if math.Float64bits(p[k]) != math.Float64bits(q[k]) {
			return false
		}
	}
	return true
}
