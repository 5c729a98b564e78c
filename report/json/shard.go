package json

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// MaxShards is the greatest number of shards of a run. Each takes some memory of a merge.
const MaxShards = 100_000

func (l *Line) shard(s *report.Shard) {
	l.Open('{')
	l.int("number", s.Number)
	l.int("of", s.Of)
	l.int("inputs", s.Inputs)
	l.string("list", s.List)
	l.string("rules", s.Rules)
	l.Key("positions")
	l.Open('[')
	for _, at := range s.Positions {
		l.next()
		*l = strconv.AppendInt(*l, int64(at), 10)
	}
	l.Close(']')
	l.Close('}')
}

func (d *jsonReader) shard(to **report.Shard) func() error {
	return func() error {
		s := &report.Shard{}
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
			err = fmt.Errorf("position %d is not one of %s", s.Positions[n-1], wording.Count(s.Inputs, "input"))
		}
		return err
	}
}

// position returns a reader for the next of the positions of s.
func (d *jsonReader) position(s *report.Shard) func(*int) error {
	return func(at *int) error {
		err := d.natural(at)()
		if n := len(s.Positions); err == nil && n > 0 && *at <= s.Positions[n-1] {
			err = errors.New("does not come after the one before it")
		}
		return err
	}
}

// checkShard sees to it that a report has the files that its shard speaks of.
func checkShard(s *report.Shard, sum report.Summary) error {
	switch {
	case s == nil:
		return nil
	case len(s.Positions) != sum.Files:
		return fmt.Errorf("the shard has %s for %s", wording.Count(len(s.Positions), "position"), wording.Count(sum.Files, "file"))
	case sum.Unreached > s.Inputs-sum.Files:
		return errors.New("the shard has more files than the run has inputs")
	}
	return nil
}
