// Package longtest is the one switch between the tests that everyone runs and those that
// take long: the environment variable MESHCHECK_LONG. Unset, empty or 0, `go test ./...`
// takes a few rounds of each test. Set to 1, as .ci/run does, it takes all of them, and set
// to a greater number, so many times the rounds of tests on random input.
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

// Rounds returns how many rounds of a test to run: few as a rule, many in a long run, times
// the value of the variable.
func Rounds(t testing.TB, few, many int) int {
	t.Helper()
	if n := factor(t); n > 0 {
		return n * many
	}
	return few
}

// Size returns the size of what a test is done to: small as a rule, large in a long run.
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
		t.Fatalf("%s=%s is no number of rounds", variable, text)
	}
	return n
}
