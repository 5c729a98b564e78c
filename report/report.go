// Package report holds reports as data: the files of a run with their results, what a
// baseline says about them, and issues, one for each thing to fix, for formats to write. The
// packages below it write and read them.
package report

import (
	"github.com/meshcheck/meshcheck/check"
)

// Report is one run over any number of files.
type Report struct {
	// Version of the tool that made the report.
	Version string
	// Options that were in force.
	Options check.Options
	// Files in the order they were given.
	Files []File
	// Interrupted: the run was stopped before it had checked all files. Unreached is how
	// many are not in Files for that reason.
	Interrupted bool
	Unreached   int
	// Skipped are the models that were not looked at, the ending with the most files first.
	Skipped []Skipped
	// Shard says which part of a run over several machines this is; nil for a whole one.
	Shard *Shard
}

// File is one input and what became of it.
type File struct {
	// Path as it was given.
	Path string
	// SHA256 of the file's bytes in lower-case hexadecimal, "" if it could not be read.
	SHA256 string
	// Against is the file of what the collision hulls in this one stand for, whose meshes
	// follow those of this one in Result; nil for a file that was checked alone.
	Against *Companion
	// Format is the loader.Format, such as "stl", or "" if it was not recognised.
	Format string
	// Unit of lengths: "m" for glTF, that of the file for 3MF, and where the format has none that
	// which was given, or "".
	Unit string
	// Options that were in force for this file; nil where they are the report's.
	Options *check.Options
	// Warnings of the loader.
	Warnings []string
	// Problem is why the file could not be checked; nil if it was.
	Problem *Problem
	// Result of the check; nil if Problem is set.
	Result *check.Result
	// Baseline says what of the result a baseline accepts; nil in a run without one.
	Baseline *Judged
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
	// Kind is "format" (malformed), "unsupported" (valid, but beyond meshcheck), "io"
	// (could not be read), "memory" (needs more than there may be) or "timeout" (takes
	// longer than it may).
	Kind string `json:"kind"`
	// Message names the cause. Place is where in the file, such as
	// "mesh 3 primitive 0" or "facet 12", or "".
	Message string `json:"message"`
	Place   string `json:"place,omitzero"`
	// Hint is a sentence on what may help, or "".
	Hint string `json:"hint,omitzero"`
}

// Status of the file: that of its result, and Pass where all that fails is accepted.
func (f *File) Status() check.Status {
	if f.Result == nil {
		return check.NotChecked
	}
	if f.Result.Status == check.Fail && f.Baseline != nil && f.Failing() <= 0 {
		return check.Pass // all that fails is accepted
	}
	return f.Result.Status
}

// Summary adds up the files of a report.
type Summary struct {
	Status                            check.Status
	Files, Passed, Failed, NotChecked int
	Counts                            check.Counts
	// Interrupted and Unreached as in Report. Files that were not reached are not among
	// the Files.
	Interrupted bool
	Unreached   int
	// Skipped as in Report. If any of them fails, the Status is NotChecked.
	Skipped []Skipped
	// Uncompared is the number of files whose objects were not compared with each other.
	Uncompared int
	// Accepted is the number of regions, pairs and other things that a baseline accepts, and
	// Baseline reports whether there was one.
	Accepted int
	Baseline bool
}

// Summary counts the files by status and adds up their findings: see Summary.Add. The
// status of a run that was interrupted, or that skipped models which fail it, is NotChecked.
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

// Add counts one more file. The status is NotChecked if any file was not checked, else
// Fail if any failed, else Pass: the order of the exit statuses 3, 1 and 0.
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

// Skip notes which models were not looked at.
func (s *Summary) Skip(skipped []Skipped) {
	s.Skipped = skipped
	if FailingSkipped(skipped) {
		s.Status = check.NotChecked
	}
}

// Interrupt notes that the run was stopped with so many files still to check. Such a
// run does not pass, whatever it has found.
func (s *Summary) Interrupt(unreached int) {
	s.Interrupted, s.Unreached, s.Status = true, unreached, check.NotChecked
}
