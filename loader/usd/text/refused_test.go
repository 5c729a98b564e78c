package text

import (
	"errors"
	"strings"
	"testing"
)

// TestRefused: texts that break the grammar, with the line and cause. OpenUSD 26.11 refuses all of them
// but those with "OpenUSD" in the reason.
func TestRefused(t *testing.T) {
	for _, row := range []struct{ reason, text, want string }{
		{"two statements on a line", "float a = 1 float b", `line 3: expected the end of the line, found "float"`},
		{"two prims on a line", `def "a" {} def "b" {}`, `line 3: expected the end of the line, found "def"`},
		{"a semicolon behind a prim", "def \"a\" {};\n", `line 3: expected the end of the line, found ";"`},
		{"a prim twice", "def \"a\" {}\nover \"a\" {}\n", `line 4: prim "a" is there twice`},
		{"a prim without a name", `def "" {}`, `line 3: "" is not a name for a prim`},
		{"a prim with the name of a property", `def "a:b" {}`, `line 3: "a:b" is not a name for a prim`},
		{"no space before the name", `def"a" {}`, `line 3: expected a space, found "\"a\""`},
		{"another type", "float a\nint a", `line 4: attribute "a" was declared with another type`},
		{"another variability", "float a\nuniform float a", `line 4: attribute "a" was declared with another type`},
		{"a relationship that was an attribute", "float a\nrel a", `line 4: property "a" was declared as something else`},
		{"a keyword for a type", "def a", "line 3: expected"},
		{"a name that begins with a digit", "float 1a", `line 3: expected the name of a property, found "1a"`},
		{"an array of a type that is none", "float a = [1]", `line 3: expected a number, found "[1]"`},
		{"a value of an array type", "float[] a = 1", `line 3: expected [, found "1"`},
		{"too few components", "float3 a = (1, 2)", `line 3: expected , (the tuple has 3 values), found ")"`},
		{"too many components", "float3 a = (1, 2, 3, 4)", `line 3: expected ) (the tuple has 3 values), found "4)"`},
		{"no tuples", "float3[] a = [1, 2, 3]", `line 3: expected (, found "1,"`},
		{"a matrix without rows", "matrix2d a = (1, 2, 3, 4)", `line 3: expected (, found "1,"`},
		{"no comma", "float[] a = [1 2]", `line 3: expected , or ], found "2]"`},
		{"a comma on the next line", "float[] a = [1\n, 2]", `line 4: expected , or ], found ","`},
		{"lists of two lengths", "float[] a = [[1, 2], [3]]", "line 3: the lists in a list are not of one length"},
		{"a list beside a value", "float[] a = [[1], 2]", "line 3: a list has values beside lists"},
		{"deep lists", "float[] a = " + strings.Repeat("[", 100), "line 3: lists are nested more than 64 deep"},
		{"deep values of unknown types", "foo a = " + strings.Repeat("(", 100), "line 3: brackets are nested more than 64 deep"},
		{"deep dictionaries", "float a (customData = " + strings.Repeat("{dictionary a = ", 100), "line 3: dictionaries are nested more than 64 deep"},
		{"brackets that do not match", "foo a = [1)", `line 3: expected a value, found ")"`},
		{"an integer out of range", "int a = 3e9", `line 3: "3e9" is not between -2147483648 and 2147483647`},
		{"a negative unsigned integer", "uchar a = -1", `line 3: "-1" is not between 0 and 255`},
		{"an unsigned integer of 64 bits that int64 has not, which OpenUSD has", "uint64 a = 18446744073709551615", `line 3: "18446744073709551615" is not between 0 and 9223372036854775807`},
		{"infinity for an integer", "int a = inf", `line 3: "" is not between`},
		{"a plus sign", "float a = +1", `line 3: expected a number, found "+1"`},
		{"minus nan", "float a = -nan", `line 3: expected a number, found "-nan"`},
		{"an exponent without digits", "float a = 1e", "line 3: expected the digits of an exponent"},
		{"a word for a token", "token a = b", `line 3: expected a string, found "b"`},
		{"a word for a truth value", "bool a = on", `line 3: expected true or false, found "on"`},
		{"a string over lines", "string a = \"a\nb\"", "line 3: the string does not end on its line"},
		{"a string without an end", "string a = '''a\nb", "line 3: the string does not end"},
		{"an asset over lines", "asset a = @a\n@", "line 3: the path of an asset does not end on its line"},
		{"an asset without an end", `asset a = @@@a\@@@`, "line 3: the path of an asset does not end on its line"},
		{"a comment without an end", "float a /* = 1", `line 3: expected the end of the line, found "/*"`},
		{"a path that is none", "rel r = <a//b>", `line 3: "a//b" is not a path`},
		{"a path beyond the root", "rel r = <../../a>", "line 3: a path leads beyond the root"},
		{"a target that is the root", "rel r = </>", `line 3: "/" is not the path of a prim or property`},
		{"a target in a variant", "rel r = </a{v=x}b>", `line 3: "/a{v=x}b" is not the path of a prim or property`},
		{"a target twice", "rel r = [</a>, </a>]", "line 3: targetPaths has an item twice"},
		{"an edit without targets", "prepend rel r = None", "line 3: the edit of targetPaths has no items"},
		{"an edit of a value", "prepend float a = 1", `line 3: expected .connect, found "="`},
		{"a part that is none", "float a.foo = 1", `line 3: "foo" is not a part of an attribute that can be set`},
		{"a value for a type without values", "opaque a = 1", "line 3: an attribute of type opaque has no value"},
		{"a time that is no number, which OpenUSD takes", "float a.timeSamples = {nan: 1}", "line 3: the time of a sample is nan"},
		{"an asset without a path", "over \"b\" (references = @@) {}\n", "line 3: the path of the asset is empty"},
		{"a relative path in a reference", "over \"b\" (references = @a@<c>) {}\n", `line 3: expected an absolute path, found "<c>)"`},
		{"a reference to a property", "over \"b\" (references = </c.d>) {}\n", `line 3: expected the path of a prim, found "</c.d>)"`},
		{"an inherited variant", "over \"b\" (inherits = </c{v=x}>) {}\n", "line 3: expected the path of a prim"},
		{"no offset", "over \"b\" (references = @a@ (foo = 1)) {}\n", `line 3: "foo" is neither offset nor scale`},
		{"a variant that is no string", "over \"b\" (variants = {int v = 1}) {}\n", `line 3: the variant of "v" is no string`},
		{"a name that no variant has", "variantSet \"a b\" = {}\n", `line 3: "a b" is not a name for a variant`},
		{"an unknown type in a dictionary", "over \"b\" (customData = {foo x = 1}) {}\n", `line 3: there is no type "foo"`},
		{"metadata of the wrong type", "over \"b\" (active = \"foo\") {}\n", "line 3: expected true or false"},
		{"an edit of what is no list", "over \"b\" (prepend active = [1]) {}\n", "line 3: active is not a list that can be edited"},
		{"a list that is none", "over \"b\" (apiSchemas = 'A') {}\n", "line 3: expected None or [, found"},
		{"metadata without a name", "float a (1)", `line 3: expected metadata, found "1)"`},
		{"an end that is missing", "def \"b\" {", "line 5: expected the name of a type, found the end of the file"},
	} {
		_, err := Read(inPrim(row.text), Options{})
		checkError(t, row.reason, err, row.want)
	}
	for _, row := range []struct{ reason, text, want string }{
		{"nothing", "", `line 1: the file does not begin with "#usda 1.0"`},
		{"another file", "#obj 1.0\n", `line 1: the file does not begin with "#usda 1.0"`},
		{"a newer version", "#usda 1.9\n", `line 1: version "1.9" of usda is not supported`},
		{"a newer major version", "#usda 2.0\n", `line 1: version "2.0" of usda is not supported`},
		{"a property", "#usda 1.0\nfloat a\n", `line 2: expected a prim, found "float"`},
		{"a brace", "#usda 1.0\n}\n", `line 2: expected a prim, found "}"`},
		{"no text", "#usda 1.0\ndef \"\xff\" {}\n", "line 2: not UTF-8"},
		{"sublayers that are no list", "#usda 1.0\n(subLayers = @a@)", `line 2: expected [, found "@a@)"`},
	} {
		_, err := Read([]byte(row.text), Options{})
		checkError(t, row.reason, err, row.want)
	}
}

func checkError(t *testing.T, reason string, err error, want string) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%s: %v, want %s", reason, err, want)
	}
}
