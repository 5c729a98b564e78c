package sarif

import (
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/meshcheck/meshcheck/check"
)

// rulesPage is the page that explains the rules, docs/rules.md of the project.
const rulesPage = "https://github.com/meshcheck/meshcheck/blob/main/docs/rules.md"

// helpURI returns the URL of the section on a rule, whose anchor is the heading without its slash.
func helpURI(rule check.Rule) string {
	return rulesPage + "#" + strings.ReplaceAll(rule.String(), "/", "")
}

// levels maps severities to SARIF levels.
var levels = [...]string{check.Error: "error", check.Warning: "warning", check.Info: "note", check.Off: "none"}

// noteKind is the subject of a notification.
type noteKind int

const (
	noteNotChecked noteKind = iota
	noteWarning
	noteLeftOut
	noteUncompared
	noteSkipped
)

var notifications = [...]struct{ id, name, level, meaning, help string }{
	noteNotChecked: {"not-checked", "FileNotChecked", "error", "A file could not be checked.",
		"A file that is not checked never passes. The message says where in the file the cause is."},
	noteWarning: {"warning", "LoaderWarning", "warning", "Reading a file gave a warning.",
		"The file was still checked. The message says what was left out or repaired."},
	noteLeftOut: {"results-left-out", "ResultsLeftOut", "warning", "There are more results than are listed.",
		"Programs that show results keep a limited number. The JSON report has all."},
	noteUncompared: {"not-compared", "ObjectsNotCompared", "note", "The objects of a file were not compared with each other.",
		"Objects are compared only with --checks parts. Without it, they may pass through each other unnoticed."},
	noteSkipped: {"skipped", "ModelsSkipped", "warning", "Models in unsupported formats were not checked.",
		"Export them in a supported format, or exclude them. --fail-on skipped makes the run fail for them."},
}

// addRules adds the rules and the notifications to the driver, in order.
func addRules(driver *sarif.ToolComponent, p check.Policy) {
	for _, rule := range check.Rules() {
		driver.AddRule(newRule(rule, p))
	}
	for _, n := range notifications {
		driver.AddNotification(sarif.NewRule(n.id).WithName(n.name).
			WithDescription(n.meaning).
			WithFullDescription(sarif.NewMultiformatMessageString().WithText(n.meaning)).
			WithHelp(sarif.NewMultiformatMessageString().WithText(n.help)))
	}
}

func newRule(rule check.Rule, p check.Policy) *sarif.ReportingDescriptor {
	about, level := rule.Words(), p.Of(rule).Severity
	bag := sarif.NewPropertyBag()
	bag.Add("precision", "very-high") // every decision is exact
	bag.Add("problem.severity", [...]string{"error", "warning", "recommendation", "recommendation"}[level])
	bag.AddTag("geometry")
	text := about.Meaning + " " + about.Why + "\n\n" + about.Fix
	markdown := about.Meaning + " " + about.Why + "\n\n**What to do.** " + about.Fix
	return sarif.NewRule(rule.String()).
		WithName(about.Name).
		WithShortDescription(sarif.NewMultiformatMessageString().WithText(about.Title)).
		WithFullDescription(sarif.NewMultiformatMessageString().WithText(about.Meaning)).
		WithHelp(sarif.NewMultiformatMessageString().WithText(text).WithMarkdown(markdown)).
		WithHelpURI(helpURI(rule)).
		WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(levels[level])).
		WithProperties(bag)
}
