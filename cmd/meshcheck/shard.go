package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/internal/batch"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/baseline"
	"github.com/meshcheck/meshcheck/report/text"
)

// shard is one part of a run over several machines, such as 3 of 16; its zero value is the whole run.
type shard struct{ number, of int }

// set parses "3/16".
func (s *shard) set(text string) error {
	first, second, ok := strings.Cut(text, "/")
	number, err := strconv.Atoi(first)
	of, errOf := strconv.Atoi(second)
	if !ok || err != nil || errOf != nil || number < 1 || number > of || of > report.MaxShards {
		return fmt.Errorf("not a shard such as 3/16, the third of 16 (at most %d)", report.MaxShards)
	}
	s.number, s.of = number, of
	return nil
}

// shardRun is the shard that a run checks.
type shardRun struct {
	report.Shard
	all []int // positions of all inputs of the shard
}

// cut returns the inputs of the shard; nil and all of them if there are no shards.
func (s *shard) cut(inputs []input.File) (*shardRun, []input.File) {
	if s.of == 0 {
		return nil, inputs
	}
	run := &shardRun{Shard: report.Shard{Number: s.number, Of: s.of, Inputs: len(inputs)}}
	run.all, run.List = batch.Cut(pathsOf(inputs), s.number, s.of)
	var mine []input.File
	for _, i := range run.all {
		mine = append(mine, inputs[i])
	}
	return run, mine
}

// follow records what besides the options determines the run, so that merge can refuse
// shards that differ in it.
func (s *shardRun) follow(l *config.Layers, base *settings) error {
	if s == nil {
		return nil
	}
	rules := sha256.New()
	_, _ = fmt.Fprintf(rules, "%d\x00", base.MaxTriangles)
	if base.Unit != "" {
		_, _ = fmt.Fprintf(rules, "unit %s\x00", base.Unit)
	}
	if c := l.File(); c != nil {
		_, _ = fmt.Fprintf(rules, "%d\x00%s", len(c.Text), c.Text)
	}
	if file := base.Baseline; file != "" {
		accepted, err := os.ReadFile(file)
		if err != nil {
			return &failure{statusUsage, fmt.Errorf("%s: %w", shown(file), fserror.Cause(err)), ""}
		}
		_, _ = fmt.Fprintf(rules, "\x00%d\x00%s", len(accepted), accepted)
	}
	s.Rules = hex.EncodeToString(rules.Sum(nil))
	return nil
}

// reached records that a file of the run is done. Files are done in order.
func (s *shardRun) reached(i int) {
	if s != nil {
		s.Positions = append(s.Positions, s.all[i])
	}
}

// head returns the description of the shard in a report; nil for a whole run.
func (s *shardRun) head() *report.Shard {
	if s == nil {
		return nil
	}
	return &s.Shard
}

// sayShard prints which part of the run this was.
func (r *checkRun) sayShard() {
	s := r.shard
	if s == nil {
		return
	}
	r.print(func(w io.Writer, _ text.Options) error {
		_, err := fmt.Fprintln(w, s.Share())
		return err
	})
	if len(s.all) == 0 {
		r.con.notef("no file falls into %s; there is nothing to check", s)
	}
}

// ownLines removes the lines of a baseline that may be about files of other shards.
func (s *shardRun) ownLines(stale []baseline.Line) []baseline.Line {
	if s == nil {
		return stale
	}
	return slices.DeleteFunc(stale, func(l baseline.Line) bool { return l.Pattern })
}
