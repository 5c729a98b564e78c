package texture

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
)

func slotNames(t *testing.T, text string) string {
	t.Helper()
	var m material
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatalf("%.80s: %v", text, err)
	}
	var names []string
	for _, s := range m.slots() {
		names = append(names, s.Name)
	}
	return strings.Join(names, " ")
}

func TestSlots(t *testing.T) {
	nested := func(levels int) string {
		return `{"extensions":` + strings.Repeat(`{"a":`, levels) + `{"bTexture":{"index":1}}` + strings.Repeat("}", levels) + `}`
	}
	for _, c := range []struct{ name, text, want string }{
		{"null", `null`, ""},
		{"nothing", `{}`, ""},
		{"null members", `{"normalTexture":null,"pbrMetallicRoughness":null,"extensions":null}`, ""},
		{"order", `{"emissiveTexture":{},"extensions":{"b":{"xTexture":{"index":0}},"a":{"yTexture":{"index":0}}},"normalTexture":{}}`,
			"normalTexture emissiveTexture a.yTexture b.xTexture"},
		{"extensions that are no object", `{"extensions":[{"aTexture":{"index":0}}]}`, ""},
		{"lists are not searched", `{"extensions":{"a":[{"aTexture":{"index":0}}]}}`, ""},
		{"at the top", `{"extensions":{"aTexture":{"index":0}}}`, "aTexture"},
		{"an object like a texture is searched", `{"extensions":{"aTexture":{"index":"x","bTexture":{"index":0}}}}`, "aTexture.bTexture"},
		{"what is in a texture is not searched", `{"extensions":{"aTexture":{"index":0,"bTexture":{"index":0}}}}`, "aTexture"},
		{"as deep as is searched", nested(mostLevels - 1), strings.Repeat("a.", mostLevels-1) + "bTexture"},
		{"deeper", nested(mostLevels), ""},
		{"too long a name", `{"extensions":{"` + strings.Repeat("x", longestName) + `":{"aTexture":{"index":0}}}}`, ""},
	} {
		if got := slotNames(t, c.text); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestMalformed(t *testing.T) {
	for _, text := range []string{
		`{"normalTexture":5}`, `{"normalTexture":{"index":0.5}}`, `{"normalTexture":{"texCoord":"0"}}`, `{"pbrMetallicRoughness":[]}`,
		`{"extensions":{"aTexture":{"index":0,"texCoord":"x"}}}`,
		`{"normalTexture":{"extensions":{"KHR_texture_transform":{"offset":[1]}}}}`,
		`{"normalTexture":{"extensions":{"KHR_texture_transform":{"offset":[1,2,3]}}}}`,
		`{"normalTexture":{"extensions":{"KHR_texture_transform":{"rotation":1e999}}}}`,
	} {
		if err := json.Unmarshal([]byte(text), new(material)); err == nil {
			t.Errorf("%s is no error", text)
		}
	}
}
