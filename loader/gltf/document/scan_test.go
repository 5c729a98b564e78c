package document

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/internal/longtest"
)

// someNames are names that a reader might read.
var someNames = NewNames([]any{struct {
	Count int `json:"count"`
	Nodes []struct {
		Mesh *int `json:"mesh"`
	} `json:"nodes"`
}{}}, "mode", "extras", "asset")

// slowScan is Scan by the tokens of a JSON library, for text that is JSON.
func slowScan(t *testing.T, text []byte) ScanResult {
	s := ScanResult{At: -1}
	dec := jsontext.NewDecoder(bytes.NewReader(text), options)
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
			if _, known := someNames[name]; known && seen[len(seen)-1][name] && s.At < 0 {
				s.Duplicate, s.At = string(text[at:dec.InputOffset()]), at
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
	for i := 0; i < len(parts); i += 2 { // outside of strings
		s.Values += strings.Count(parts[i], "{") + strings.Count(parts[i], "[") + strings.Count(parts[i], ",")
	}
	return s
}

// randomJSON writes a value in which the same few names occur again and again.
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
	rounds := longtest.Rounds(t, 2_000, 20_000)
	for range rounds {
		text := []byte(randomJSON(rng, 5))
		got, want := Scan(text, someNames), slowScan(t, text)
		if got != want {
			t.Fatalf("%s: %+v, want %+v", text, got, want)
		}
		if got.At >= 0 {
			duplicates++
		}
	}
	if duplicates < rounds/10 || duplicates > rounds/10*9 {
		t.Errorf("%d of %d documents have a name twice", duplicates, rounds)
	}
}

// TestScanOfAnything: malformed text is scanned to its end.
func TestScanOfAnything(t *testing.T) {
	for _, text := range []string{"", `"`, `"\`, `"\"`, `]]}}`, `{"`, `{"a`, `{"\ud800":1,"\ud800":2`, `"extras":`, `{"mode":1]"mode":2}`} {
		Scan([]byte(text), someNames)
	}
	for _, open := range []string{"[", "{", `{"extras":`} {
		if s := Scan([]byte(strings.Repeat(open, 3*maxDepth)), someNames); s.Values != 3*maxDepth {
			t.Errorf("%d values of %d times %s", s.Values, 3*maxDepth, open)
		}
	}
	deep := fmt.Sprintf(`%s{"mode":1,"mode":2}`, strings.Repeat("[", 100))
	if s := Scan([]byte(deep), someNames); s.At != 110 {
		t.Errorf("a name twice at byte %d", s.At)
	}
}
