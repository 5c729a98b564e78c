package document

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
)

// tree is a node to be written.
type tree struct {
	name     string
	values   []any // int16, int32, int64, float32, float64, bool, string, []byte, and slices of numbers
	children []tree
}

// letters of the values in binary files, by their types.
func letter(v any) byte {
	switch v.(type) {
	case bool:
		return 'C'
	case int16:
		return 'Y'
	case int32:
		return 'I'
	case int64:
		return 'L'
	case float32:
		return 'F'
	case float64:
		return 'D'
	case string:
		return 'S'
	case []byte:
		return 'R'
	case []bool:
		return 'b'
	case []int8:
		return 'c'
	case []int32:
		return 'i'
	case []int64:
		return 'l'
	case []float32:
		return 'f'
	case []float64:
		return 'd'
	}
	panic(fmt.Sprintf("%T has no letter", v))
}

// binaryForm is a variant of binary files.
type binaryForm struct {
	version  uint32
	big      bool
	deflated bool
}

func (f binaryForm) order() binary.AppendByteOrder {
	if f.big {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// file returns the bytes of a file with nodes.
func (f binaryForm) file(nodes ...tree) []byte {
	out := append(bytes.Clone(binaryMark), 0)
	if f.big {
		out[len(binaryMark)] = 1
	}
	out = f.order().AppendUint32(out, f.version)
	return append(f.list(out, nodes), "a footer"...)
}

// list appends nodes and the mark behind them.
func (f binaryForm) list(out []byte, nodes []tree) []byte {
	for _, n := range nodes {
		out = f.node(out, n)
	}
	return f.header(out, 0, 0, 0, 0)
}

func (f binaryForm) header(out []byte, end, count, length, name int) []byte {
	for _, n := range []int{end, count, length} {
		if f.version >= firstWide {
			out = f.order().AppendUint64(out, uint64(n))
		} else {
			out = f.order().AppendUint32(out, uint32(n))
		}
	}
	return append(out, byte(name))
}

func (f binaryForm) node(out []byte, n tree) []byte {
	start := len(out)
	out = f.header(out, 0, 0, 0, 0)
	out = append(out, n.name...)
	values := len(out)
	for _, v := range n.values {
		out = f.value(out, v)
	}
	length := len(out) - values
	if len(n.children) > 0 {
		out = f.list(out, n.children)
	}
	f.header(out[:start], len(out), len(n.values), length, len(n.name))
	return out
}

func (f binaryForm) value(out []byte, v any) []byte {
	out = append(out, letter(v))
	var raw bytes.Buffer
	switch v := v.(type) {
	case string:
		out = f.order().AppendUint32(out, uint32(len(v)))
		return append(out, v...)
	case []byte:
		out = f.order().AppendUint32(out, uint32(len(v)))
		return append(out, v...)
	}
	if err := binary.Write(&raw, f.order().(binary.ByteOrder), v); err != nil {
		panic(err)
	}
	size := elementSize(letter(v))
	if size == 0 {
		return append(out, raw.Bytes()...)
	}
	packed, encoding := raw.Bytes(), uint32(plain)
	if f.deflated {
		packed, encoding = deflate(packed), deflated
	}
	for _, n := range []uint32{uint32(raw.Len() / size), encoding, uint32(len(packed))} {
		out = f.order().AppendUint32(out, n)
	}
	return append(out, packed...)
}

func deflate(b []byte) []byte {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}

// textFile returns the text of a file with nodes, of version 7500 or 6100.
func textFile(version int, nodes ...tree) []byte {
	var out strings.Builder
	fmt.Fprintf(&out, "; FBX %d.%d.%d project file\n", version/1000, version/100%10, version/10%10)
	for _, n := range nodes {
		n.text(&out, "", version >= 7000)
	}
	return []byte(out.String())
}

func (n tree) text(out *strings.Builder, indent string, arrays bool) {
	fmt.Fprintf(out, "%s%s: ", indent, n.name)
	for i, v := range n.values {
		if i > 0 {
			out.WriteString(", ")
		}
		writeText(out, v, arrays)
	}
	if len(n.children) > 0 {
		out.WriteString(" {\n")
		for _, c := range n.children {
			c.text(out, indent+"\t", arrays)
		}
		out.WriteString(indent + "}")
	}
	out.WriteString("\n")
}

func writeText(out *strings.Builder, v any, arrays bool) {
	switch v := v.(type) {
	case string:
		fmt.Fprintf(out, `"%s"`, strings.ReplaceAll(v, `"`, "&quot;"))
		return
	case bool:
		out.WriteString(map[bool]string{true: "1", false: "0"}[v])
		return
	}
	if elementSize(letter(v)) == 0 {
		fmt.Fprint(out, v)
		return
	}
	numbers := strings.Fields(strings.Trim(fmt.Sprint(v), "[]"))
	list := strings.Join(numbers, ",")
	if arrays {
		list = fmt.Sprintf("*%d {\n\ta: %s\n\t}", len(numbers), list)
	}
	out.WriteString(list)
}

// allForms returns a file with nodes in all forms.
func allForms(nodes ...tree) map[string][]byte {
	files := map[string][]byte{"text 7500": textFile(7500, nodes...), "text 6100": textFile(6100, nodes...)}
	for _, version := range []uint32{6100, 7400, 7500, 7700} {
		for _, big := range []bool{false, true} {
			for _, packed := range []bool{false, true} {
				f := binaryForm{version, big, packed}
				files[fmt.Sprintf("%+v", f)] = f.file(nodes...)
			}
		}
	}
	return files
}

// parse is Parse for files that must be valid.
func parse(t *testing.T, data []byte) *Document {
	t.Helper()
	d, err := Parse(data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}
