package shards

import (
	"fmt"
	"strconv"
	"strings"
)

// MissingError says which shards a merge lacks.
type MissingError struct {
	// Missing are the numbers of those that are not there, ascending, of so many.
	Missing []int
	Of      int
}

// Error returns "shard 3 of 16 is missing" or "shards 3, 5 to 7 of 16 are missing".
func (e *MissingError) Error() string {
	if len(e.Missing) == 1 {
		return fmt.Sprintf("shard %d of %d is missing", e.Missing[0], e.Of)
	}
	return fmt.Sprintf("shards %s of %d are missing", rangesOf(e.Missing), e.Of)
}

// rangesShown is how many numbers or ranges of them a message has.
const rangesShown = 20

// rangesOf writes ascending numbers as "3, 5 to 7".
func rangesOf(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		end := i
		for end+1 < len(numbers) && numbers[end+1] == numbers[end]+1 {
			end++
		}
		if len(parts) == rangesShown {
			return strings.Join(parts, ", ") + fmt.Sprintf(" and %d more", len(numbers)-i)
		}
		text := strconv.Itoa(numbers[i])
		if end > i {
			text += " to " + strconv.Itoa(numbers[end])
		}
		parts = append(parts, text)
		i = end + 1
	}
	return strings.Join(parts, ", ")
}

// complete reports shards that are there twice or not at all.
func (m *Merge) complete() error {
	there := map[int]*mergedShard{}
	for _, s := range m.shards {
		number := s.report.Shard.Number
		if other := there[number]; other != nil {
			return fmt.Errorf("%s and %s are both %s", other, s, s.report.Shard)
		}
		there[number] = s
	}
	missing := &MissingError{Of: m.shards[0].report.Shard.Of}
	for number := 1; number <= missing.Of; number++ {
		if there[number] == nil {
			missing.Missing = append(missing.Missing, number)
		}
	}
	if len(missing.Missing) > 0 {
		return missing
	}
	return nil
}
