package report

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"strings"

	"github.com/meshcheck/meshcheck"
)

// JSON writes r as JSON, schema 1: see Schema. The order of the keys is fixed,
// numbers read back to the same float64, and the same report gives the same
// bytes. One finding is one line, and nothing but the line at hand is held in
// memory. Bytes of names that are not UTF-8 become U+FFFD. The error is that of w,
// or says that the tolerance is not a finite number.
func JSON(w io.Writer, r *Report) error {
	j := newJSONWriter(w)
	j.open("{")
	j.header(r)
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
	piece bytes.Buffer
	enc   *json.Encoder
	depth int
	first bool // nothing stands in the innermost object or array yet
	err   error
}

func newJSONWriter(w io.Writer) *jsonWriter {
	j := &jsonWriter{w: bufio.NewWriterSize(w, 1<<16)}
	j.enc = json.NewEncoder(&j.piece)
	j.enc.SetEscapeHTML(false)
	return j
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
	j.w.WriteString(strings.Repeat("  ", j.depth))
}

func (j *jsonWriter) key(name string) {
	j.next()
	j.w.WriteString(`"` + name + `": `)
}

// value writes v on the current line.
func (j *jsonWriter) value(v any) {
	j.piece.Reset()
	if err := j.enc.Encode(v); err != nil {
		j.err = cmp.Or(j.err, err)
		return
	}
	j.w.Write(bytes.TrimSuffix(j.piece.Bytes(), []byte("\n")))
}

func (j *jsonWriter) field(name string, v any) {
	j.key(name)
	j.value(v)
}

// optional writes a field only if it says anything.
func (j *jsonWriter) optional(name, v string) {
	if v != "" {
		j.field(name, v)
	}
}

func (j *jsonWriter) header(r *Report) {
	j.field("schema", 1)
	j.field("tool", jsonTool{"meshcheck", r.Version})
	j.field("options", wireOptions(r.Options))
	j.field("summary", wireSummary(r.Summary()))
}

func (j *jsonWriter) file(f *File) {
	j.open("{")
	j.field("path", f.Path)
	j.optional("sha256", f.SHA256)
	j.optional("format", f.Format)
	if f.Result != nil {
		j.field("unit", f.Unit)
	}
	j.field("status", f.Status().String())
	if p := f.Problem; p != nil {
		j.field("error", jsonProblem{p.Kind, p.Message, p.Place})
	}
	j.field("warnings", list(f.Warnings))
	if f.Result != nil {
		j.field("counts", wireCounts(f.Result.Counts))
		j.key("meshes")
		j.open("[")
		for i := range f.Result.Meshes {
			j.next()
			j.mesh(&f.Result.Meshes[i])
		}
		j.close("]")
	}
	j.close("}")
}

func (j *jsonWriter) mesh(m *meshcheck.MeshResult) {
	j.open("{")
	j.field("index", m.Index)
	j.field("name", m.Name)
	j.field("triangles", m.Triangles)
	j.field("vertices", m.Vertices)
	j.field("shells", m.Shells)
	lines(j, "parts", m.Parts, func(_ int, p *meshcheck.PartInfo) any {
		return jsonPart{p.Name, p.First, p.Triangles}
	})
	j.field("instances", list(m.Instances))
	j.field("counts", jsonMeshCounts{wireCounts(m.Counts), m.Counts.ThroughEdge})
	j.field("truncated", m.Truncated)
	j.field("region_count", m.RegionCount)
	lines(j, "regions", m.Regions, func(id int, r *meshcheck.Region) any { return wireRegion(id, r) })
	lines(j, "findings", m.Findings, func(_ int, f *meshcheck.Finding) any { return wireFinding(f) })
	j.close("}")
}

// lines writes an array with a line for each item.
func lines[T any](j *jsonWriter, name string, items []T, wire func(int, *T) any) {
	j.key(name)
	j.open("[")
	for i := range items {
		j.next()
		j.value(wire(i, &items[i]))
	}
	j.close("]")
}

// list returns s, and an empty list instead of nil, which JSON would call null.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
