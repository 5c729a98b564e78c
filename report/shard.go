package report

import (
	"errors"
	"fmt"
	"strconv"
)

// Shard says which part of a run over several machines a report is of, so that Merge can
// join the parts.
type Shard struct {
	// Number of this shard, from 1, and how many there are.
	Number, Of int
	// Inputs of the whole run, and the SHA-256 of their list in lower-case hexadecimal.
	Inputs int
	List   string
	// Rules is the SHA-256, in the same form, of what decides beside the options, such as
	// a baseline.
	Rules string
	// Positions of the report's files in that list, from 0, ascending.
	Positions []int
}

// MaxShards is the greatest number of shards of a run. Each takes some memory of a merge.
const MaxShards = 100_000

// String returns "shard 3 of 16".
func (s *Shard) String() string { return fmt.Sprintf("shard %d of %d", s.Number, s.Of) }

// Share says how much of the run is in the shard: "shard 3 of 16, with 6 of 100 files".
func (s *Shard) Share() string {
	return fmt.Sprintf("%s, with %s of %s", s, grouped(len(s.Positions)), groupedCount(s.Inputs, "file"))
}

func (l *jsonLine) shard(s *Shard) {
	l.open('{')
	l.int("number", s.Number)
	l.int("of", s.Of)
	l.int("inputs", s.Inputs)
	l.string("list", s.List)
	l.string("rules", s.Rules)
	l.key("positions")
	l.open('[')
	for _, at := range s.Positions {
		l.next()
		*l = strconv.AppendInt(*l, int64(at), 10)
	}
	l.close(']')
	l.close('}')
}

func (d *jsonReader) shard(to **Shard) func() error {
	return func() error {
		s := &Shard{}
		*to = s
		err := d.object([]field{
			{"number", true, d.natural(&s.Number)},
			{"of", true, d.natural(&s.Of)},
			{"inputs", true, d.natural(&s.Inputs)},
			{"list", true, d.hash(&s.List)},
			{"rules", true, d.hash(&s.Rules)},
			{"positions", true, func() error { return list(d, &s.Positions, d.position(s)) }},
		})
		if err == nil && (s.Number < 1 || s.Number > s.Of || s.Of > MaxShards) {
			err = fmt.Errorf("there is no %s; there may be %d", s, MaxShards)
		}
		if n := len(s.Positions); err == nil && n > 0 && s.Positions[n-1] >= s.Inputs {
			err = fmt.Errorf("position %d is not one of %s", s.Positions[n-1], count(s.Inputs, "input"))
		}
		return err
	}
}

// position returns a reader for the next of the positions of s.
func (d *jsonReader) position(s *Shard) func(*int) error {
	return func(at *int) error {
		err := d.natural(at)()
		if n := len(s.Positions); err == nil && n > 0 && *at <= s.Positions[n-1] {
			err = errors.New("does not come after the one before it")
		}
		return err
	}
}

// checkShard sees to it that a report has the files that its shard speaks of.
func checkShard(s *Shard, sum Summary) error {
	switch {
	case s == nil:
		return nil
	case len(s.Positions) != sum.Files:
		return fmt.Errorf("the shard has %s for %s", count(len(s.Positions), "position"), count(sum.Files, "file"))
	case sum.Unreached > s.Inputs-sum.Files:
		return errors.New("the shard has more files than the run has inputs")
	}
	return nil
}
