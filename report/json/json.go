// Package json writes the JSON report, reads it back and merges reports of parts of a run. It also has
// the record of a file that a cache keeps.
package json

import (
	"bufio"
	"cmp"
	"io"
	"strconv"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/self"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
)

// Write writes r as JSON, schema 1: see Schema. The order of the keys is fixed,
// numbers read back to the same float64, and the same report gives the same
// bytes. One finding is one line, and nothing but the line at hand is held in
// memory. Bytes of names that are not UTF-8 become U+FFFD. The error is that of w,
// or says that the tolerance is not a finite number.
func Write(w io.Writer, r *report.Report) error {
	j := newJSONWriter(w)
	j.open("{")
	j.header(r, r.Summary())
	j.key("files")
	j.open("[")
	for i := range r.Files {
		j.next()
		j.file(&r.Files[i])
	}
	j.close("]")
	j.close("}")
	j.w.WriteByte('\n')
	return j.finish()
}

// jsonWriter lays out a JSON text line by line. Errors stick: the first one is
// what finish returns.
type jsonWriter struct {
	w     *bufio.Writer
	line  Line // the value at hand
	depth int
	first bool // nothing stands in the innermost object or array yet
	err   error
}

func newJSONWriter(w io.Writer) *jsonWriter {
	return &jsonWriter{w: bufio.NewWriterSize(w, 1<<16)}
}

func (j *jsonWriter) finish() error { return cmp.Or(j.err, j.w.Flush()) }

// open begins an object or array that has a line for each member.
func (j *jsonWriter) open(bracket string) {
	j.w.WriteString(bracket)
	j.depth++
	j.first = true
}

func (j *jsonWriter) close(bracket string) {
	j.depth--
	if !j.first {
		j.newline()
	}
	j.first = false
	j.w.WriteString(bracket)
}

// next begins the line of the next member.
func (j *jsonWriter) next() {
	if !j.first {
		j.w.WriteByte(',')
	}
	j.first = false
	j.newline()
}

func (j *jsonWriter) newline() {
	j.w.WriteByte('\n')
	for range j.depth {
		j.w.WriteString("  ")
	}
}

func (j *jsonWriter) key(name string) {
	j.next()
	j.w.WriteByte('"')
	j.w.WriteString(name)
	j.w.WriteString(`": `)
}

// value writes a value on the current line.
func (j *jsonWriter) value(write func(l *Line)) {
	j.line = j.line[:0]
	write(&j.line)
	j.w.Write(j.line)
}

func (j *jsonWriter) field(name string, v any) {
	j.key(name)
	j.value(func(l *Line) {
		switch v := v.(type) {
		case int:
			*l = strconv.AppendInt(*l, int64(v), 10)
		case bool:
			*l = strconv.AppendBool(*l, v)
		case string:
			l.text(v)
		default:
			j.err = cmp.Or(j.err, l.any(v))
		}
	})
}

// optional writes a field only if it says anything.
func (j *jsonWriter) optional(name, v string) {
	if v != "" {
		j.field(name, v)
	}
}

// header writes all of a report but its files.
func (j *jsonWriter) header(r *report.Report, s report.Summary) {
	j.field("schema", 1)
	j.field("tool", jsonTool{"meshcheck", toUTF8(r.Version)})
	j.field("options", WireOptions(r.Options))
	if r.Shard != nil {
		j.key("shard")
		j.value(func(l *Line) { l.shard(r.Shard) })
	}
	j.key("summary")
	j.value(func(l *Line) { l.summary(s) })
}

func (j *jsonWriter) file(f *report.File) {
	j.open("{")
	j.field("path", f.Path)
	j.members(f)
	j.close("}")
}

// members writes what stands behind the path of a file.
func (j *jsonWriter) members(f *report.File) {
	j.optional("sha256", f.SHA256)
	j.optional("format", f.Format)
	if f.Against != nil {
		j.field("against", jsonCompanion{toUTF8(f.Against.Path), f.Against.SHA256})
	}
	if f.Result != nil {
		j.field("unit", f.Unit)
	}
	j.field("status", f.Status().String())
	if p := f.Problem; p != nil {
		j.field("error", jsonProblem{p.Kind, toUTF8(p.Message), toUTF8(p.Place)})
	}
	j.strings("warnings", f.Warnings)
	if f.Options != nil {
		j.field("options", WireOptions(*f.Options))
	}
	if f.Result != nil {
		j.key("counts")
		j.value(func(l *Line) { l.Counts(f.Result.Counts) })
		j.key("meshes")
		j.open("[")
		for i := range f.Result.Meshes {
			j.next()
			j.mesh(&f.Result.Meshes[i])
		}
		j.close("]")
		j.between(f.Result)
		j.hulls(f.Result)
		j.baseline(f)
	}
}

func (j *jsonWriter) mesh(m *self.Result) {
	j.open("{")
	j.field("index", m.Index)
	j.field("name", m.Name)
	j.field("triangles", m.Triangles)
	j.field("vertices", m.Vertices)
	j.field("shells", m.Shells)
	lines(j, "parts", m.Parts, func(l *Line, _ int, p *check.PartInfo) { l.part(p) })
	j.strings("instances", m.Instances)
	if len(m.Instances) > 0 && m.Measured >= 0 {
		j.field("measured", m.Measured)
	}
	j.box("box", m.Box)
	j.key("counts")
	j.value(func(l *Line) { l.MeshCounts(m.Counts) })
	j.field("truncated", m.Truncated)
	j.field("region_count", m.RegionCount)
	lines(j, "regions", m.Regions, (*Line).region)
	lines(j, "findings", m.Findings, func(l *Line, _ int, f *check.Finding) { l.finding(f) })
	j.close("}")
}

// box writes the corners of a box, and leaves out one that is empty or not finite.
func (j *jsonWriter) box(name string, b geom.Box) {
	if !b.Empty() && b.Min.Finite() && b.Max.Finite() {
		j.key(name)
		j.value(func(l *Line) { l.corners(b.Min, b.Max) })
	}
}

// strings writes a list of strings on the current line.
func (j *jsonWriter) strings(name string, list []string) {
	j.key(name)
	j.value(func(l *Line) {
		l.Open('[')
		for _, s := range list {
			l.next()
			l.text(s)
		}
		l.Close(']')
	})
}

// lines writes an array with a line for each item.
func lines[T any](j *jsonWriter, name string, items []T, write func(*Line, int, *T)) {
	j.key(name)
	j.open("[")
	for i := range items {
		j.next()
		j.value(func(l *Line) { write(l, i, &items[i]) })
	}
	j.close("]")
}
