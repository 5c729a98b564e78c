// Package topics explains the words that reports use.
package topics

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/loader"
)

// Topic is a word in reports and its explanation.
type Topic struct {
	// Name is the word as reports write it: "crossing", "self".
	Name string
	// Group is the heading in the list of topics: for a rule the title of its check, otherwise
	// "Checks" or "Other words".
	Group string
	// Meaning is the definition in a sentence or two.
	Meaning string
	// Also lists other words for which people may look.
	Also []string
}

const checksGroup = "Checks"

// topics has a row for each word: rules with a topic of their own, in order, then checks, then
// other words. The folder topics has a text for each.
var topics = sync.OnceValue(func() []Topic { return slices.Concat(ruleTopics(), checkTopics(), otherTopics()) })

func otherTopics() []Topic {
	return []Topic{
		{"region", "Other words", "Findings between the same two shells that lie near each other: one place to fix.",
			[]string{"regions", "place", "shell", "shells"}},
		{"precision", "Other words", "Crossings and overlaps no deeper than the distance between neighbouring numbers in the file. A warning by default.",
			[]string{"crossing_within_precision", "overlap_within_precision", "within-precision", "resolution", "rounding", "crossing-by-rounding", "overlap-by-rounding"}},
		{"tolerance", "Other words", "The depth up to which a finding counts as a touch; 0 unless --tolerance is given.",
			[]string{"depth", "epsilon", "threshold"}},
		{"unit", "Other words", "The unit of length of a file; --unit gives one to files that have none.",
			[]string{"units", "length", "mm", "millimetres", "inches", "scale"}},
		{"profile", "Other words", "How an engine treats collision hulls: the names it knows, its limits, and the severity of each rule.",
			[]string{"profiles", "engine", "unreal", "unity", "godot", "physx", "bullet"}},
		{"files", "Other words", "What can be checked: files, folders, globs, lists, standard input; the limits of a run, and its exit status.",
			[]string{"file", "paths", "path", "folder", "folders", "glob", "globs", "exclude", "files-from", "stdin", "memory", "timeout",
				"max-triangles", "allow-empty", "models-only", "limits", "exit", "status", "exit-status"}},
		{"fbx", "Other words", "What is read of an FBX file, and how.", []string{"autodesk", "maya", "3dsmax"}},
		{"usd", "Other words", "What is read of a USD file and its layers, and from which folders (--usd-root).",
			[]string{"usda", "usdc", "usdz", "root", "usd-root", "stage", "layer", "layers", "sublayer", "sublayers", "payload", "payloads", "reference",
				"references", "openusd", "omniverse"}},
		{"reports", "Other words", "What a run writes: pages, marked models, and formats for programs.",
			[]string{"report", "output", "format", "html", "glb", "json", "sarif", "junit", "markdown", "codequality", "github", "max-findings"}},
		{"allow", "Other words", "Pairs of objects that may cross or be near each other.",
			[]string{"allowed", "allow-list"}},
		{"policy", "Other words", "Which findings fail a file, from what size on, and the severity of the others.",
			[]string{"fail-on", "severity", "severities", "configuration", "config", ".meshcheck.yaml"}},
		{"baseline", "Other words", "A file of accepted findings: they do not fail unless they get worse.",
			[]string{"accepted", "accept", "worse", "expired", "suppress"}},
		{"diff", "Other words", "What is new, worse, better and fixed between two JSON reports.",
			[]string{"compare", "changes", "since", "new", "fixed", "better", "unchanged"}},
		{"cache", "Other words", "A folder that keeps results, so that files which have not changed are not checked again.", nil},
		{"shards", "Other words", "Parts of a long list of files, one for each of several machines.",
			[]string{"shard", "merge", "machines"}},
	}
}

// checkTopics returns a topic for each check, and one for reading, which comes second in reports.
func checkTopics() (all []Topic) {
	for _, c := range check.All.Members() {
		w := c.Words()
		all = append(all, Topic{c.String(), checksGroup, w.Meaning, w.Aliases})
	}
	return slices.Insert(all, 1, Topic{"load", checksGroup, "The file is read. A file that is damaged or not supported is NOT CHECKED.",
		[]string{"read", "not-checked", "unsupported", "formats", "cage", "subdivision"}})
}

// ruleTopics returns the topics of rules. A rule without aliases is explained together with its
// check.
func ruleTopics() []Topic {
	var all []Topic
	for _, r := range check.Rules() {
		if w := r.Words(); w.Aliases != nil {
			also := slices.Clone(w.Aliases)
			if label := r.Label(); oneWord(label) != r.Word() { // as texts write it
				also = append(also, label)
			}
			all = append(all, Topic{r.Word(), r.Check().Words().Title, r.Explained(), also})
		}
	}
	return all
}

//go:embed *.txt
var topicTexts embed.FS

// Topics returns all topics, those of rules first.
func Topics() []Topic { return slices.Clone(topics()) }

// byWord has the topics by their names and the other words for them, as oneWord writes them.
var byWord = sync.OnceValue(func() map[string]Topic {
	all := map[string]Topic{}
	for _, t := range topics() {
		for _, word := range append([]string{t.Name}, t.Also...) {
			if word = oneWord(word); all[word].Name == "" {
				all[word] = t
			}
		}
	}
	return all
})

// oneWord turns "Z-fighting" and "hull not convex" into names.
func oneWord(text string) string {
	return strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(text))
}

// Explain returns the text about a word, and whether there is one. The word is the name of a topic
// or rule, another word for a topic, or a case of JUnit reports, such as "self: crossing". Case
// does not matter, and spaces and hyphens are underscores.
func Explain(word string) (text string, ok bool) {
	word = oneWord(word)
	if t, ok := byWord()[word]; ok {
		return t.Text(), true
	}
	if r, ok := check.ParseRule(word); ok {
		return ruleText(r), true
	}
	of, name, _ := strings.Cut(word, ":")
	t := byWord()[of]
	if t.Group != checksGroup || of == word {
		return "", false
	}
	name = strings.TrimPrefix(name, "_")
	if name == "" || name == "not_checked" {
		return t.Text(), true
	}
	if r, ok := check.ParseRule(of + "/" + name); ok {
		return ruleText(r), true
	}
	return Explain(name)
}

// ruleText explains a rule: with its topic or, if it has none, on its own and with its check.
func ruleText(r check.Rule) string {
	w := r.Words()
	if w.Aliases != nil {
		return byWord()[r.Word()].Text()
	}
	text := wrap(r.String()+": "+r.Explained(), 0) + wrap(w.Why, 0) + wrap(w.Fix, 0)
	if t, ok := byWord()[r.Check().String()]; ok {
		text += "\n" + t.Text()
	}
	return text
}

// Text explains the topic: the definition, a drawing in characters, why it matters, how to fix it
// and how to allow it, in lines of at most 80 columns.
func (t Topic) Text() string {
	body, err := topicTexts.ReadFile(t.Name + ".txt")
	if err != nil {
		panic("report: every topic has a text: " + err.Error())
	}
	return wrap(t.Name+": "+t.Meaning, 0) + "\n" + strings.Replace(string(body), "{formats}\n", formatLines(), 1)
}

// formatLines lists the supported formats and their file extensions.
func formatLines() string {
	var b strings.Builder
	for _, f := range loader.Formats() {
		fmt.Fprintf(&b, "    %-9s %s\n", f.Name, strings.Join(f.Endings, ", "))
	}
	return b.String()
}

// TopicIndex lists the topics with their meanings, in lines of at most 80 columns.
func TopicIndex() string {
	var b strings.Builder
	group := ""
	for _, t := range topics() {
		if t.Group != group {
			if group != "" {
				b.WriteString("\n")
			}
			group = t.Group
			b.WriteString(group + ":\n")
		}
		b.WriteString(wrap(fmt.Sprintf("    %-21s %s", t.Name, t.Meaning), 26))
	}
	return b.String()
}

// wrap breaks a line at the last space before column 80, and indents the rest.
func wrap(line string, indent int) string {
	const width = 80
	var b strings.Builder
	for len(line) > width {
		cut := strings.LastIndexByte(line[:width+1], ' ')
		if cut <= indent {
			break
		}
		b.WriteString(line[:cut] + "\n")
		line = strings.Repeat(" ", indent) + line[cut+1:]
	}
	return b.String() + line + "\n"
}
