package topics

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
)

func TestTopics(t *testing.T) {
	seen := map[string]bool{}
	own := slices.DeleteFunc(check.Self.Rules(), func(r check.Rule) bool { // explained together with others
		return r.WithinPrecision() || r == check.OpenEdgeCrossing
	})
	for i, topic := range Topics() {
		if i < len(own) {
			if k := own[i]; topic.Name != k.String() || topic.Group != check.Self.Words().Title || k.Explained() != topic.Meaning {
				t.Errorf("topic %d is %s, want %s", i, topic.Name, k)
			}
		} else if topic.Group == "" || topic.Group == check.Self.Words().Title {
			t.Errorf("%s is a %s", topic.Name, topic.Group)
		}
		for _, word := range append(topic.Also, topic.Name) {
			if seen[word] || word != strings.ToLower(word) {
				t.Errorf("the word %q of %s is taken, or not in small letters", word, topic.Name)
			}
			seen[word] = true
		}
		if !strings.HasSuffix(topic.Meaning, ".") && !strings.HasSuffix(topic.Meaning, "?") {
			t.Errorf("%s: no sentence: %s", topic.Name, topic.Meaning)
		}
	}
	var hulls []string
	for _, topic := range Topics() {
		if topic.Group == check.Hulls.Words().Title {
			hulls = append(hulls, topic.Name)
		}
	}
	for i, rule := range check.Hulls.Rules() {
		if i >= len(hulls) || hulls[i] != rule.String() {
			t.Errorf("the topics of hulls are %q, want the rules", hulls)
			break
		}
	}
	mine := Topics()
	mine[0].Name = "x"
	if Topics()[0].Name != "crossing" {
		t.Error("a caller can change the topics")
	}
}

// Every rule is explained, by its name and as the case of a JUnit report.
func TestExplainRules(t *testing.T) {
	for _, r := range check.Rules() {
		w := r.Words()
		for _, word := range []string{r.String(), strings.ToUpper(r.String()), r.Check().String() + ": " + r.Word()} {
			text, ok := Explain(word)
			if r.Check()&(check.Model|check.Run) != 0 && strings.Contains(word, ":") {
				continue // no topic is about these checks
			}
			own := wrap(r.String()+": "+r.Explained(), 0)
			if w.Aliases != nil {
				own = wrap(r.Word()+": "+r.Explained(), 0)
			}
			for _, with := range []string{"precision", "edge_crossing", "clearance"} {
				if byWord()[oneWord(r.String())].Name == with {
					own = with + ": "
				}
			}
			if !ok || !strings.HasPrefix(text, own) || !strings.Contains(text, "How to allow it") {
				t.Errorf("%q is explained as %q", word, text)
			}
		}
	}
	for word, name := range map[string]string{
		"uv: not_checked": "uv", "self:": "self", "self: hull gap": "hull_gap", "parts/not_checked": "parts/undecided", "parts: crossing": "parts/crossing",
		"not checked": "load", "UDIM": "uv",
	} {
		if text, _ := Explain(word); !strings.HasPrefix(text, name+": ") {
			t.Errorf("%q is explained as %q, want %s", word, text, name)
		}
	}
	for _, word := range []string{"", ":", "quux", "load: quux", "quux: crossing"} {
		if text, ok := Explain(word); ok {
			t.Errorf("%q is explained as %q", word, text)
		}
	}
}

// Every text has all sections in the same order, and fits a terminal with 80 columns and only
// ASCII.
func TestTopicTexts(t *testing.T) {
	sections := []string{"Definition", "Why it matters", "How to fix it in Blender", "How to allow it"}
	for _, topic := range Topics() {
		text := topic.Text()
		var got []string
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			if slices.Contains(sections, line) {
				got = append(got, line)
			}
			if len(line) > 80 || strings.TrimRight(line, " ") != line || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '~' }) {
				t.Errorf("%s: a line too long, with spaces at its end or not ASCII: %q", topic.Name, line)
			}
		}
		if !slices.Equal(got, sections) {
			t.Errorf("%s has the sections %q, want %q", topic.Name, got, sections)
		}
		if !strings.HasPrefix(text, topic.Name+": ") || !strings.HasSuffix(text, "\n") {
			t.Errorf("%s: begins or ends oddly", topic.Name)
		}
		for _, want := range []string{"In an engine", "In 3D printing"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: nothing is said of %q", topic.Name, want)
			}
		}
	}
	files, err := fs.ReadDir(topicTexts, ".")
	if err != nil || len(files) != len(topics()) {
		t.Errorf("%d texts for %d topics, %v", len(files), len(topics()), err)
	}
}

// The topic of policies gives the default of every rule.
func TestPolicyTopicNamesRules(t *testing.T) {
	text, err := topicTexts.ReadFile("policy.txt")
	if err != nil {
		t.Fatal(err)
	}
	words := strings.FieldsFunc(string(text), func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') })
	for _, r := range check.Rules() {
		if !slices.Contains(words, strings.TrimPrefix(r.String(), "parts/")) {
			t.Errorf("it does not name %s", r)
		}
	}
}

func TestTopicIndex(t *testing.T) {
	index := TopicIndex()
	for _, topic := range Topics() {
		if !strings.Contains(index, "\n    "+topic.Name+" ") {
			t.Errorf("%s is not in the index", topic.Name)
		}
	}
	for line := range strings.Lines(index) {
		if len(line) > 81 {
			t.Errorf("too long: %q", line)
		}
	}
}

func TestWrap(t *testing.T) {
	long := strings.Repeat("x", 90)
	for _, row := range []struct {
		line   string
		indent int
		want   string
	}{
		{"short", 4, "short\n"},
		{strings.Repeat("12345678 ", 9) + "1", 2, strings.Repeat("12345678 ", 8) + "12345678\n  1\n"},
		{long, 2, long + "\n"},
	} {
		if got := wrap(row.line, row.indent); got != row.want {
			t.Errorf("%q is wrapped as\n%q, want\n%q", row.line, got, row.want)
		}
	}
}
