package html

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/report/baseline"
)

// inNode runs the modules that read and write decisions without a page, and returns the value of an
// expression about input.
func inNode[T any](t *testing.T, input any, expression string) (out T) {
	t.Helper()
	return runInNode[T](t, baselineScript()+moduleText("decisions")+moduleText("merging"), input, expression)
}

// runInNode runs modules of the page without a page, and returns the value of an expression about input.
func runInNode[T any](t *testing.T, modules string, input any, expression string) (out T) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("MESHCHECK_NODE") != "" {
			t.Fatal("MESHCHECK_NODE asks for this test, and Node is not installed")
		}
		t.Skip("Node is not installed: modules of the page are not tested by themselves")
	}
	given, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	program := modules + "const input = " + string(given) + ";\nprocess.stdout.write(JSON.stringify(" + expression + "));\n"
	path := filepath.Join(t.TempDir(), "program.mjs")
	if err := os.WriteFile(path, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	var problems bytes.Buffer
	cmd := exec.CommandContext(t.Context(), node, path)
	cmd.Stderr = &problems
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, problems.String())
	}
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return out
}

const someKey = "0123456789abcdef"

// lineCases are lines of a baseline, well-formed and malformed.
var lineCases = []string{
	"a.glb region " + someKey,
	"a.glb region " + someKey + " crossing 26 depth 0.0042 box -1,0,0:1,2,0.5 mesh 0,0.5,-1e-3 what \"seat ↔ leg\" until 2027-01-31 # why # not",
	"a.glb region " + someKey + " until 2027-01-31 crossing 1 times 3 depth 1e5 #tight",
	`"a b.glb" parts/crossing ` + someKey + ` depth 1 what "quoted \"name\" \u202e \x41 \101 \U0001F600 \a"`,
	`props/**/*.glb uv_overlap ` + someKey + ` value 12 # "quoted"`,
	`a\[1\].glb hull_not_convex ` + someKey + ` value .5`,
	"\t a.glb  region\t" + someKey + " \t# spaces",
	"a.glb nonfinite " + someKey + " nonfinite 0 what \"\"",
	`a"b.glb region ` + someKey,
	"a.glb region " + someKey + " until 2028-02-29",
	// Malformed:
	"a.glb",
	"a.glb region",
	"a.glb regoin " + someKey,
	"a.glb region 0123456789ABCDEF",
	"a.glb region " + someKey + "0",
	`"" region ` + someKey,
	`"a.glb region ` + someKey,
	`"a.glb"x region ` + someKey,
	`"\q" region ` + someKey,
	"a.glb region " + someKey + " crossing",
	"a.glb region " + someKey + " crossing 1.5",
	"a.glb region " + someKey + " crossing -1",
	"a.glb region " + someKey + " crossing 1 crossing 1",
	"a.glb region " + someKey + " depth -1",
	"a.glb region " + someKey + " depth NaN",
	"a.glb region " + someKey + " depth 1e999",
	"a.glb region " + someKey + " depth 1,5",
	"a.glb region " + someKey + " colour 1",
	"a.glb region " + someKey + " until 2027-02-30",
	"a.glb region " + someKey + " until 2027-1-3",
	"a.glb region " + someKey + " until # why",
	"a.glb region " + someKey + " times 0",
	"a.glb region " + someKey + " times 1.5",
	"a.glb region " + someKey + " box 0,0,0",
	"a.glb region " + someKey + " box 0,0,0:1,1",
	"a.glb region " + someKey + " box 0,0,0:1,1,-1",
	"a.glb region " + someKey + " mesh 0,0,0:1,1,1",
	"<<<<<<< ours",
}

// The page reads a line exactly if the program does, and what it writes of it says the same.
func TestDecisionLines(t *testing.T) {
	type parsed struct{ Line, Error string }
	got := inNode[[]parsed](t, lineCases, `input.map((text) => {
		try {
			const { head, fields, reason } = parseLine(text);
			return { line: lineOf(head, fields.get("until"), reason, Number(fields.get("times") || 1)) };
		} catch (error) {
			return { error: error.message };
		}
	})`)
	text := func(line string) (string, error) {
		b, err := baseline.Read(strings.NewReader(line + "\n"))
		if err != nil {
			return "", err
		}
		var out strings.Builder
		_, err = b.WriteTo(&out)
		return out.String(), err
	}
	malformed := 0
	for i, line := range lineCases {
		want, err := text(line)
		if (err != nil) != (got[i].Error != "") {
			t.Errorf("%s: the page says %q, the program %v", line, got[i].Error, err)
			continue
		}
		if err != nil {
			malformed++
			continue
		}
		if again, err := text(got[i].Line); err != nil || again != want {
			t.Errorf("%s: written as %s: %v", line, got[i].Line, err)
		}
	}
	if malformed < 20 || malformed == len(lineCases) {
		t.Errorf("%d lines are malformed", malformed)
	}
}

type (
	decision struct {
		Path     string    `json:"path"`
		Place    string    `json:"place"`
		Line     string    `json:"line"`
		State    string    `json:"state"`
		Reason   string    `json:"reason"`
		Until    string    `json:"until"`
		Person   string    `json:"person"`
		Time     string    `json:"time"`
		Model    string    `json:"model"`
		Comments []comment `json:"comments"`
	}
	comment struct {
		Person string `json:"person"`
		Time   string `json:"time"`
		Text   string `json:"text"`
	}
	problem struct {
		Line int    `json:"line"`
		Text string `json:"text"`
	}
	readResult struct {
		Decisions []decision `json:"decisions"`
		Problems  []problem  `json:"problems"`
	}
)

const someTime = "2026-11-26T10:00:00Z"

// place returns the ID of a place.
func place(digit string) string { return "region-" + strings.Repeat(digit, 32) }

func someDecisions() []decision {
	line := "a.glb region " + someKey + " crossing 2 depth 0.5 box 0,0,0:1,1,1"
	return []decision{
		{"a.glb", place("a"), line, "accepted", `glued # on "purpose"`, "2027-01-31", `Ann "A" \ Lee`, someTime, "", []comment{{"Bob", someTime, `a "decal"? <b>`}}},
		{"a.glb", place("b"), line, "accepted", "alike", "", "", someTime, "", []comment{}},
		{`"b c.glb"`, place("c"), `"b c.glb" uv_overlap ` + someKey + " value 3", "fixed", "", "", "Ann", someTime, "0123456789abcdef", []comment{}},
		{`"b c.glb"`, place("d"), `"b c.glb" uv_fold ` + someKey + " value 3", "", "", "", "", "", "", []comment{{"", someTime, "one"}, {"Bob", someTime, "two"}}},
	}
}

// What is exported can be imported, and the program reads it. Two findings that are alike stay two.
func TestDecisionsRoundTrip(t *testing.T) {
	in := someDecisions()
	out := inNode[struct {
		Text, Whole string
		Back        readResult
	}](t, in, `(() => {
		const text = writeDecisions(input);
		const whole = writeBaseline(["a.glb region 0123456789abcdef crossing 9 until 2027-05-01 # had"], input);
		return { Text: text, Whole: whole, Back: readDecisions(text) };
	})()`)
	if len(out.Back.Problems) > 0 {
		t.Errorf("problems %v in\n%s", out.Back.Problems, out.Text)
	}
	want := someDecisions()
	want[1].Reason, want[1].Until = want[0].Reason, want[0].Until // one line has one reason
	if !reflect.DeepEqual(out.Back.Decisions, want) {
		t.Errorf("got\n%+v\nwant\n%+v\nfrom\n%s", out.Back.Decisions, want, out.Text)
	}
	for text, accepted := range map[string]int{out.Text: 2, out.Whole: 3} {
		b, err := baseline.Read(strings.NewReader(text))
		if err != nil || b.Len() != accepted {
			t.Errorf("the program reads %v, %d accepted, from\n%s", err, b.Len(), text)
		}
	}
	if !strings.Contains(out.Whole, "until 2027-05-01 # had\n") {
		t.Errorf("the baseline is\n%s", out.Whole)
	}
}

// Malformed lines are named, and what is between them is read. Texts lose what cannot be printed.
func TestDecisionsMalformed(t *testing.T) {
	text := strings.Join([]string{
		"\ufeff# Decisions",
		"",
		`#: accepted 2026-11-26T10:00:00Z by "Ann` + "\u202e" + `<script>"`,
		"a.glb region " + someKey + " # \u202ewhy\u0007 " + strings.Repeat("x", 2000) + "\r",
		"a.glb region 12 # short key",
		`#: accepted yesterday by "Ann"`,
		`#: fixed 2026-11-26T10:00:00Z by "Ann"`,
		"",
		`#: comment 2026-11-26T10:00:00Z by "Ann"`,
		`#: comment 2026-11-26T10:00:00Z by "Ann" says "` + strings.Repeat("é", 5000) + `"`,
		"#: line b.glb region " + someKey,
		"#: line b.glb",
		`#: comment 2026-11-26T10:00:00Z by "Ann" says "the end"`,
	}, "\n")
	out := inNode[readResult](t, text, `readDecisions(input)`)
	var lines []int
	for _, p := range out.Problems {
		lines = append(lines, p.Line)
	}
	if want := []int{5, 6, 7, 9, 12, 13}; !reflect.DeepEqual(lines, want) {
		t.Errorf("problems %+v, want lines %v", out.Problems, want)
	}
	if len(out.Decisions) != 2 {
		t.Fatalf("decisions %+v", out.Decisions)
	}
	first, second := out.Decisions[0], out.Decisions[1]
	if first.Person != "Ann <script>" || !strings.HasPrefix(first.Reason, "why xxx") || len(first.Reason) != 500 {
		t.Errorf("person %q, reason %q", first.Person, first.Reason)
	}
	if second.State != "" || len(second.Comments) != 1 || len([]rune(second.Comments[0].Text)) != 2000 {
		t.Errorf("second %+v", second)
	}
}

// The newest decision about a place wins, whoever imports whose; all comments stay.
func TestDecisionsMerge(t *testing.T) {
	at := func(hour, state, reason string, comments ...comment) decision {
		d := someDecisions()[0]
		d.State, d.Reason, d.Time, d.Comments = state, reason, "2026-11-26T"+hour+":00:00Z", append([]comment{}, comments...)
		return d
	}
	bare := at("00", "accepted", "from a baseline")
	bare.Place, bare.Time = "", ""
	early, late := at("09", "accepted", "early", comment{"Ann", someTime, "one"}), at("11", "fixed", "", comment{"Bob", someTime, "two"})
	only := at("09", "", "", comment{"Cy", someTime, "three"})
	only.Time = ""
	type counts struct{ Added, Changed, Older, Same int }
	for name, c := range map[string]struct {
		mine, theirs []decision
		state        string
		comments     int
		want         counts
	}{
		"added":                          {nil, []decision{early}, "early", 1, counts{Added: 1}},
		"newer":                          {[]decision{early}, []decision{late}, "", 2, counts{Changed: 1}},
		"older, with another comment":    {[]decision{late}, []decision{early}, "", 2, counts{Changed: 1}},
		"older":                          {[]decision{late}, []decision{at("09", "accepted", "early")}, "", 1, counts{Older: 1}},
		"the same":                       {[]decision{early}, []decision{early, early}, "early", 1, counts{Same: 2}},
		"a comment alone":                {[]decision{early}, []decision{only}, "early", 2, counts{Changed: 1}},
		"a state for a comment":          {[]decision{only}, []decision{early}, "early", 2, counts{Changed: 1}},
		"a line alone is the oldest":     {[]decision{early}, []decision{bare}, "early", 1, counts{Older: 1}},
		"a line alone, where none is":    {nil, []decision{bare}, "from a baseline", 0, counts{Added: 1}},
		"a line alone, after a comment":  {[]decision{only}, []decision{bare}, "from a baseline", 1, counts{Changed: 1}},
		"the same decision twice, newer": {nil, []decision{early, late}, "", 2, counts{Added: 1, Changed: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			got := inNode[struct {
				Count counts
				All   []decision
			}](t, [][]decision{append([]decision{}, c.mine...), c.theirs}, `(() => {
				const mine = new Map(input[0].map((d) => [keyOf(d), d]));
				const Count = merge(mine, input[1]);
				return { Count, All: [...mine.values()] };
			})()`)
			if len(got.All) != 1 {
				t.Fatalf("%+v", got.All)
			}
			if d := got.All[0]; got.Count != c.want || d.Reason != c.state || len(d.Comments) != c.comments {
				t.Errorf("%+v, %+v", got.Count, d)
			}
		})
	}
}

func TestDecisionsExpire(t *testing.T) {
	got := inNode[map[string]string](t, []string{"", "2026-11-25", "2026-11-26", "2026-11-27", "2026-12-10", "2026-12-11"},
		`Object.fromEntries(input.map((day) => [day, expiry(day, new Date("2026-11-26T23:30:00Z"))]))`)
	want := map[string]string{"": "", "2026-11-25": "expired", "2026-11-26": "expires today", "2026-11-27": "expires tomorrow", "2026-12-10": "expires in 14 days", "2026-12-11": ""}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
	order := inNode[[]int](t, []map[string]any{
		{"n": 0, "until": "", "time": "", "kept": true},
		{"n": 1, "until": "2026-12-01", "time": "", "kept": true},
		{"n": 2, "until": "2027-12-01", "time": "2026-11-01T00:00:00Z", "kept": false},
		{"n": 3, "until": "", "time": "2026-11-02T00:00:00Z", "kept": false},
		{"n": 4, "until": "2026-11-01", "time": "2026-10-02T00:00:00Z", "kept": false},
	}, `inOrder(input, new Date("2026-11-26T23:30:00Z")).map((row) => row.n)`)
	if want := []int{4, 1, 3, 2, 0}; !reflect.DeepEqual(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
}

// A place has got worse as the program sees it.
func TestDecisionsWorse(t *testing.T) {
	const box = " box 0,0,0:1,1,1"
	for _, c := range []struct {
		was, now string
		want     bool
	}{
		{"crossing 2 depth 0.5", "crossing 2 depth 0.504", false},
		{"crossing 2 depth 0.5", "crossing 2 depth 0.506", true},
		{"crossing 2 depth 0.5", "crossing 3 depth 0.5", true},
		{"crossing 2 depth 0.5", "crossing 1 depth 0.2", false},
		{"crossing 2", "crossing 2 overlap 1", true},
		{"distance 0.5", "distance 0.4", true},
		{"distance 0.5", "distance 0.6", false},
		{"depth 0", "depth 1e-7" + box, false},
	} {
		line := "a.glb region " + someKey + " "
		if got := inNode[bool](t, []string{line + c.now, line + c.was}, `isWorse(parseLine(input[0]), parseLine(input[1]))`); got != c.want {
			t.Errorf("%s, then %s: %v", c.was, c.now, got)
		}
	}
}
