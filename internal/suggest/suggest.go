// Package suggest finds the word that was probably meant by one that is unknown.
package suggest

import (
	"fmt"
	"iter"
	"path/filepath"
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

// mostEdits is how many edits may be between a word and the one that was meant by it: one for
// each three bytes and one more, but never more than half of the bytes.
func mostEdits(word string) int { return min(len(word)/2, len(word)/3+1) }

// Meant returns the word that was probably meant by one that is none of them, "" if there is
// none: the nearest by edits, of which there may be one for each three bytes and one more, but
// not more than half of the bytes, or else the first that begins with what was written.
func Meant(word string, words []string) string {
	if near := Nearest(word, mostEdits(word), slices.Values(words)); near != "" || word == "" {
		return near
	}
	if i := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, word) }); i >= 0 {
		return words[i]
	}
	return ""
}

// MeantFile is Meant for the name of a file. Names without their endings have to be near each
// other as well, but for upper and lower case: a common ending makes no names alike.
func MeantFile(name string, names []string) string {
	stem := stemOf(name)
	return Meant(name, slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		return !strings.HasPrefix(n, name) && stemOf(n) != stem && Nearest(stem, mostEdits(stem), one(stemOf(n))) == ""
	}))
}

// stemOf returns a name in lower case and without its ending.
func stemOf(name string) string {
	return strings.ToLower(strings.TrimSuffix(name, filepath.Ext(name)))
}

func one(word string) iter.Seq[string] { return slices.Values([]string{word}) }

// DidYouMean returns the question to put behind a message about an unknown word, such as
// `; did you mean "tolerance"?`, or "" if no word was probably meant.
func DidYouMean(word string, words []string) string {
	if meant := Meant(word, words); meant != "" {
		return fmt.Sprintf("; did you mean %q?", meant)
	}
	return ""
}
