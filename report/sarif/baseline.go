package sarif

import (
	"github.com/meshcheck/meshcheck/report"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// addJudgement adds a baseline's decision to a result. Accepted results are suppressed: in SARIF,
// the state of a baseline compares with an earlier run instead.
func addJudgement(result *sarif.Result, bag *sarif.PropertyBag, j *report.Judgement) {
	bag.Add("baseline", j.State.String())
	if j.State == report.BaselineWorse {
		bag.Add("worse", j.Worse)
	}
	if j.State != report.BaselineAccepted {
		return
	}
	s := sarif.NewSuppression().WithKind("external").WithStatus("accepted")
	if why := j.Because(""); why != "" {
		s.WithJustification(why)
	}
	result.AddSuppression(s)
}

// suppressAll gives the results of a log an empty list of suppressions where they have none: SARIF
// requires it in all results if one has it.
func suppressAll(log any) {
	runs, _ := log.(map[string]any)["runs"].([]any)
	for _, run := range runs {
		results, _ := run.(map[string]any)["results"].([]any)
		for _, result := range results {
			if r, ok := result.(map[string]any); ok && r["suppressions"] == nil {
				r["suppressions"] = []any{}
			}
		}
	}
}
