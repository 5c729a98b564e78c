// Package suggest finds the word that was probably meant by one that is unknown.
package suggest

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// longest is the length in bytes beyond which words are not compared.
const longest = 100

// Nearest returns the word that is made of the given one with the fewest edits, each a
// character that is inserted, deleted or replaced; of several it is the first. It returns ""
// where all take more edits than most. Empty words and those of more than 100 bytes are near
// to none.
func Nearest(word string, most int, words iter.Seq[string]) string {
	if word == "" || len(word) > longest {
		return ""
	}
	best, least := "", most+1
	for w := range words {
		if w == "" || len(w) > longest {
			continue
		}
		if d := levenshtein.ComputeDistance(word, w); d < least {
			best, least = w, d
		}
	}
	return best
}

// Meant returns the word that was probably meant by one that is none of them, "" if there is
// none: the nearest by edits, of which there may be one for each three bytes and one more,
// or else the first that begins with what was written.
func Meant(word string, words []string) string {
	if near := Nearest(word, len(word)/3+1, slices.Values(words)); near != "" || word == "" {
		return near
	}
	if i := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, word) }); i >= 0 {
		return words[i]
	}
	return ""
}

// DidYouMean returns the question to put behind a message about an unknown word, such as
// `; did you mean "tolerance"?`, or "" if no word was probably meant.
func DidYouMean(word string, words []string) string {
	if meant := Meant(word, words); meant != "" {
		return fmt.Sprintf("; did you mean %q?", meant)
	}
	return ""
}
