// Package report holds reports as data: the files of a run with their results, what a baseline
// accepts, and issues, one for each thing to fix. The packages below it read and write reports.
package report

import (
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Report is one run over any number of files.
type Report struct {
	// Version of the tool that made the report.
	Version string
	// Options that were in force.
	Options check.Options
	// Files in the order they were given.
	Files []File
	// Index sums up the files if they were not kept: see Needs.Rows. Otherwise it is nil.
	Index *Index
	// Interrupted reports whether the run stopped before all files were checked; Unreached is the
	// number of files that are therefore missing from Files.
	Interrupted bool
	Unreached   int
	// Skipped counts the models that were not checked, the file extension with the most files
	// first.
	Skipped []Skipped
	// Shard describes this part of a run over several machines; nil for a whole run.
	Shard *Shard
	// Comparison with an earlier report; nil for a report that was compared with none.
	Comparison *Comparison
}

// Tool returns the name and the version of the tool that made the report, printable.
func (r *Report) Tool() string {
	return wording.Printable(strings.TrimSpace("meshcheck "+r.Version), wording.NameLimit)
}

// File is one input and its outcome.
type File struct {
	// Path as it was given, with slashes on Windows as well.
	Path string
	// SHA256 of the file's bytes in lower-case hexadecimal, "" if it could not be read.
	SHA256 string
	// Against is the file with the visual meshes for the collision hulls of this file. Its meshes
	// follow those of this file in Result. It is nil for a file that was checked alone.
	Against *Companion
	// Format is the loader.Format, such as "stl", or "" if it was not recognised.
	Format string
	// Root is the folder below which its layers were read, if it has some above its own folder, which
	// only USD has; else "".
	Root string
	// Unit of lengths, as in mesh.Scene: "m" for glTF, the file's own for 3MF, FBX and USD, and for formats
	// without a unit the one given by the user, or "".
	Unit string
	// Up is the axis that is up, "y" or "z", or "" where nothing is known but the format; see assets.ZUp.
	Up string
	// Options that were in force for this file; nil where they are the report's.
	Options *check.Options
	// Omitted are the objects of the file that were left out.
	Omitted []Omitted
	// Warnings of the loader, then OmittedSentences, then those of the checks.
	Warnings []string
	// Problem is why the file could not be checked; nil if it was.
	Problem *Problem
	// Result of the check; nil if Problem is set.
	Result *check.Result
	// Baseline holds the decisions of a baseline about the result; nil in a run without one.
	Baseline *Judged
	// Changes since an earlier report; nil for a file that was compared with none.
	Changes *Changes
}

// Companion is a file that was checked together with another.
type Companion struct {
	// Path as it was given.
	Path string `json:"path"`
	// SHA256 as in File.
	SHA256 string `json:"sha256,omitzero"`
}

// Problem says why a file could not be checked.
type Problem struct {
	// Kind is "format" (malformed), "unsupported" (valid, but not supported), "io" (could not be
	// read), "memory" (exceeds the memory limit) or "timeout" (exceeds the time limit).
	Kind string `json:"kind"`
	// Message names the cause. Place is where in the file, such as
	// "mesh 3 primitive 0" or "facet 12", or "".
	Message string `json:"message"`
	Place   string `json:"place,omitzero"`
	// Hint is a sentence on what may help, or "".
	Hint string `json:"hint,omitzero"`
}

// Status returns the status of the result, or Pass if a baseline accepts everything that fails.
func (f *File) Status() check.Status {
	if f.Result == nil {
		return check.NotChecked
	}
	if f.Result.Status == check.Fail && f.Baseline != nil && f.Failing() <= 0 {
		return check.Pass // a baseline accepts everything that fails
	}
	return f.Result.Status
}

// Summary adds up the files of a report.
type Summary struct {
	Status                            check.Status
	Files, Passed, Failed, NotChecked int
	Counts                            check.Counts
	// Interrupted and Unreached are as in Report. Files does not count unreached files.
	Interrupted bool
	Unreached   int
	// Skipped is as in Report. If any of these models fails the run, Status is NotChecked.
	Skipped []Skipped
	// Uncompared is the number of files whose objects were not compared with each other.
	Uncompared int
	// Accepted is the number of regions, pairs and other issues that a baseline accepts. Baseline
	// reports whether there was one.
	Accepted int
	Baseline bool
}

// Summary counts the files by status and adds up their findings: see Summary.Add. The status is
// NotChecked if the run was interrupted or skipped models that fail it.
func (r *Report) Summary() Summary {
	var s Summary
	for i := range r.Files {
		s.Add(&r.Files[i])
	}
	s.Skip(r.Skipped)
	if r.Interrupted {
		s.Interrupt(r.Unreached)
	}
	return s
}

// Add counts one more file. The status is NotChecked if any file was not checked, else Fail if any
// failed, else Pass: the order of the exit statuses 3, 1 and 0.
func (s *Summary) Add(f *File) {
	s.Files++
	status := f.Status()
	switch status {
	case check.Pass:
		s.Passed++
	case check.Fail:
		s.Failed++
	case check.NotChecked:
		s.NotChecked++
	}
	s.Status = max(s.Status, status)
	s.Accepted += f.Baseline.Of(BaselineAccepted)
	s.Baseline = s.Baseline || f.Baseline != nil
	if f.Result != nil {
		s.Counts = s.Counts.Add(f.Result.Counts)
		s.Uncompared += min(f.Result.Uncompared, 1)
	}
}

// Skip records the models that were not checked.
func (s *Summary) Skip(skipped []Skipped) {
	s.Skipped = skipped
	if FailingSkipped(skipped) {
		s.Status = check.NotChecked
	}
}

// Interrupt records that the run stopped with unreached files still to check. Such a run never
// passes.
func (s *Summary) Interrupt(unreached int) {
	s.Interrupted, s.Unreached, s.Status = true, unreached, check.NotChecked
}
