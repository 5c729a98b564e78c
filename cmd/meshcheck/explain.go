package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/suggest"
	"github.com/meshcheck/meshcheck/report/topics"
)

const explainHelp = `Explain a word of the reports: what it means exactly, with a drawing, why it
matters in engines and in 3D printing, how to fix it in Blender, and how to
allow it. Without a topic, list the topics.`

func explainCommand() *cobra.Command {
	var words []string
	for _, t := range topics.Topics() {
		words = append(words, t.Name+"\t"+t.Meaning)
	}
	return &cobra.Command{
		Use:       "explain [TOPIC...]",
		Short:     "explain a word, and how to fix it",
		Long:      explainHelp,
		Example:   "  meshcheck explain crossing",
		ValidArgs: words,
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := explain(args)
			if err != nil {
				return err
			}
			_, err = io.WriteString(cmd.OutOrStdout(), text)
			return err
		},
	}
}

// explain returns the texts of the topics, or the list of topics if none is named.
func explain(names []string) (string, error) {
	if len(names) == 0 {
		return topics.TopicIndex() + "\n\"meshcheck explain crossing\" explains one.\n", nil
	}
	if phrase := strings.Join(names, " "); !strings.Contains(phrase, ":") {
		if text, ok := topics.Explain(phrase); ok {
			return text, nil // "explain hull not convex", as texts write it
		}
	}
	var texts []string
	for _, name := range names {
		text, ok := topics.Explain(name)
		if !ok {
			return "", unknownTopic(name)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "\n\n"), nil
}

// unknownTopic returns a usage error for a topic that does not exist. Its hint suggests one, or a rule.
func unknownTopic(word string) error {
	var names []string
	for _, t := range topics.Topics() {
		names = append(names, t.Name)
	}
	hint := "topics are " + strings.Join(names, ", ")
	for _, r := range check.Rules() {
		names = append(names, r.String())
	}
	if meant := suggest.Meant(word, names); meant != "" {
		hint = "did you mean " + meant + "?"
	}
	return &failure{statusUsage, fmt.Errorf("there is no topic %q", shown(word)), hint}
}
