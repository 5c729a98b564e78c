package report

import (
	"fmt"

	"github.com/meshcheck/meshcheck/report/wording"
)

// Shard says which part of a run over several machines a report is of, so that
// json.Merge can join the parts.
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

// String returns "shard 3 of 16".
func (s *Shard) String() string { return fmt.Sprintf("shard %d of %d", s.Number, s.Of) }

// Share says how much of the run is in the shard: "shard 3 of 16, with 6 of 100 files".
func (s *Shard) Share() string {
	return fmt.Sprintf("%s, with %s of %s", s, wording.Grouped(len(s.Positions)), wording.GroupedCount(s.Inputs, "file"))
}
