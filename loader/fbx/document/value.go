package document

// Value is one value of a node. Its zero value is nothing: all of its methods return false.
type Value struct {
	kind byte
	raw  []byte
}

// Int returns the value of a number that is an integer of 64 bits, and of a truth value as 0 or 1.
// A letter of a text file such as T or Y is a truth value.
func (v Value) Int() (int64, bool) { return 0, false }

// Float returns the value of a number, rounded once to float64, and of a truth value as 0 or 1.
func (v Value) Float() (float64, bool) { return 0, false }

// Text returns the text of a string, or of a word of a text file that is in no quotes. It is as in
// the file: names have a class before "::" in text files and behind "\x00\x01" in binary ones, and
// the encoding may be any.
func (v Value) Text() (string, bool) { return "", false }

// Floats returns the numbers of a node, in whichever way they are stored: as an array, as the array
// in the node's child "a" in text files of version 7000 and later, or as one value each in those of
// version 6100. A node without values has none, and so has nil. Numbers of type float32 and integers
// become float64. Arrays are unpacked each time. The error is an Error, or one of Options.
func (d *Document) Floats(n *Node) ([]float64, error) { return nil, nil }

// Ints is Floats for integers. It is an Error if a number is no integer of 32 bits.
func (d *Document) Ints(n *Node) ([]int32, error) { return nil, nil }

// Bytes returns the binary data of a node, such as an embedded image. Text files have it in base64,
// in one or several strings.
func (d *Document) Bytes(n *Node) ([]byte, error) { return nil, nil }
