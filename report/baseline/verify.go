package baseline

import (
	"errors"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// Verify fails for a file from elsewhere, with a status that it is said to have, that passes although
// something in it fails, or whose judgements are about something that does not fail. It puts right the
// status of the result, which is worse than that of the file where all that fails is accepted.
func Verify(f *report.File, status check.Status) error {
	if f.Result == nil || status != check.Pass && f.Baseline == nil {
		return nil
	}
	failures := map[check.Ref]bool{}
	for _, s := range failuresOf(f) {
		failures[s.at] = true
	}
	if f.Baseline != nil {
		for at := range f.Baseline.Judgements {
			if !failures[at] {
				return errors.New("the baseline has findings that do not fail or are not listed")
			}
		}
		if status == check.Pass && f.Baseline.Of(report.BaselineAccepted) > 0 {
			f.Result.Status = check.Fail
		}
	}
	passes := status == check.Pass
	for at := range failures {
		if passes && !f.Accepts(at) {
			return errors.New("passes, but has a finding that fails")
		}
	}
	unchecked := func(found check.Found) bool { return len(found.Common().NotChecked) > 0 }
	if passes && (f.Failing() > 0 || slices.ContainsFunc(f.Result.Sections, unchecked)) {
		return errors.New("passes, but something fails or was not checked")
	}
	if f.Status() != status {
		return errors.New("the status does not match what the baseline accepts")
	}
	return nil
}
