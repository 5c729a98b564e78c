package report

import (
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/meshcheck/meshcheck"
)

// sarifLevels are the words for levels, in their order.
var sarifLevels = [...]string{levelError: "error", levelWarning: "warning", levelNote: "note", levelOff: "none"}

// noteKind is what a notification is about.
type noteKind int

const (
	noteNotChecked noteKind = iota
	noteWarning
	noteLeftOut
)

var sarifNotes = [...]struct{ id, name, level, meaning, help string }{
	noteNotChecked: {"not-checked", "FileNotChecked", "error", "A file could not be checked.",
		"A file that is not checked never passes. The message says where in the file the cause is."},
	noteWarning: {"warning", "LoaderWarning", "warning", "Something was noticed while a file was read.",
		"The file was checked all the same. The message says what was left out or mended."},
	noteLeftOut: {"results-left-out", "ResultsLeftOut", "warning", "There are more results than are listed.",
		"Programs that show results keep a limited number. The JSON report has all."},
}

// sarifRules describes the kinds of finding and of notification, in their order.
func sarifRules(driver *sarif.ToolComponent, p *meshcheck.Policy) {
	for _, id := range allRules() {
		driver.AddRule(sarifRule(id, p))
	}
	for _, n := range sarifNotes {
		driver.AddNotification(sarif.NewRule(n.id).WithName(n.name).
			WithDescription(n.meaning).
			WithFullDescription(sarif.NewMultiformatMessageString().WithText(n.meaning)).
			WithHelp(sarif.NewMultiformatMessageString().WithText(n.help)))
	}
}

func sarifRule(id ruleID, p *meshcheck.Policy) *sarif.ReportingDescriptor {
	about, level := id.about(), levels[id.severity(p)]
	bag := sarif.NewPropertyBag()
	bag.Add("precision", "very-high") // every decision is exact
	bag.Add("problem.severity", [...]string{"error", "warning", "recommendation", "recommendation"}[level])
	bag.AddTag("geometry")
	text := id.meaning() + " " + about.why + "\n\n" + about.fix
	markdown := id.meaning() + " " + about.why + "\n\n**What to do.** " + about.fix
	return sarif.NewRule(id.String()).
		WithName(about.name).
		WithShortDescription(sarif.NewMultiformatMessageString().WithText(about.title)).
		WithFullDescription(sarif.NewMultiformatMessageString().WithText(id.meaning())).
		WithHelp(sarif.NewMultiformatMessageString().WithText(text).WithMarkdown(markdown)).
		WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(sarifLevels[level])).
		WithProperties(bag)
}
