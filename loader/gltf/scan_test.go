package gltf

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// slowScan is scanDocument by the tokens of a JSON library, for text that is JSON.
func slowScan(t *testing.T, text []byte) scanResult {
	s := scanResult{duplicate: -1}
	dec := jsontext.NewDecoder(bytes.NewReader(text), jsonOptions)
	seen := []map[string]bool{{}}
	for dec.PeekKind() != 0 {
		start := int(dec.InputOffset())
		tok, err := dec.ReadToken()
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		in, n := dec.StackIndex(dec.StackDepth())
		switch tok.Kind() {
		case '{', '[':
			seen = append(seen, map[string]bool{})
		case '}', ']':
			seen = seen[:len(seen)-1]
		case '"':
			if in != '{' || n%2 == 0 {
				continue
			}
			name, at := tok.String(), start+bytes.IndexByte(text[start:], '"')
			if _, known := knownNames[name]; known && seen[len(seen)-1][name] && s.duplicate < 0 {
				s.duplicate = at
			}
			seen[len(seen)-1][name] = true
			if string(text[at:dec.InputOffset()]) == `"extras"` {
				if err := dec.SkipValue(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	parts := strings.Split(strings.NewReplacer(`\\`, "", `\"`, "").Replace(string(text)), `"`)
	for i := 0; i < len(parts); i += 2 { // outside of texts
		s.values += strings.Count(parts[i], "{") + strings.Count(parts[i], "[") + strings.Count(parts[i], ",")
	}
	return s
}

// randomJSON writes a value in which the same few names stand again and again.
func randomJSON(rng *rand.Rand, depth int) string {
	space := []string{"", " ", "\n\t"}[rng.IntN(3)]
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	n := rng.IntN(4)
	switch k := rng.IntN(4); {
	case depth == 0 || k == 0:
		return pick(`1`, `null`, `"count"`, `"a\\"`, `"\",\"mode\":{["`, `"extras"`, `""`)
	case k == 1:
		items := make([]string, n)
		for i := range items {
			items[i] = randomJSON(rng, depth-1)
		}
		return "[" + space + strings.Join(items, space+",") + "]"
	}
	members := make([]string, n+1)
	for i := range members {
		name := pick(`"count"`, `"mode"`, `"COUNT"`, `"extras"`, `"c\u006funt"`, `"other"`, `"mesh"`, `"nodes"`, `"a\\\"b"`, `""`)
		members[i] = name + space + ":" + space + randomJSON(rng, depth-1)
	}
	return "{" + strings.Join(members, space+","+space) + "}"
}

// TestScan compares the scan with the slow one.
func TestScan(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	duplicates := 0
	for range 20_000 {
		text := []byte(randomJSON(rng, 5))
		got, want := scanDocument(text), slowScan(t, text)
		if got != want {
			t.Fatalf("%s: %+v, want %+v", text, got, want)
		}
		if got.duplicate >= 0 {
			duplicates++
		}
	}
	if duplicates < 2000 || duplicates > 18_000 {
		t.Errorf("%d of 20,000 documents have a name twice", duplicates)
	}
}

// TestScanOfAnything: malformed text is walked to its end, whatever it is.
func TestScanOfAnything(t *testing.T) {
	for _, text := range []string{"", `"`, `"\`, `"\"`, `]]}}`, `{"`, `{"a`, `{"\ud800":1,"\ud800":2`, `"extras":`, `{"mode":1]"mode":2}`} {
		scanDocument([]byte(text))
	}
	for _, open := range []string{"[", "{", `{"extras":`} {
		if s := scanDocument([]byte(strings.Repeat(open, 3*maxDepth))); s.values != 3*maxDepth {
			t.Errorf("%d values of %d times %s", s.values, 3*maxDepth, open)
		}
	}
	deep := fmt.Sprintf(`%s{"mode":1,"mode":2}`, strings.Repeat("[", 100))
	if s := scanDocument([]byte(deep)); s.duplicate != 110 {
		t.Errorf("a name twice at byte %d", s.duplicate)
	}
}
