package sarif

import (
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
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

func newNotification(kind noteKind, text string, files ...location) notification {
	n := &notifications[kind]
	return notification{
		Descriptor: descriptorReference{n.id, int(kind)}, Level: n.level,
		Locations: files, Message: newMessage(text),
	}
}

// english is the language of all texts.
const english = "en-US"

// newDriver describes the program, with its rules and notifications in order.
func newDriver(r *report.Report) driver {
	d := driver{
		Name: "meshcheck", FullName: r.Tool(), Version: r.Version, InformationURI: "https://github.com/meshcheck/meshcheck",
		Language: english, Contents: []string{"localizedData", "nonLocalizedData"},
	}
	for _, rule := range check.Rules() {
		d.Rules = append(d.Rules, newRule(rule, r.Options.Policy))
	}
	for _, n := range notifications {
		meaning := message{Text: n.meaning}
		d.Notifications = append(d.Notifications, descriptor{
			ID: n.id, Name: n.name, ShortDescription: meaning, FullDescription: meaning, Help: message{Text: n.help},
		})
	}
	return d
}

func newRule(rule check.Rule, p check.Policy) descriptor {
	about, level := rule.Words(), p.Of(rule).Severity
	why := rule.Explained() + " " + about.Why
	return descriptor{
		ID: rule.String(), Name: about.Name, HelpURI: helpURI(rule),
		ShortDescription:     message{Text: about.Title},
		FullDescription:      message{Text: rule.Explained()},
		Help:                 message{Text: why + "\n\n" + about.Fix, Markdown: why + "\n\n**What to do.** " + about.Fix},
		DefaultConfiguration: configuration{Enabled: true, Level: levels[level]},
		Properties: map[string]any{
			"precision":        "very-high", // every decision is exact
			"problem.severity": [...]string{"error", "warning", "recommendation", "recommendation"}[level],
			"tags":             []string{"geometry"},
		},
	}
}
