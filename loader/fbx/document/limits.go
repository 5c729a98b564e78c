package document

import "unsafe"

// limits calls the functions of Options that are not nil.
type limits struct{ o Options }

func (l *limits) charge(count, size int) error {
	if l.o.Charge == nil {
		return nil
	}
	return l.o.Charge(count, size)
}

func (l *limits) unpack(packed, unpacked int) error {
	if l.o.Unpack == nil {
		return nil
	}
	return l.o.Unpack(packed, unpacked)
}

func (l *limits) poll() error {
	if l.o.Poll == nil {
		return nil
	}
	return l.o.Poll()
}

// pollAt polls at some of the numbers of a loop.
func (l *limits) pollAt(i int) error {
	if i%pollInterval != 0 {
		return nil
	}
	return l.poll()
}

// What a node and a value cost: a node has pointers in its parent's list and in that of the builder.
const (
	nodeSize  = int(unsafe.Sizeof(Node{}) + 4*unsafe.Sizeof(&Node{}))
	valueSize = int(unsafe.Sizeof(Value{}))
)

// builder collects nodes. What does not yet belong to a list waits on its stacks, so that each list
// is made once, with its exact length.
type builder struct {
	limits
	names  map[string]string // one copy of each name
	nodes  []*Node
	values []Value
	polled int // offset of the last poll
}

const pollInterval = 1 << 16

// passed polls if much was read since the last poll.
func (b *builder) passed(at int) error {
	if at-b.polled < pollInterval {
		return nil
	}
	b.polled = at
	return b.poll()
}

// add makes a node of the list that is being read.
func (b *builder) add(name []byte, at int, text bool) (*Node, error) {
	if err := b.charge(1, nodeSize); err != nil {
		return nil, err
	}
	s, ok := b.names[string(name)]
	if !ok {
		if err := b.charge(len(name)+int(2*unsafe.Sizeof(s)), 2); err != nil {
			return nil, err
		}
		s = string(name)
		b.names[s] = s
	}
	n := &Node{Name: s, at: at, text: text}
	b.nodes = append(b.nodes, n)
	return n, nil
}

// take removes the nodes from an index on from the stack, and returns them.
func (b *builder) take(from int) []*Node {
	if from == len(b.nodes) {
		return nil
	}
	list := append([]*Node(nil), b.nodes[from:]...)
	clear(b.nodes[from:])
	b.nodes = b.nodes[:from]
	return list
}
