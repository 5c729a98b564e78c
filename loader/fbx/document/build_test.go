package document

import (
	"fmt"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
)

// tree is a node to be written.
type tree struct {
	name     string
	values   []any // as in encode.FBXNode
	children []tree
}

// binaryForm is a variant of binary files.
type binaryForm struct {
	version  uint32
	big      bool
	deflated bool
}

// file returns the bytes of a file with nodes.
func (f binaryForm) file(list ...tree) []byte {
	return encode.FBX{Version: f.version, BigEndian: f.big, Deflated: f.deflated}.File(nodesOf(list)...)
}

// textFile returns the text of a file with nodes.
func textFile(version int, list ...tree) []byte { return encode.FBXText(version, nodesOf(list)...) }

func nodesOf(list []tree) (nodes []encode.FBXNode) {
	for _, n := range list {
		nodes = append(nodes, encode.FBXNode{Name: n.name, Values: n.values, Children: nodesOf(n.children)})
	}
	return nodes
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
