package web_test

import (
	"bufio"
	"encoding/json"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// node is the program as the page runs it, in Node.
type node struct {
	in  *json.Encoder
	out *bufio.Reader
}

// request is a run of the program: files by their paths in its working folder, and arguments.
type request struct {
	Files map[string]string `json:"files"`
	Args  []string          `json:"args"`
}

// answer is the result of a run.
type answer struct {
	Status   int               `json:"status"`
	Progress int               `json:"progress"`
	Seconds  float64           `json:"seconds"`
	Out      []byte            `json:"out"`
	Err      []byte            `json:"err"`
	Reports  map[string][]byte `json:"reports"`
}

// startNode starts Node. It skips the test unless MESHCHECK_NODE is set: the site takes a while to build.
func startNode(t *testing.T) *node {
	t.Helper()
	if os.Getenv("MESHCHECK_NODE") == "" {
		t.Skip("the site is not tested; set MESHCHECK_NODE=1")
	}
	cmd := exec.Command("node", filepath.Join("testdata", "node.mjs"), built(t, site))
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = t.Output()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		_ = cmd.Wait()
	})
	return &node{json.NewEncoder(in), bufio.NewReader(out)}
}

func (n *node) run(t *testing.T, r request) (a answer) {
	t.Helper()
	if err := n.in.Encode(r); err != nil {
		t.Fatal(err)
	}
	line, err := n.out.ReadBytes('\n')
	if err != nil && err != io.EOF {
		t.Fatal(err)
	}
	if err := json.Unmarshal(line, &a); err != nil {
		t.Fatalf("%v in %.200s", err, line)
	}
	return a
}

// filesBelow returns the files of a folder by their paths below it.
func filesBelow(t *testing.T, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(root, path)
		files[filepath.ToSlash(rel)] = path
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// sameAsNative fails unless the program as the page runs it says and writes what that of this machine does in
// a folder.
func (n *node) sameAsNative(t *testing.T, root string, files map[string]string, args []string, endings ...string) {
	t.Helper()
	all := slices.Clone(args)
	for _, ending := range endings {
		all = append([]string{"-o", "/reports/report." + ending}, all...)
	}
	got := n.run(t, request{files, all})
	status, out, said, reports := native(t, root, args, endings...)
	if got.Status != status || string(got.Out) != out || string(got.Err) != said {
		t.Errorf("exit status %d, want %d\n%s%s\nwant\n%s%s", got.Status, status, got.Out, got.Err, out, said)
	}
	for _, ending := range endings {
		if want, has := reports[ending]; has && string(got.Reports["report."+ending]) != string(want) {
			t.Errorf("%s: %d bytes, want %d, or they differ", ending, len(got.Reports["report."+ending]), len(want))
		}
	}
	if len(got.Reports) != len(reports) {
		t.Errorf("reports %v, want %v", slices.Sorted(maps.Keys(got.Reports)), slices.Sorted(maps.Keys(reports)))
	}
}

// allEndings are those of the reports that the page writes, but for pictures of UV sets.
var allEndings = []string{"html", "json", "summary.json", "ndjson", "csv", "sarif", "xml", "md", "codequality.json", "glb"}

// TestSameBytes checks folders with all checks: each report has the bytes of the program in a terminal.
func TestSameBytes(t *testing.T) {
	n := startNode(t)
	for _, c := range []struct {
		folder string
		args   []string
	}{
		{"clean", nil},
		{"faults", []string{"--checks", "self,parts"}},
		{"scenes", []string{"--checks", "self,parts", "--clearance", "1mm", "--unit", "mm"}},
		{"hulls", []string{"--profile", "unreal", "--policy", "strict"}},
		{"uv", []string{"--checks", "uv", "--uv-padding", "4px@512"}},
	} {
		t.Run(c.folder, func(t *testing.T) {
			root := fixture(t, c.folder)
			endings := allEndings
			if c.folder == "uv" {
				endings = append([]string{"svg"}, endings...)
			}
			n.sameAsNative(t, root, filesBelow(t, root), append(c.args, "."), endings...)
		})
	}
}

// TestSameBytesOfCorpus does the same for files of programs that people use: all formats, compressed ones, side files and
// layers.
func TestSameBytesOfCorpus(t *testing.T) {
	n := startNode(t)
	for _, name := range []string{"fbx", "formats", "usd", "compressed", "fox", "uv_transform", "bad_index_range", "poses"} {
		t.Run(name, func(t *testing.T) {
			root := corpus(t, name)
			n.sameAsNative(t, root, filesBelow(t, root), []string{"--checks", "self,parts,hulls,uv", "."}, "json")
		})
	}
}
