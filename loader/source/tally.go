package source

import "fmt"

// Tally counts things of a kind, so that one warning is about all of them. The zero Tally has none.
type Tally struct {
	Count int
	// First is the name of the first, as from Quote, or its text.
	First string
}

// Add counts a thing with a name.
func (t *Tally) Add(name string) { t.AddText(Quote([]byte(name))) }

// AddText counts a thing that a text says more of than its name.
func (t *Tally) AddText(text string) {
	if t.Count++; t.Count == 1 {
		t.First = text
	}
}

// Warnings returns the warning about one thing or about several, or nothing if there are none. In the
// texts, %s is First, and %d is Count.
func (t *Tally) Warnings(one, several string) []string {
	switch t.Count {
	case 0:
		return nil
	case 1:
		return []string{fmt.Sprintf(one, t.First)}
	}
	return []string{fmt.Sprintf(several, t.Count, t.First)}
}
