package check

// Severity is how much a finding matters.
type Severity uint8

// The severities, the gravest first. Only an Error fails its file. Off is for policies: such
// findings are counted but not reported.
const (
	Error Severity = iota
	Warning
	Info
	Off
)

const numSeverities = int(Off) + 1

var severityNames = [numSeverities]string{"error", "warning", "info", "off"}

// Severities returns all severities but Off, in order.
func Severities() []Severity { return []Severity{Error, Warning, Info} }

// String returns "error", "warning", "info" or "off".
func (s Severity) String() string { return severityNames[s] }

// parseSeverity parses a severity, including Off.
func parseSeverity(text string) (Severity, bool) {
	for s, name := range severityNames {
		if text == name {
			return Severity(s), true
		}
	}
	return 0, false
}
