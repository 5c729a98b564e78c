package text

import "testing"

// TestLines: lines end in any way, and are counted; comments and blank lines are skipped.
func TestLines(t *testing.T) {
	l := Lines{Data: []byte("\r\n\n# one\r a b#c\r\n\x00\v2\t\r"), Line: 1, Comment: '#'}
	for _, want := range []struct {
		word string
		line int
	}{{"a", 4}, {"2", 5}} {
		l.NextLine()
		if word := string(Word(l.Data, l.Pos)); word != want.word || l.Line != want.line {
			t.Errorf("%q in line %d, want %+v", word, l.Line, want)
		}
		l.Pos++
		if want.word == "2" {
			break
		}
		if !l.OnLine() {
			t.Error("no word after a")
		}
		if l.Pos++; l.OnLine() || l.Missing() != errFew {
			t.Errorf("a word after b, or %v", l.Missing())
		}
		l.EndLine()
	}
	if l.OnLine() || l.Missing() != errFew {
		t.Errorf("%v at the end of the last line", l.Missing())
	}
	if l.NextLine(); l.OnLine() || l.Missing() != ErrEnd || l.Line != 6 {
		t.Errorf("%v at the end, in line %d", l.Missing(), l.Line)
	}
	if got := Claimed(ErrEnd, 7).Error(); got != "the file ends here, but its header claims 7 of them" {
		t.Error(got)
	}
}
