package json

import (
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// The wire types are the objects of a report, for writers and readers: their tags name the
// members, of which those with omitzero may be missing. Numbers and points that are not
// finite have no form in JSON and are left out. A field of a type of another package is
// written as the encodings say.

// wireHead is a report without its files.
type wireHead struct {
	Schema  schemaVersion  `json:"schema"`
	Minor   int            `json:"schema_minor,omitzero"`
	Tool    wireTool       `json:"tool"`
	Options check.Options  `json:"options"`
	Shard   *report.Shard  `json:"shard,omitzero"`
	Summary report.Summary `json:"summary"`
	Files   []struct{}     `json:"files"`
}

type schemaVersion int

type wireTool struct {
	Name    toolName `json:"name"`
	Version string   `json:"version"`
}

type wireSummary struct {
	Status      check.Status     `json:"status"`
	Files       int              `json:"files"`
	Passed      int              `json:"passed"`
	Failed      int              `json:"failed"`
	NotChecked  int              `json:"not_checked"`
	Counts      tally            `json:"counts"`
	Interrupted bool             `json:"interrupted,omitzero"`
	Unreached   index            `json:"unreached,omitzero"`
	Accepted    index            `json:"accepted,omitzero"`
	Uncompared  int              `json:"not_compared,omitzero"`
	Skipped     []report.Skipped `json:"skipped,omitzero"`
}

type wireSkipped struct {
	Ending  string `json:"ending"`
	Files   int    `json:"files"`
	Failing int    `json:"failing,omitzero"`
}

type wireShard struct {
	Number    int   `json:"number"`
	Of        int   `json:"of"`
	Inputs    int   `json:"inputs"`
	List      hash  `json:"list"`
	Rules     hash  `json:"rules"`
	Positions []int `json:"positions"`
}

type wireFile struct {
	Path     string             `json:"path"`
	SHA256   hash               `json:"sha256,omitzero"`
	Format   fileFormat         `json:"format,omitzero"`
	Against  *report.Companion  `json:"against,omitzero"`
	Unit     *fileUnit          `json:"unit,omitzero"`
	Status   check.Status       `json:"status"`
	Error    *report.Problem    `json:"error,omitzero"`
	Warnings []string           `json:"warnings"`
	Options  *check.Options     `json:"options,omitzero"`
	Checks   []string           `json:"checks,omitzero"`
	Apart    int                `json:"not_compared,omitzero"`
	Model    []wireModelFinding `json:"model,omitzero"`
	Counts   tally              `json:"counts,omitzero"`
	Meshes   []check.Mesh       `json:"meshes,omitzero"`
	Objects  *check.PairResult  `json:"objects,omitzero"`
	Between  []check.Pair       `json:"between,omitzero"`
	Hulls    *check.HullResult  `json:"hulls,omitzero"`
	UV       *wireUV            `json:"uv,omitzero"`
	Baseline *report.Judged     `json:"baseline,omitzero"`
}

type wireCompanion struct {
	Path   string `json:"path"`
	SHA256 hash   `json:"sha256,omitzero"`
}

type wireProblem struct {
	Kind    problemKind `json:"kind"`
	Message string      `json:"message"`
	Place   string      `json:"place,omitzero"`
	Hint    string      `json:"hint,omitzero"`
}

// Texts of which there are few.
type (
	toolName    string
	fileFormat  string
	fileUnit    string
	lengthUnit  string
	problemKind string
	hash        string // a SHA-256 in hexadecimal
	date        string
)

// What a report may say of the format and the unit of a file.
var (
	fileFormats = []fileFormat{"glb", "gltf", "stl", "obj", "ply", "off", "3mf"}
	fileUnits   = []fileUnit{"m", "mm", "cm", "um", "in", "ft", ""}
)

var sha256Text = regexp.MustCompile(`^[0-9a-f]{64}$`)

// statuses are the verdicts there are.
var statuses = []check.Status{check.Pass, check.Fail, check.NotChecked}

func headEncodings() []encoding {
	return []encoding{
		chosen(toolName("meshcheck")), chosen(fileFormats...), chosen(fileUnits...),
		chosen[lengthUnit]("mm", "cm", "m", "in", ""),
		chosen[problemKind]("format", "unsupported", "io", "memory", "timeout"),
		words(check.Status.String, statuses...),
		text[hash](func(s string) error {
			if !sha256Text.MatchString(s) {
				return errors.New("is not 64 hexadecimal digits")
			}
			return nil
		}),
		text[date](func(s string) error {
			if _, err := time.Parse(time.DateOnly, s); err != nil {
				return errors.New("is not a date such as 2027-01-31")
			}
			return nil
		}),
		reader(readSchema),
		object(wireTool{}), object(wireTolerance{}), object(wireHullOptions{}), object(wireUVOptions{}), object(wirePaddingLimit{}),
		object(wireFile{Counts: tally{of: &selfRules}}),
		as(wireOptions{}, func(o *check.Options) wireOptions { return WireOptions(*o) }, (*wireOptions).options),
		as(wireLength{}, func(l *check.Length) wireLength { return wireLength{l.Value, lengthUnit(l.Unit)} }, (*wireLength).length),
		as(wireCompanion{}, func(c *report.Companion) wireCompanion { return wireCompanion{c.Path, hash(c.SHA256)} },
			func(w *wireCompanion) (report.Companion, error) {
				return report.Companion{Path: w.Path, SHA256: string(w.SHA256)}, nil
			}),
		as(wireProblem{}, func(p *report.Problem) wireProblem {
			return wireProblem{problemKind(p.Kind), p.Message, p.Place, p.Hint}
		},
			func(w *wireProblem) (report.Problem, error) {
				return report.Problem{Kind: string(w.Kind), Message: w.Message, Place: w.Place, Hint: w.Hint}, nil
			}),
		as(wireSummary{Counts: tally{of: &selfRules}, Accepted: -1}, newSummary, (*wireSummary).summary),
		as(wireShard{}, newShard, (*wireShard).shard),
		as(wireSkipped{}, func(s *report.Skipped) wireSkipped { return wireSkipped(*s) }, (*wireSkipped).skipped),
	}
}

func chosen[T ~string](values ...T) encoding {
	return words(func(v T) string { return string(v) }, values...)
}

func newFile(f *report.File) wireFile {
	w := wireFile{
		Path: f.Path, SHA256: hash(f.SHA256), Format: fileFormat(f.Format), Against: f.Against, Status: f.Status(), Error: f.Problem,
		Warnings: f.Warnings, Options: f.Options,
	}
	if r := f.Result; r != nil {
		unit := fileUnit(f.Unit)
		w.Unit, w.Counts, w.Meshes = &unit, Counts(r.Counts), listed(r.Meshes)
		w.Checks, w.Apart, w.Model = checkNames(r.Checks), r.Uncompared, newModelFindings(r.Model())
		if w.Objects = r.Between(); r.Between() != nil {
			w.Between = listed(r.Pairs())
		}
		w.Hulls, w.UV, w.Baseline = r.Hulls(), newUV(r), f.Baseline
	}
	return w
}

// listed returns a list that is written even if it is empty, and orNil one that is nil then.
func listed[T any](s []T) []T {
	if s == nil {
		s = []T{}
	}
	return s
}

func orNil[T any](s []T) []T {
	if len(s) == 0 {
		return nil
	}
	return s
}

func newSummary(s *report.Summary) wireSummary {
	w := wireSummary{s.Status, s.Files, s.Passed, s.Failed, s.NotChecked, Counts(s.Counts), s.Interrupted, -1, -1, s.Uncompared, s.Skipped}
	if s.Interrupted {
		w.Unreached = index(s.Unreached)
	}
	if s.Baseline {
		w.Accepted = index(s.Accepted)
	}
	return w
}

func (w *wireSummary) summary() (report.Summary, error) {
	return report.Summary{
		Status: w.Status, Files: w.Files, Passed: w.Passed, Failed: w.Failed, NotChecked: w.NotChecked, Counts: w.Counts.counts(),
		Interrupted: w.Interrupted, Unreached: max(int(w.Unreached), 0),
		Baseline: w.Accepted >= 0, Accepted: max(int(w.Accepted), 0), Uncompared: w.Uncompared, Skipped: w.Skipped,
	}, nil
}

// MaxShards is the greatest number of shards of a run. Each takes some memory of a merge.
const MaxShards = 100_000

func newShard(s *report.Shard) wireShard {
	return wireShard{s.Number, s.Of, s.Inputs, hash(s.List), hash(s.Rules), s.Positions}
}

func (w *wireShard) shard() (report.Shard, error) {
	s := report.Shard{Number: w.Number, Of: w.Of, Inputs: w.Inputs, List: string(w.List), Rules: string(w.Rules), Positions: w.Positions}
	if s.Number < 1 || s.Number > s.Of || s.Of > MaxShards {
		return s, fmt.Errorf("there is no %s; there may be %d", &s, MaxShards)
	}
	for i, at := range s.Positions {
		if i > 0 && at <= s.Positions[i-1] {
			return s, inner{fmt.Sprintf("positions[%d]", i), errors.New("does not come after the one before it")}
		}
	}
	if n := len(s.Positions); n > 0 && s.Positions[n-1] >= s.Inputs {
		return s, fmt.Errorf("position %d is out of range: the run has %s", s.Positions[n-1], wording.Count(s.Inputs, "input"))
	}
	return s, nil
}
