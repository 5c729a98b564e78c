package loader

import "testing"

func TestUTF16Heads(t *testing.T) {
	for data, want := range map[string][2]string{
		"":                                {},
		"a":                               {},
		"{\x00\"\x00":                     {`{"`, ""},
		"\x00{\x00\"":                     {"", `{"`},
		"\xff\xfe \x00a\x00\xe4\x00b\x00": {"a", ""},
		"\xfe\xff\x00\n\x00a\x00\x00":     {"", "a"},
		"abcd":                            {},
	} {
		got := utf16Heads([]byte(data))
		if string(got[0]) != want[0] || string(got[1]) != want[1] {
			t.Errorf("%q: %q, want %q", data, got, want)
		}
	}
}
