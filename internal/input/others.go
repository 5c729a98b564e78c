package input

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// otherFiles counts files that are not models by lower-case ending; "" is for names without
// a printable ending.
type otherFiles map[string]int

// count counts a file.
func (o otherFiles) count(name string) {
	ending := strings.ToLower(path.Ext(name))
	if len(ending) < 2 || len(ending) > 10 || strings.Trim(ending[1:], "abcdefghijklmnopqrstuvwxyz0123456789_-") != "" {
		ending = ""
	}
	o[ending]++
}

// mostEndings limits the endings that explain lists.
const mostEndings = 3

// explain adds to an error which files there are instead of models, the most frequent first.
func (o otherFiles) explain(err error, has string) error {
	endings := slices.SortedFunc(maps.Keys(o), func(a, b string) int {
		return cmp.Or(cmp.Compare(o[b], o[a]), cmp.Compare(a, b))
	})
	var parts []string
	rest, last := 0, 0
	for _, e := range endings {
		if e == "" || len(parts) == mostEndings {
			rest += o[e]
			continue
		}
		parts, last = append(parts, fmt.Sprint(o[e], " ", e)), o[e]
	}
	switch {
	case len(parts) == 0:
		return err
	case rest > 0:
		parts, last = append(parts, strconv.Itoa(rest)+" other"), rest
	}
	text := parts[0]
	if n := len(parts) - 1; n > 0 {
		text = strings.Join(parts[:n], ", ") + " and " + parts[n]
	}
	noun := "files"
	if last == 1 {
		noun = "file"
	}
	return fmt.Errorf("%w; %s %s %s", err, has, text, noun)
}
