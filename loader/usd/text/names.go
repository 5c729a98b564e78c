package text

// names finds names that are there already.
type names struct{ index map[string]int }

// nameSize is about what a name takes with its place in a list.
const nameSize = 64

// find returns the index of a name among count names, -1 if it is not there. The names before never
// change.
func (n *names) find(count int, at func(i int) string, name string) int {
	const few = 8
	if count <= few {
		for i := range count {
			if at(i) == name {
				return i
			}
		}
		return -1
	}
	if n.index == nil {
		n.index = map[string]int{}
	}
	for i := len(n.index); i < count; i++ {
		n.index[at(i)] = i
	}
	if i, ok := n.index[name]; ok {
		return i
	}
	return -1
}
