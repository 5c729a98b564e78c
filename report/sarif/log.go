package sarif

// The types below are those of the standard, with the members that this package writes, in
// alphabetical order. Some have only one value, which the standard also assumes for a missing member.

// document is a log file.
type document struct {
	Schema  string `json:"$schema"`
	Runs    []run  `json:"runs"`
	Version string `json:"version"`
}

type run struct {
	Artifacts        []artifact     `json:"artifacts,omitempty"`
	Invocations      []invocation   `json:"invocations"`
	Language         string         `json:"language"`
	NewlineSequences []string       `json:"newlineSequences"`
	Properties       map[string]any `json:"properties,omitempty"`
	Results          []result       `json:"results"` // an empty list means that nothing was found
	Tool             tool           `json:"tool"`
}

type tool struct {
	Driver driver `json:"driver"`
}

type driver struct {
	Contents        []string     `json:"contents"`
	FullName        string       `json:"fullName"`
	InformationURI  string       `json:"informationUri"`
	IsComprehensive bool         `json:"isComprehensive"`
	Language        string       `json:"language"`
	Name            string       `json:"name"`
	Notifications   []descriptor `json:"notifications"`
	Rules           []descriptor `json:"rules"`
	Version         string       `json:"version"`
}

// descriptor describes a rule or a kind of notification.
type descriptor struct {
	DefaultConfiguration configuration  `json:"defaultConfiguration,omitzero"`
	FullDescription      message        `json:"fullDescription"`
	Help                 message        `json:"help"`
	HelpURI              string         `json:"helpUri,omitzero"`
	ID                   string         `json:"id"`
	Name                 string         `json:"name"`
	Properties           map[string]any `json:"properties,omitempty"`
	ShortDescription     message        `json:"shortDescription"`
}

type configuration struct {
	Enabled bool   `json:"enabled"`
	Level   string `json:"level"`
}

type message struct {
	Markdown string `json:"markdown,omitzero"`
	Text     string `json:"text"`
}

type artifact struct {
	Hashes   map[string]string `json:"hashes,omitempty"`
	Location artifactLocation  `json:"location"`
	Roles    []string          `json:"roles"`
}

type artifactLocation struct {
	Index     *int   `json:"index,omitzero"` // in the artifacts of the run; nil in these themselves
	URI       string `json:"uri"`
	URIBaseID string `json:"uriBaseId,omitzero"`
}

type invocation struct {
	ExecutionSuccessful        bool           `json:"executionSuccessful"`
	ToolExecutionNotifications []notification `json:"toolExecutionNotifications,omitempty"`
}

type notification struct {
	Descriptor descriptorReference `json:"descriptor"`
	Level      string              `json:"level"`
	Locations  []location          `json:"locations,omitempty"`
	Message    message             `json:"message"`
}

type descriptorReference struct {
	ID    string `json:"id"`
	Index int    `json:"index"`
}

type result struct {
	BaselineState       string            `json:"baselineState,omitzero"`
	Kind                string            `json:"kind"`
	Level               string            `json:"level"`
	Locations           []location        `json:"locations"`
	Message             message           `json:"message"`
	PartialFingerprints map[string]string `json:"partialFingerprints"`
	Properties          map[string]any    `json:"properties,omitempty"`
	RuleID              string            `json:"ruleId"`
	RuleIndex           int               `json:"ruleIndex"`
	Suppressions        []suppression     `json:"suppressions,omitzero"`
}

// location is a place in a file: the file itself, and what in it.
type location struct {
	LogicalLocations []logicalLocation `json:"logicalLocations,omitempty"`
	PhysicalLocation physicalLocation  `json:"physicalLocation"`
}

type physicalLocation struct {
	ArtifactLocation artifactLocation `json:"artifactLocation"`
	Region           region           `json:"region,omitzero"`
}

type region struct {
	StartLine int `json:"startLine"`
}

type logicalLocation struct {
	FullyQualifiedName string `json:"fullyQualifiedName"`
	Kind               string `json:"kind"`
	Name               string `json:"name"`
}

type suppression struct {
	Justification string `json:"justification,omitzero"`
	Kind          string `json:"kind"`
	Status        string `json:"status"`
}
