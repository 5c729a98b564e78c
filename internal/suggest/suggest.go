// Package suggest finds known words that are similar to an unknown one.
package suggest

import (
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// longest is the length of the longest word that is compared, in bytes.
const longest = 100

// Nearest returns the word with the smallest edit distance (insertions, deletions and
// replacements of characters) from the given word, the first of several. It returns "" if all
// distances exceed most. It ignores empty words and those of more than 100 bytes.
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

// mostEdits returns the largest edit distance of a suggestion: one third of the bytes plus
// one, but at most half of the bytes.
func mostEdits(word string) int { return min(len(word)/2, len(word)/3+1) }

// Meant returns the word that was probably meant by an unknown one, "" if there is none: the
// nearest within mostEdits, otherwise the first with the unknown word as a prefix.
func Meant(word string, words []string) string {
	if near := Nearest(word, mostEdits(word), slices.Values(words)); near != "" || word == "" {
		return near
	}
	if i := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, word) }); i >= 0 {
		return words[i]
	}
	return ""
}

// MeantFile is Meant for the name of a file. The names must also be similar without their
// endings, ignoring case: a common ending does not make names similar.
func MeantFile(name string, names []string) string {
	stem := stemOf(name)
	return Meant(name, slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		return !strings.HasPrefix(n, name) && stemOf(n) != stem && Nearest(stem, mostEdits(stem), one(stemOf(n))) == ""
	}))
}

// stemOf returns a name in lower case without its ending.
func stemOf(name string) string {
	return strings.ToLower(strings.TrimSuffix(name, filepath.Ext(name)))
}

func one(word string) iter.Seq[string] { return slices.Values([]string{word}) }

// DidYouMean returns a question to append to a message about an unknown word, such as
// `; did you mean "tolerance"?`, or "" if no word is similar.
func DidYouMean(word string, words []string) string {
	if meant := Meant(word, words); meant != "" {
		return fmt.Sprintf("; did you mean %q?", meant)
	}
	return ""
}
