package pose

// Clip is an animation.
type Clip struct {
	// Name in the file, which may be empty.
	Name string
	// Channels animate one property of one node each, no two the same.
	Channels []Channel
	// Keys are the times of the keys of all channels, in one or more lists, each strictly
	// ascending. Those of channels that are not evaluated are among them.
	Keys []Values
	// NotEvaluated describe the channels that may move something and are not evaluated.
	NotEvaluated []string
}

// Channel animates one property of a node.
type Channel struct {
	// Node is an index into Rig.Nodes. It has an Euler if Property is Angles, and none if it is Rotation. No
	// channel of a clip animates the Matrix of a node of which another animates Translation, Rotation, Angles or
	// Scale.
	Node     int
	Property Property
	Sampler  *Sampler
	// Index is the index of the channel in the file's list.
	Index int
}

// Property is a property of a node that a channel animates.
type Property uint8

// The properties of nodes.
const (
	Translation Property = iota
	Rotation
	Scale
	Weights    // of the morph targets of the mesh that the node shows
	Angles     // of a node with Euler angles
	Matrix     // by rows, 12 numbers
	Visibility // 0 for a node that is not shown, with all below it, another number for one that is
)

// Sampler is a function of time that is given at keys. Before the first key it has the first value,
// from the last key on the last.
type Sampler struct {
	Interpolation Interpolation
	// Times are the times of the keys in seconds: one or more, strictly ascending.
	Times Values
	// Values are the values at the keys, a row of Width numbers for each. Of Cubic there are three rows
	// for each key: the incoming tangent, the value and the outgoing tangent.
	Values Values
	Width  int
	// Curves, if not nil, take the place of Interpolation, Times and Values: they give the Width numbers, in
	// order, each with keys of its own. Rotations have none.
	Curves []Curve
}

// Interpolation says what a sampler is between two keys.
type Interpolation uint8

// The interpolations of glTF. At u of the way from one key to the next, h seconds later, a sampler is
//
//   - Step: the value of the first;
//   - Linear: (1 - u)·v + u·w;
//   - Linear, of rotations: on the shorter great circle from the first to the second, both
//     normalized, at constant speed;
//   - Cubic: (2u³ - 3u² + 1)·v + h(u³ - 2u² + u)·out + (-2u³ + 3u²)·w + h(u³ - u²)·in, where out is
//     the outgoing tangent of the first key and in the incoming one of the second.
const (
	Step Interpolation = iota
	Linear
	Cubic
)

// rowsOf returns the number of rows of a key.
func (i Interpolation) rowsOf() int {
	if i == Cubic {
		return 3
	}
	return 1
}

// Key returns the row of Values that is the value of key k.
func (s *Sampler) Key(k int) int {
	if s.Interpolation == Cubic {
		return 3*k + 1
	}
	return k
}

// Rows returns the number of rows of Values that so many keys need.
func (s *Sampler) Rows(keys int) int { return keys * s.Interpolation.rowsOf() }
