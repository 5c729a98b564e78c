//go:build unix

package docs_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// required is set where tests that need schedulers must not be skipped.
const required = "MESHCHECK_SCHEDULERS"

// scheduler skips the test where a program is not installed.
func scheduler(t *testing.T, programs ...string) {
	t.Helper()
	for _, name := range programs {
		if _, err := exec.LookPath(name); err == nil {
			continue
		}
		if os.Getenv(required) == "required" {
			t.Fatalf("%s is not installed, and %s=required", name, required)
		}
		t.Skipf("%s is not installed", name)
	}
}

// TestDocsShards runs shards and merge by hand.
func TestDocsShards(t *testing.T) {
	dir := shardedModels(t)
	out := shell(t, dir, command(t, "scale-out.md", "--shard $i/3"))
	if !strings.HasSuffix(out, "\nexit status 1, as a single run\n") {
		t.Errorf("it prints\n%s", out)
	}
	sameAsOneRun(t, dir, ".")
}

// TestDocsShardFails: a shard fails if it left no report, whatever was found, and the merge
// names it.
func TestDocsShardFails(t *testing.T) {
	dir := shardedModels(t)
	shard := docPath(t, "scale-out/shard.sh")
	run := func(i int, args ...string) int {
		status, _ := runIn(t, dir, nil, shard, append([]string{fmt.Sprint(i), "2", "."}, args...)...)
		return status
	}
	if got := [2]int{run(1, "assets"), run(2, "assets")}; got != [2]int{} {
		t.Errorf("shards end with %d", got)
	}
	if status := run(2, "--no-such-option", "assets"); status != 2 {
		t.Errorf("a wrong call ends with %d", status)
	}
	status, out := runIn(t, dir, nil, docPath(t, "scale-out/merge.sh"), ".")
	if status != 3 || !strings.Contains(out, "shard 2 of 2 is missing") {
		t.Errorf("the merge ends with %d and prints\n%s", status, out)
	}
	writeFile(t, filepath.Join(dir, "assets/bad.glb"), "no model")
	if got := [2]int{run(1, "assets"), run(2, "assets")}; got != [2]int{} {
		t.Errorf("shards with a bad file end with %d", got)
	}
	if status, out := runIn(t, dir, nil, docPath(t, "scale-out/merge.sh"), "."); status != 3 || !strings.Contains(out, "1 not checked") {
		t.Errorf("the merge ends with %d and prints\n%s", status, out)
	}
}

func TestDocsParallel(t *testing.T) {
	scheduler(t, "parallel")
	dir := shardedModels(t)
	writeFile(t, filepath.Join(dir, "nodes.txt"), ":\n")
	writeFile(t, filepath.Join(dir, "reports/shard-17.json"), "of another run")
	// GNU parallel keeps its own files in a folder of the user's.
	ends(t, dir, command(t, "scale-out.md", "parallel.sh"), 1, "PARALLEL_HOME="+t.TempDir())
	sameAsOneRun(t, dir, "reports")
}

func TestDocsDeadline(t *testing.T) {
	dir := shardedModels(t)
	jobs := t.TempDir()
	out := shell(t, dir, command(t, "scale-out.md", "deadline.sh"), "JOBS="+jobs)
	if !strings.Contains(out, "JobID=meshcheck-merge-5f2a") {
		t.Errorf("it prints\n%s", out)
	}
	frames, err := os.ReadFile(filepath.Join(jobs, "meshcheck-5f2a"))
	if err != nil || strings.Count(string(frames), " 0\n") != 16 {
		t.Errorf("the frames end so: %v\n%s", err, frames)
	}
	sameAsOneRun(t, dir, "reports")
}

// TestDocsKubernetes runs the commands of the two jobs as their containers would.
func TestDocsKubernetes(t *testing.T) {
	dir, jobs := shardedModels(t), t.TempDir()
	for _, name := range []string{"shards", "merge"} {
		writeContainers(t, filepath.Join("scale-out", "kubernetes-"+name+".yaml"), jobs,
			map[string]string{"/assets": filepath.Join(dir, "assets"), "/reports": dir})
	}
	ends(t, dir, command(t, "scale-out.md", "kubernetes.sh"), 1, "JOBS="+jobs)
	// Paths are as seen from the folder of the container.
	got := readText(t, filepath.Join(dir, "all.json"))
	shell(t, filepath.Join(dir, "assets"), "meshcheck -q --timeout 10m -o ../single.json . || [ $? = 1 ]")
	if want := readText(t, filepath.Join(dir, "single.json")); !bytes.Equal(got, want) {
		t.Error("merged, the report differs from that of a single run")
	}
	// The reports are those of the run before, and must not be merged.
	writeFile(t, filepath.Join(jobs, "meshcheck.sh"), "exit 1\n")
	writeFile(t, filepath.Join(jobs, "meshcheck-merge.sh"), "echo merged anyway\n")
	ends(t, dir, command(t, "scale-out.md", "kubernetes.sh"), 3, "JOBS="+jobs)
}

// writeContainers writes a script that does what the containers of a job do, one after the
// other, with folders for what is mounted.
func writeContainers(t *testing.T, doc, jobs string, mounts map[string]string) {
	t.Helper()
	var job struct {
		Metadata struct{ Name string }
		Spec     struct {
			Completions int
			Template    struct {
				Spec struct {
					Containers []struct {
						Command, Args []string
						WorkingDir    string `yaml:"workingDir"`
						VolumeMounts  []struct {
							MountPath string `yaml:"mountPath"`
						} `yaml:"volumeMounts"`
					}
				}
			}
		}
	}
	decode(t, docPath(t, doc), &job)
	c := job.Spec.Template.Spec.Containers[0]
	place := func(word string) string {
		for _, m := range c.VolumeMounts {
			if word == m.MountPath {
				return mounts[word]
			}
		}
		return word
	}
	script := "PATH=" + shellWord(docPath(t, "scale-out")) + ":$PATH\nset -e\ncd " + shellWord(place(c.WorkingDir)) + "\n"
	for i := range max(1, job.Spec.Completions) {
		script += fmt.Sprintf("JOB_COMPLETION_INDEX=%d", i)
		for _, word := range append(c.Command, c.Args...) {
			script += " " + shellWord(place(word))
		}
		script += "\n"
	}
	writeFile(t, filepath.Join(jobs, job.Metadata.Name+".sh"), script)
}

// shardedModels returns a project with fixtures of many kinds, some of which fail.
func shardedModels(t *testing.T) string {
	t.Helper()
	return project(t, "kinds", "clean", "chair.glb")
}

// ends fails unless commands end with an exit status.
func ends(t *testing.T, dir, commands string, want int, env ...string) {
	t.Helper()
	if status, out := runIn(t, dir, env, "sh", "-c", commands); status != want {
		t.Errorf("exit status %d, want %d, from\n%s\nwhich prints\n%s", status, want, commands, out)
	}
}

// sameAsOneRun compares the merged report with that of a single run, and looks for the page.
func sameAsOneRun(t *testing.T, dir, reports string) {
	t.Helper()
	hasFile(t, dir, filepath.Join(reports, "all.html"))
	shell(t, dir, "meshcheck -q -o single.json assets || [ $? = 1 ]")
	want := readText(t, filepath.Join(dir, "single.json"))
	if got := readText(t, filepath.Join(dir, reports, "all.json")); !bytes.Equal(got, want) {
		t.Errorf("merged, the report has %d bytes and differs from that of a single run, which has %d", len(got), len(want))
	}
}

func readText(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
