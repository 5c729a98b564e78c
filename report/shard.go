package report

import (
	"fmt"

	"github.com/meshcheck/meshcheck/report/wording"
)

// Shard describes which part of a run over several machines a report covers, so that json.Merge can
// join the parts.
type Shard struct {
	// Number of this shard, from 1, and the number of shards.
	Number, Of int
	// Inputs is the number of inputs of the whole run, List the SHA-256 of their list in lower-case
	// hexadecimal.
	Inputs int
	List   string
	// Rules is the SHA-256, in the same form, of everything but the options that affects verdicts,
	// such as a baseline.
	Rules string
	// Positions of the report's files in that list, from 0, ascending.
	Positions []int
}

// String returns "shard 3 of 16".
func (s *Shard) String() string { return fmt.Sprintf("shard %d of %d", s.Number, s.Of) }

// Share returns "shard 3 of 16, with 6 of 100 files".
func (s *Shard) Share() string {
	return fmt.Sprintf("%s, with %s of %s", s, wording.Grouped(len(s.Positions)), wording.GroupedCount(s.Inputs, "file"))
}
