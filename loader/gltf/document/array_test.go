package document

import (
	"errors"
	"fmt"
	"strings"
	"testing"

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
			wrong, refused int // elements, or -1
			taken          int
			err            string
		}{
			{-1, -1, 5000, ""},
			{2000, -1, 2000, "number 2000"},
			{2000, 1999, 1999, "refused"},
			{2000, 2001, 2000, "number 2000"},
			{0, -1, 0, "number 0"},
		} {
			list := append([]string(nil), texts...)
			if row.wrong >= 0 {
				list[row.wrong] = "{}"
			}
			var array Array
			if err := UnmarshalViews([]byte("["+strings.Join(list, ",")+"]"), &array); err != nil {
				t.Fatal(err)
			}
			r := &Reader{Input: &source.Input{Workers: workers}, Ctx: t.Context()}
			taken := 0
			err := ManyElements(r, "numbers", &array, func(i int) string { return fmt.Sprint("number ", i) }, func(i int, v *int) error {
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

// TestArray: the elements are parts of the document, and a member that is no array has none.
func TestArray(t *testing.T) {
	var v struct {
		A Array `json:"a"`
		B struct {
			C Array `json:"c"`
		} `json:"b"`
		D Array `json:"d"`
		E Array `json:"e"`
	}
	text := []byte(`{"b":{"c": [ 1 , {"x":[2,"]"]} ]},"a":[],"d":{"y":1}, "e" : null}`)
	if err := UnmarshalViews(text, &v); err != nil {
		t.Fatal(err)
	}
	c := v.B.C.Elements
	if len(c) != 2 || string(c[0]) != "1" || string(c[1]) != `{"x":[2,"]"]}` || &c[0][0] != &text[13] || cap(c[0]) != 1 {
		t.Errorf("elements %s", c)
	}
	if len(v.A.Elements)+len(v.D.Elements)+len(v.E.Elements) > 0 {
		t.Errorf("%v", v)
	}
	r := &Reader{Input: &source.Input{}, Ctx: t.Context()}
	for _, row := range []struct {
		array *Array
		valid bool
	}{{&v.A, true}, {&v.D, false}, {&v.E, true}, {&Array{}, true}} {
		if err := r.CheckArray("list", row.array); (err == nil) != row.valid {
			t.Errorf("%v: %v", row.array.Kind, err)
		}
	}
}
