package document

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/loader/source"
)

// TestManyElements: however many workers decode them, elements are taken in order, up to the first that
// is invalid or refused.
func TestManyElements(t *testing.T) {
	texts := make([]string, 5000)
	for i := range texts {
		texts[i] = fmt.Sprint(3 * i)
	}
	refused := errors.New("refused")
	for _, workers := range []int{1, 3} {
		for _, row := range []struct {
			wrong, refused, cut int // elements, or -1
			taken               int
			err                 string
		}{
			{-1, -1, -1, 5000, ""},
			{2000, -1, -1, 2000, "number 2000"},
			{2000, 1999, -1, 1999, "refused"},
			{2000, 2001, 2002, 2000, "number 2000"},
			{-1, -1, 3000, 3000, "numbers"},
			{0, -1, 0, 0, "number"},
		} {
			list := append([]string(nil), texts...)
			if row.wrong >= 0 {
				list[row.wrong] = "{}"
			}
			array := "[" + strings.Join(list, ",") + "]"
			if row.cut >= 0 {
				array = "[" + strings.Join(list[:row.cut], ",") + ",!"
			}
			r := &Reader{Input: &source.Input{Workers: workers}, Ctx: t.Context()}
			taken := 0
			err := ManyElements(r, "numbers", jsontext.Value(array), func(i int) string { return fmt.Sprint("number ", i) }, func(i int, v *int) error {
				if i == row.refused {
					return refused
				}
				if i != taken || *v != 3*i {
					t.Fatalf("element %d is %d, after %d", i, *v, taken)
				}
				taken++
				return nil
			})
			if taken != row.taken || (err == nil) != (row.err == "") || err != nil && !strings.Contains(err.Error(), row.err) {
				t.Errorf("%d workers, %+v: %d taken, %v", workers, row, taken, err)
			}
		}
	}
}
