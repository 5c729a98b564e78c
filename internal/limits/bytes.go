package limits

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Bytes is an amount of memory and a flag: Set parses a number with a unit, such as "4GB". It
// rejects less than the program itself needs.
type Bytes int64

// units are the units of sizes. Longer names precede their suffixes.
var units = []struct {
	name  string
	bytes float64
}{
	{"TIB", 1 << 40}, {"GIB", 1 << 30}, {"MIB", 1 << 20}, {"KIB", 1 << 10},
	{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"KB", 1e3},
	{"T", 1e12}, {"G", 1e9}, {"M", 1e6}, {"K", 1e3}, {"B", 1}, {"", 1},
}

// leastMemory is less than the program itself needs. It rejects a size with a forgotten unit,
// "4".
const leastMemory = 16e6

// Type names the kind of value, for a help page.
func (m *Bytes) Type() string { return "SIZE" }

// String returns the size as FormatBytes does.
func (m Bytes) String() string { return FormatBytes(int64(m)) }

// Set parses a size in KB to TB or KiB to TiB, in any letter case; decimal units need no B.
func (m *Bytes) Set(s string) error {
	for _, unit := range units {
		digits, ok := strings.CutSuffix(strings.ToUpper(strings.TrimSpace(s)), unit.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
		if err != nil || !(n*unit.bytes >= leastMemory && n*unit.bytes < math.MaxInt64) {
			break
		}
		*m = Bytes(n * unit.bytes)
		return nil
	}
	return errors.New("not a size of 16MB or more, such as 4GB or 512MiB")
}

// FormatBytes formats a number of bytes with at most three digits, "9.1GB".
func FormatBytes(n int64) string {
	for _, unit := range []struct {
		name  string
		bytes float64
	}{{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}} {
		if x := float64(n) / unit.bytes; x >= 999.5 {
			return fmt.Sprintf("%.0f%s", x, unit.name)
		} else if x >= 0.9995 {
			return fmt.Sprintf("%.3g%s", x, unit.name)
		}
	}
	return fmt.Sprintf("%dKB", (n+999)/1000)
}
