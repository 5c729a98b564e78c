package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// most is the memory to make do with, in bytes: never more than the limits of the process
// leave, since it does not survive that.
func (m memorySize) most() int64 {
	if m == 0 {
		return defaultMemory()
	}
	return min(int64(m), addressRoom()/4*3)
}

// memorySize is a flag for a number of bytes with a unit, "4GB"; 0, which cannot be
// given, is the default.
type memorySize int64

// memoryUnits are the units of sizes, the greatest first.
var memoryUnits = []struct {
	name  string
	bytes float64
}{
	{"TIB", 1 << 40}, {"GIB", 1 << 30}, {"MIB", 1 << 20}, {"KIB", 1 << 10},
	{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"KB", 1e3},
	{"T", 1e12}, {"G", 1e9}, {"M", 1e6}, {"K", 1e3}, {"B", 1}, {"", 1},
}

// leastMemory is below what the program itself takes, and keeps a size without a unit,
// "4", from being taken for a wish.
const leastMemory = 16e6

func (m *memorySize) Type() string { return "SIZE" }

// String returns the size in the greatest decimal unit that it is a round number of, or
// about that.
func (m memorySize) String() string { return about(int64(m)) }

func (m *memorySize) Set(s string) error {
	for _, unit := range memoryUnits {
		digits, ok := strings.CutSuffix(strings.ToUpper(strings.TrimSpace(s)), unit.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
		if err != nil || !(n*unit.bytes >= leastMemory && n*unit.bytes < math.MaxInt64) {
			break
		}
		*m = memorySize(n * unit.bytes)
		return nil
	}
	return errors.New("not a size of 16MB or more, such as 4GB or 512MiB")
}

// about returns a number of bytes with three digits at most, "9.1GB".
func about(n int64) string {
	for _, unit := range []struct {
		name  string
		bytes float64
	}{{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}} {
		if x := float64(n) / unit.bytes; x >= 0.9995 {
			if x >= 999.5 && unit.name == "TB" {
				return fmt.Sprintf("%.0fTB", x)
			}
			return strconv.FormatFloat(rounded(x), 'f', -1, 64) + unit.name
		}
	}
	return fmt.Sprintf("%dKB", (n+999)/1000)
}

// rounded returns x with three digits.
func rounded(x float64) float64 {
	short, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	return short
}
