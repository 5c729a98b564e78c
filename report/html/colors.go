package html

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/palette"
)

// colorStyle returns a style sheet that sets the property --kind to the colour of each kind of
// findings, each severity and each object of a pair.
var colorStyle = sync.OnceValue(func() string {
	var b strings.Builder
	set := func(class string, c palette.RGB) {
		if c != (palette.RGB{}) {
			fmt.Fprintf(&b, ".%s { --kind: %s; }\n", class, c.Hex())
		}
	}
	for _, r := range (check.Self | check.UV).Rules() {
		set(r.String(), palette.Of(r, r.Severity()))
	}
	for _, r := range check.Between.Rules() {
		icon, ok := pairIcons[r]
		if _, drawn := check.ParseRule(icon); ok && !drawn { // others use the icon of a kind of findings in meshes
			set(icon, palette.Of(r, r.Severity()))
		}
	}
	for _, s := range check.Severities() {
		set(s.String(), palette.Severity(s))
	}
	set("first", palette.Objects[0])
	set("second", palette.Objects[1])
	fmt.Fprintf(&b, ":root { --hull: %s; --far-mesh: %s; --far-hull: %s; }\n", palette.Hull.Hex(), palette.Far[0].Hex(), palette.Far[1].Hex())
	return b.String()
})

// colorScript returns the kinds of findings in the order of the rules and the colours of the 3D view
// and of pins as the constant PALETTE.
func colorScript() string {
	type kind struct {
		Name  string `json:"name"`
		Label string `json:"label"`
		Color string `json:"color"`
	}
	var kinds []kind
	for _, r := range check.Self.Rules() {
		kinds = append(kinds, kind{r.String(), r.Label(), palette.Of(r, r.Severity()).Hex()})
	}
	severities := map[string]string{}
	for _, s := range check.Severities() {
		severities[s.String()] = palette.Severity(s).Hex()
	}
	text, err := json.Marshal(map[string]any{
		"severities": severities,
		"kinds":      kinds, "first": palette.Objects[0].Hex(), "second": palette.Objects[1].Hex(),
		"hull": palette.Hull.Hex(), "far": []string{palette.Far[0].Hex(), palette.Far[1].Hex()},
	})
	if err != nil {
		panic("report: strings are always JSON: " + err.Error())
	}
	return "const PALETTE = " + string(text) + ";\n"
}
