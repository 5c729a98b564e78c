// Package longtest is the only switch for long tests: the environment variable
// MESHCHECK_LONG. If it is unset, empty or 0, `go test ./...` runs a few rounds of each test.
// If it is 1, as in .ci/run, all rounds run. A larger number multiplies the rounds of tests on
// random input.
package longtest

import (
	"os"
	"strconv"
	"testing"
)

const variable = "MESHCHECK_LONG"

// On reports whether long tests run.
func On(t testing.TB) bool {
	t.Helper()
	return factor(t) > 0
}

// Rounds returns the number of rounds of a test: few, or in a long run many times the value of
// the variable.
func Rounds(t testing.TB, few, many int) int {
	t.Helper()
	if n := factor(t); n > 0 {
		return n * many
	}
	return few
}

// Size returns the size of a test's input: small, or large in a long run.
func Size(t testing.TB, small, large int) int {
	t.Helper()
	if On(t) {
		return large
	}
	return small
}

// Skip skips a test or benchmark unless long tests run.
func Skip(t testing.TB, why string) {
	t.Helper()
	if !On(t) {
		t.Skipf("%s; set %s=1", why, variable)
	}
}

func factor(t testing.TB) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		t.Fatalf("%s=%s is not a number of rounds", variable, text)
	}
	return n
}
