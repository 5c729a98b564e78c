package text

import (
	"errors"
	"runtime"
	"testing"
)

// FuzzRead: no text makes the reader fail in another way than with an *Error or what the options return,
// or keep much more memory than it charges.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"float3[] a = [(1,2,3),(-.5e-3,inf,nan)] (interpolation = \"vertex\")", "int[] a = [[1,2],[3,4]]", `string a = "\x41\102" (doc = '''x''')`,
		"asset[] a = [@x@, @@@y@z@@@]", "half a.timeSamples = {2: 1, 1: None}", "prepend rel r = [<../a>, </b{v=x}c.d>]", "matrix2d m = ((1,2),(3,4))",
		"def X \"b\" (references = @a@</b> (offset = 1) variants = {string v = \"x\"}) {\n}\n", "variantSet \"v\" = {\"a\" {def \"c\" {}\n}}\n",
		"foo a = (1, [2, {}])", "double a.spline = {bezier, 1: 2; pre (1,2)}", "reorder nameChildren = [\"a\"]", "int[] a = edit [append 1]",
		"over \"b\" (customData = {dictionary x = {int[] y = [1]}} prepend apiSchemas = [\"A\"]) {}\n",
	} {
		f.Add(inPrim(s))
	}
	f.Add([]byte("#usda 1.0\n(subLayers = [@a@ (offset = 1; scale = 2)]\nmetersPerUnit = 1 relocates = {<a>: <>})\nreorder rootPrims = [\"a\"]\n"))
	full := errors.New("full")
	f.Fuzz(func(t *testing.T, data []byte) {
		charged := 0
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		l, err := Read(data, Options{Charge: func(count, size int) error {
			if charged += count * size; charged > 1<<26 {
				return full
			}
			return nil
		}})
		runtime.ReadMemStats(&after)
		var e *Error
		if (l == nil) == (err == nil) || err != nil && !errors.As(err, &e) && !errors.Is(err, full) {
			t.Errorf("%v, %v", l, err)
		}
		const base, factor = 1 << 16, 8
		if took := after.TotalAlloc - before.TotalAlloc; took > uint64(base+factor*(charged+len(data))) {
			t.Errorf("%d bytes were allocated, %d charged, for a text of %d", took, charged, len(data))
		}
	})
}
