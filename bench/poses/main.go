// Poses measures the check of poses on generated characters, beside a check of each pose as a mesh of its
// own by meshcheck and by CGAL, and prints a table in Markdown:
//
//	poses THREADS [CGAL]
//
// CGAL is the program made of bench/peers/cgal.cpp. The times of the other two are those of a few poses,
// for as many as there are samples: of CGAL without reading the file, of a pose without computing it.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/posegen"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// samples is the number of samples of each clip, and alone that of the poses that are checked alone.
const samples, alone = 300, 10

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "poses: error: %v\n", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 1 || len(args) > 2 {
		return fmt.Errorf("usage: poses THREADS [CGAL]")
	}
	threads, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	fmt.Printf("%d samples, %d threads\n\n| character | triangles | pairs in the first sample | new pairs | check of poses, s | each pose alone, s | CGAL, s |\n|---|--:|--:|--:|--:|--:|--:|\n", samples, threads)
	for _, c := range []struct {
		name string
		*posegen.Model
	}{
		{"clean", posegen.Clean(50_000, samples)},
		{"a thousand contacts a sample", posegen.Touching(50_000, samples)},
		{"shells in each other at rest", posegen.Shells(samples)},
	} {
		m := measurement{threads: threads}
		if len(args) > 1 {
			m.cgal = args[1]
		}
		if err := m.measure(c.Model); err != nil {
			return err
		}
		fmt.Printf("| %s | %d | %d | %d | %.2f | %.1f | %s |\n", c.name, c.Triangles(), m.first, m.added, m.check.Seconds(), m.alone.Seconds(), m.byCGAL)
	}
	return nil
}

// measurement is what was measured of a character.
type measurement struct {
	threads      int
	cgal         string // "" for none
	first, added int
	check, alone time.Duration
	byCGAL       string
}

func (m *measurement) measure(of *posegen.Model) error {
	ctx := context.Background()
	s, _, err := loader.Decode(ctx, of.GLB(), nil, loader.Options{Poses: true, Workers: m.threads})
	if err != nil {
		return err
	}
	start := time.Now()
	r, err := meshcheck.Check(ctx, s, check.Options{Checks: check.Poses, Workers: m.threads})
	if err != nil {
		return err
	}
	m.check, m.added = time.Since(start), r.Poses().Clips[0].NewPairs
	poses, err := posesOf(s)
	if err != nil {
		return err
	}
	var cgal time.Duration
	for k, p := range poses {
		start := time.Now()
		r, err := meshcheck.Check(ctx, p, check.Options{Checks: check.Self, Workers: m.threads})
		if err != nil {
			return err
		}
		m.alone += time.Since(start) * samples / alone
		if k == 0 {
			m.first = r.Meshes[0].Counts.OfKind(check.Crossing) + r.Meshes[0].Counts.OfKind(check.Overlap)
		}
		took, err := m.runCGAL(p)
		if err != nil {
			return err
		}
		cgal += took * samples / alone
	}
	if m.byCGAL = "–"; m.cgal != "" {
		m.byCGAL = fmt.Sprintf("%.0f", cgal.Seconds())
	}
	return nil
}

// runCGAL returns how long CGAL takes for a pose, without reading it.
func (m *measurement) runCGAL(pose *mesh.Scene) (time.Duration, error) {
	if m.cgal == "" {
		return 0, nil
	}
	folder, err := os.MkdirTemp("", "poses")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "pose.stl")
	if err := os.WriteFile(file, stl(pose.Meshes[0]), 0o666); err != nil {
		return 0, err
	}
	out, err := exec.Command(m.cgal, file, strconv.Itoa(m.threads)).Output()
	if err != nil {
		return 0, fmt.Errorf("CGAL: %w", err)
	}
	var line struct {
		Weld  float64 `json:"weld_s"`
		Build float64 `json:"build_s"`
		Check float64 `json:"check_s"`
	}
	err = json.Unmarshal(out, &line)
	return time.Duration((line.Weld + line.Build + line.Check) * float64(time.Second)), err
}
