package report

import (
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/meshcheck/meshcheck"
)

// sarifLevels are the words for levels, in their order.
var sarifLevels = [...]string{levelError: "error", levelWarning: "warning", levelNote: "note"}

// noteKind is what a notification is about.
type noteKind int

const (
	noteNotChecked noteKind = iota
	noteWarning
	noteLeftOut
)

var sarifNotes = [...]struct{ id, level, meaning string }{
	noteNotChecked: {"not-checked", "error", "A file could not be checked, which is never a pass."},
	noteWarning:    {"warning", "warning", "Something was noticed while a file was read."},
	noteLeftOut:    {"results-left-out", "warning", "There are more results than are listed."},
}

// sarifRules describes the kinds of finding and of notification, in their order.
func sarifRules(driver *sarif.ToolComponent) {
	for _, k := range meshcheck.Kinds() {
		driver.AddRule(sarifRule(k))
	}
	for _, n := range sarifNotes {
		driver.AddNotification(sarif.NewRule(n.id).WithDescription(n.meaning))
	}
}

func sarifRule(k meshcheck.Kind) *sarif.ReportingDescriptor {
	about := &rules[k]
	bag := sarif.NewPropertyBag()
	bag.Add("precision", "very-high") // every decision is exact
	bag.Add("problem.severity", [...]string{"error", "warning", "recommendation"}[levelOf(k)])
	bag.AddTag("geometry")
	text := about.meaning + " " + about.why + "\n\n" + about.fix
	markdown := about.meaning + " " + about.why + "\n\n**What to do.** " + about.fix
	return sarif.NewRule(k.String()).
		WithName(about.name).
		WithShortDescription(sarif.NewMultiformatMessageString().WithText(about.title)).
		WithFullDescription(sarif.NewMultiformatMessageString().WithText(about.meaning)).
		WithHelp(sarif.NewMultiformatMessageString().WithText(text).WithMarkdown(markdown)).
		WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(sarifLevels[levelOf(k)])).
		WithProperties(bag)
}
