// Scaling predicts how much faster a check of each file is on many processors, from the times of its
// tasks, which it measures one after another, and prints the steps as Markdown:
//
//	scaling ROUNDS FILE...
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/limits"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/loader"
)

// processors are the numbers of them that times are predicted for.
var processors = [...]int{2, 16, 64}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "scaling: error: %v\n", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 3 && args[0] == "predict" {
		return predict(args[1], args[2])
	}
	if len(args) < 2 {
		return fmt.Errorf("usage: scaling ROUNDS FILES")
	}
	rounds, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	for _, file := range args[1:] {
		var runs [len(processors)][]prediction
		for range rounds {
			for k, n := range processors {
				p, err := start(file, n)
				if err != nil {
					return err
				}
				runs[k] = append(runs[k], p)
			}
		}
		printSteps(filepath.Base(file), &runs)
	}
	return nil
}

// prediction is what is predicted of one run.
type prediction struct {
	Load  loading
	Steps []step
}

// start makes a prediction in a process of its own, as memory that was in use is slower.
func start(file string, processors int) (p prediction, err error) {
	command := exec.Command(os.Args[0], "predict", file, strconv.Itoa(processors))
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return p, err
	}
	return p, json.Unmarshal(out, &p)
}

// predict loads and checks a file as if there were that many processors, and writes the prediction.
func predict(file, processors string) error {
	workers, err := strconv.Atoi(processors)
	if err != nil {
		return err
	}
	limits.SetGCDefaults()
	runtime.LockOSThread() // for the clock
	var p prediction
	if err := p.Load.readAndHash(file); err != nil {
		return err
	}
	begin := clock()
	model, err := loader.Open(context.Background(), file, loader.Options{Workers: 1})
	if err != nil {
		return err
	}
	p.Load.All = clock() - begin
	defer limits.TightenGC(model.Scene.Triangles())()
	s := newSchedule(workers)
	if _, err = meshcheck.Check(parallel.Observe(context.Background(), s), model.Scene, check.Options{Workers: workers}); err != nil {
		return err
	}
	s.end()
	p.Steps = s.steps
	return json.NewEncoder(os.Stdout).Encode(p)
}
