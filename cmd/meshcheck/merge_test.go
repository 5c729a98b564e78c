package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/report/json"
)

// mergeFormats are the endings of all reports that a merge writes.
var mergeFormats = []string{".json", ".html", ".glb", ".sarif", ".xml", ".md", ".codequality.json", ".summary.json", ".ndjson", ".csv"}

// mergeInputs are files with every outcome in their own folder, with models that are not read, and a
// glob without matches.
var mergeInputs = []string{"--allow-empty", "m", "nothing*.stl"}

// mergeFolder makes the working folder of a test of shards.
func mergeFolder(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	for _, folder := range []string{"m", "m/b", "o"} {
		err := os.Mkdir(filepath.Join(dir, folder), 0o777)
		if err == nil && folder != "o" {
			err = copyModels(filepath.Join(dir, folder))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"gltf/singular.glb", "gltf/two_parents.glb", "gltf/no_position.glb", "faults/zip.stl", "kinds/through_edge.stl", "kinds/through_edge_three.stl"} {
		data, err := os.ReadFile(filepath.Join("../../fixtures", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "m", filepath.Base(name)), data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"k.ma", "b/k.MA", "b/x.blend"} {
		if err := os.WriteFile(filepath.Join(dir, "m", name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

// meshcheckRun runs the program and returns its exit status and standard output.
func meshcheckRun(t *testing.T, args ...string) (int, string) {
	t.Helper()
	cmd := exec.Command("meshcheck", args...)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// outputsNamed returns the options for all formats of a name.
func outputsNamed(name string) []string {
	var args []string
	for _, ending := range mergeFormats {
		args = append(args, "-o", filepath.Join("o", name+ending))
	}
	return args
}

func sameFiles(t *testing.T, what, a, b string) {
	t.Helper()
	for _, ending := range mergeFormats {
		x, errX := os.ReadFile(filepath.Join("o", a+ending))
		y, errY := os.ReadFile(filepath.Join("o", b+ending))
		if errX != nil || errY != nil || !bytes.Equal(x, y) {
			t.Errorf("%s: %s%s and %s%s differ: %d and %d bytes, %v, %v", what, a, ending, b, ending, len(x), len(y), errX, errY)
		}
	}
}

// shardReports checks the inputs in n shards and returns the paths of their reports.
func shardReports(t *testing.T, n int, args ...string) []string {
	t.Helper()
	var paths []string
	for i := 1; i <= n; i++ {
		path := filepath.Join("o", fmt.Sprintf("shard-%d-of-%d.json", i, n))
		shard := fmt.Sprintf("--shard=%d/%d", i, n)
		if status, _ := meshcheckRun(t, append([]string{"-q", shard, "-o", path}, args...)...); status > 3 || status == 2 {
			t.Fatalf("%s ends with %d", shard, status)
		}
		paths = append(paths, path)
	}
	return paths
}

// Merged shards equal the single run, byte for byte in every format, with its exit status
// and the last line of its text, in any order.
func TestMergeIsTheSingleRun(t *testing.T) {
	mergeFolder(t)
	if status, _ := meshcheckRun(t, "baseline", "write", "-q", "--baseline", "accepted", "m/cross.stl"); status != statusPass {
		t.Fatal(status)
	}
	rules := "fail-on: crossing:warning\noverrides:\n  - files: m/b/**\n    touch: true\n    fail-on: [crossing]\n"
	if err := os.WriteFile("rules.yaml", []byte(rules), 0o666); err != nil {
		t.Fatal(err)
	}
	const seed = 11
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	for name, args := range map[string][]string{
		"plain":    mergeInputs,
		"passing":  {"m/clean.stl", "m/touch.stl"},
		"failing":  {"--touch", "--max-findings", "1", "m/clean.stl", "m/b/cross.stl"},
		"rules":    append([]string{"--config", "rules.yaml"}, mergeInputs...),
		"skipped":  append([]string{"--fail-on", "none,skipped"}, mergeInputs...),
		"accepted": append([]string{"--baseline", "accepted", "--checks", "self,parts"}, mergeInputs...),
	} {
		status, text := meshcheckRun(t, append(outputsNamed("single"), args...)...)
		for _, n := range []int{1, 3, 16} {
			if n != 3 && !longtest.On(t) {
				continue
			}
			what := fmt.Sprintf("%s in %d shards", name, n)
			paths := shardReports(t, n, args...)
			random.Shuffle(n, func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
			merged, line := meshcheckRun(t, append(append([]string{"merge"}, outputsNamed("merged")...), paths...)...)
			if merged != status {
				t.Errorf("%s: the merge ends with %d, the single run with %d", what, merged, status)
			}
			if !strings.HasSuffix(text, "\n"+line) || line == "" {
				t.Errorf("%s: the merge says %q, the single run\n%s", what, line, text)
			}
			sameFiles(t, what, "single", "merged")
			again, _ := meshcheckRun(t, append(append([]string{"merge", "-q", "-j", "1"}, outputsNamed("again")...), paths...)...)
			if again != status {
				t.Errorf("%s: the second merge ends with %d", what, again)
			}
			sameFiles(t, what, "merged", "again")
		}
	}
}

// Sheets are drawn from shards and cached results as they are in a single run.
func TestLayoutsWithoutACheck(t *testing.T) {
	model, err := filepath.Abs("../../fixtures/uv/islands_cross.gltf")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, args := range [][]string{
		{"-o", "single.svg", "-o", "shard.json", "--shard", "1/1"}, {"--cache", "kept", "-o", "first.svg"}, {"--cache", "kept", "-o", "second.svg"},
	} {
		if status, _ := meshcheckRun(t, append(args, "-q", "--checks", "uv", model)...); status != statusFail {
			t.Errorf("%q ends with %d", args, status)
		}
	}
	if status, _ := meshcheckRun(t, "merge", "-q", "-o", "merged.svg", "shard.json"); status != statusFail {
		t.Errorf("merge ends with %d", status)
	}
	single, err := os.ReadFile("single.svg")
	if err != nil || !bytes.Contains(single, []byte("<path")) {
		t.Fatalf("nothing is drawn: %s, %v", single, err)
	}
	for _, name := range []string{"merged.svg", "first.svg", "second.svg"} {
		if text, err := os.ReadFile(name); err != nil || !bytes.Equal(text, single) {
			t.Errorf("%s differs, %v: %s", name, err, text)
		}
	}
}

// If a shard was interrupted, so is the merged run.
func TestMergeAnInterruptedShard(t *testing.T) {
	mergeFolder(t)
	paths := shardReports(t, 2, "--exclude", "cut.stl", "m")
	text, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	shard, err := json.Read(bytes.NewReader(text))
	if err != nil || len(shard.Files) == 0 {
		t.Fatal(shard, err)
	}
	shard.Files, shard.Shard.Positions = shard.Files[1:], shard.Shard.Positions[1:]
	shard.Interrupted, shard.Unreached = true, 1
	var b bytes.Buffer
	if err := errors.Join(json.Write(&b, shard), os.WriteFile(paths[0], b.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
	status, line := meshcheckRun(t, append([]string{"merge"}, paths...)...)
	if want := "3 models were not looked at: 2 .ma, 1 .blend\nObjects of 1 file were not compared with each other\n13 files: 6 passed, 6 failed, 1 not checked, interrupted before 1 more file\n"; status != statusNotChecked || line != want {
		t.Errorf("%d, %q, want %q", status, line, want)
	}
}
