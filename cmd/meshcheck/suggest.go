package main

import (
	"github.com/spf13/cobra"

	"github.com/meshcheck/meshcheck/internal/suggest"
)

// meantCommand returns a hint on the command that was probably meant, "" if there is none.
func meantCommand(root *cobra.Command, word string) string {
	if meant := suggest.Meant(word, commandNames(root)); meant != "" {
		return `did you mean the command "` + meant + `"?`
	}
	return ""
}
