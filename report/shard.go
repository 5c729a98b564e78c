package report

import (
	"errors"
	"fmt"

	"github.com/meshcheck/meshcheck/report/wording"
)

// Shard says which part of a run over several machines a report is of, so that
// shards.Merge can join the parts.
type Shard struct {
	// Number of this shard, from 1, and how many there are.
	Number int `json:"number"`
	Of     int `json:"of"`
	// Inputs of the whole run, and the SHA-256 of their list in lower-case hexadecimal.
	Inputs int    `json:"inputs"`
	List   string `json:"list"`
	// Rules is the SHA-256, in the same form, of what decides beside the options, such as
	// a baseline.
	Rules string `json:"rules"`
	// Positions of the report's files in that list, from 0, ascending.
	Positions []int `json:"positions"`
}

// MaxShards is the greatest number of shards of a run. Each takes some memory of a merge.
const MaxShards = 100_000

// Validate fails for a shard that there cannot be.
func (s *Shard) Validate() error {
	if s.Number < 1 || s.Number > s.Of || s.Of > MaxShards {
		return fmt.Errorf("there is no %s; there may be %d", s, MaxShards)
	}
	for i, at := range s.Positions {
		if i > 0 && at <= s.Positions[i-1] || at >= s.Inputs {
			return fmt.Errorf("position %d is out of order, or out of range: the run has %s", at, wording.Count(s.Inputs, "input"))
		}
	}
	return nil
}

// Has fails unless the files of a report are those that its shard speaks of.
func (s *Shard) Has(sum *Summary) error {
	switch {
	case len(s.Positions) != sum.Files:
		return fmt.Errorf("the shard has %s for %s", wording.Count(len(s.Positions), "position"), wording.Count(sum.Files, "file"))
	case sum.Unreached > s.Inputs-sum.Files:
		return errors.New("the shard has more files than the run has inputs")
	}
	return nil
}

// String returns "shard 3 of 16".
func (s *Shard) String() string { return fmt.Sprintf("shard %d of %d", s.Number, s.Of) }

// Share says how much of the run is in the shard: "shard 3 of 16, with 6 of 100 files".
func (s *Shard) Share() string {
	return fmt.Sprintf("%s, with %s of %s", s, wording.Grouped(len(s.Positions)), wording.GroupedCount(s.Inputs, "file"))
}
