package web_test

import (
	"bufio"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
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

// otherEndings are those of the reports that the page makes from the JSON report when they are asked for, but for
// pictures of UV sets.
var otherEndings = []string{"summary.json", "ndjson", "csv", "sarif", "xml", "md", "codequality.json", "glb"}

// check checks files as the page does: it writes the page and the JSON report. What it says and writes must be
// what the program of this machine does in their folder.
func (n *node) check(t *testing.T, root string, files map[string]string, args []string, want map[string][]byte) (report string) {
	t.Helper()
	got := n.run(t, request{files, append([]string{"-o", "/reports/report.html", "-o", "/reports/report.json"}, args...)})
	status, out, said, _ := native(t, root, args)
	if got.Status != status || string(got.Out) != out || string(got.Err) != said {
		t.Errorf("exit status %d, want %d\n%s%s\nwant\n%s%s", got.Status, status, got.Out, got.Err, out, said)
	}
	compare(t, got.Reports, want, "html", "json")
	report = filepath.Join(t.TempDir(), "report.json")
	if err := os.WriteFile(report, got.Reports["report.json"], 0o666); err != nil {
		t.Fatal(err)
	}
	return report
}

// compare compares reports with those of the program of this machine.
func compare(t *testing.T, got, want map[string][]byte, endings ...string) {
	t.Helper()
	for _, ending := range endings {
		if text, has := got["report."+ending]; !has || string(text) != string(want[ending]) {
			t.Errorf("%s: %d bytes, want %d, or they differ", ending, len(text), len(want[ending]))
		}
	}
}

// TestSameBytes checks folders with all checks, and makes each report: it has the bytes of the program in a terminal.
func TestSameBytes(t *testing.T) {
	n := startNode(t)
	for _, c := range []struct {
		folder string
		args   []string
	}{
		{"clean", []string{"."}},
		{"faults", []string{"--checks", "self,parts", "."}},
		{"scenes", []string{"--checks", "self,parts", "--clearance", "1mm", "--unit", "mm", "."}},
		{"hulls", []string{"--profile", "unreal", "--policy", "strict", "colliders.glb", "convex_not.glb", "given.glb", "implicit_balls.gltf"}},
		{"uv", []string{"--checks", "uv", "--uv-padding", "4px@512", "."}},
	} {
		t.Run(c.folder, func(t *testing.T) {
			root := fixture(t, c.folder)
			endings := otherEndings
			if c.folder == "uv" {
				endings = append([]string{"svg"}, endings...)
			}
			files, args := filesBelow(t, root), c.args
			_, _, _, want := native(t, root, args, append([]string{"html", "json"}, endings...)...)
			files["../reports/report.json"] = n.check(t, root, files, args, want)
			view := []string{"view", "-q", "/reports/report.json"}
			for _, ending := range endings {
				view = append(view, "-o", "/reports/report."+ending)
			}
			got := n.run(t, request{files, view})
			if got.Status != 0 || len(got.Err) > 0 {
				t.Errorf("exit status %d: %s", got.Status, got.Err)
			}
			compare(t, got.Reports, want, endings...)
		})
	}
}

// TestSameBytesOfCorpus compares JSON reports for files of programs that people use: all formats, compressed ones,
// side files and layers.
func TestSameBytesOfCorpus(t *testing.T) {
	n := startNode(t)
	for _, c := range []struct {
		folder string
		names  []string
	}{
		{"fbx", []string{"kaykit_crossbow_1handed.fbx", "max6_teapot_3000_binary.fbx", "blender_279_ball_6100_ascii.fbx", "own_skinned.fbx", "assimp_spider.fbx"}},
		{"formats", nil}, {"usd", nil}, {"compressed", nil}, {"fox", nil}, {"uv_transform", nil}, {"bad_index_range", nil},
	} {
		t.Run(c.folder, func(t *testing.T) {
			root := corpus(t, c.folder)
			args := []string{"--checks", "self,parts,hulls,uv"}
			if args = append(args, c.names...); c.names == nil {
				args = append(args, ".")
			}
			status, _, _, want := native(t, root, args, "json")
			got := n.run(t, request{filesBelow(t, root), append([]string{"-o", "/reports/report.json"}, args...)})
			if got.Status != status {
				t.Errorf("exit status %d, want %d: %s", got.Status, status, got.Err)
			}
			compare(t, got.Reports, want, "json")
		})
	}
}
