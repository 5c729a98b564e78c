package obj

import "strings"

// key identifies a part. Its names are numbered.
type key struct{ object, group, material int }

// run is a run of consecutive faces of the same part.
type run struct{ part, end int }

// runs are the parts of a file and the faces of each.
type runs struct {
	names  []string
	byName map[string]int
	now    key
	parts  map[key]int
	keys   []key // of the parts
	list   []run
}

func (r *runs) start() {
	r.names, r.byName, r.parts = []string{""}, map[string]int{"": 0}, map[key]int{}
}

// What a name and a part cost, in addition to the bytes of the name.
const (
	nameSize = 128
	partSize = 512
)

// name begins an object ('o'), a group ('g') or the use of a material ('m').
func (r *runs) name(s *scanner, kind byte, text []byte) error {
	i, ok := r.byName[string(text)]
	if !ok {
		if err := s.input.Charge(s.where(), 1, 3*len(text)+nameSize); err != nil {
			return err
		}
		name := strings.ToValidUTF8(string(text), "\ufffd")
		i = len(r.names)
		r.names = append(r.names, name)
		r.byName[string(text)] = i
	}
	switch kind {
	case 'o':
		r.now.object = i
	case 'g':
		r.now.group = i
	default:
		r.now.material = i
	}
	return nil
}

// face assigns a face to the current part.
func (r *runs) face(s *scanner) error {
	last := len(r.list) - 1
	if last >= 0 && r.keys[r.list[last].part] == r.now {
		r.list[last].end = s.faces
		return nil
	}
	i, ok := r.parts[r.now]
	if !ok {
		if err := s.input.Charge(s.where(), 1, partSize); err != nil {
			return err
		}
		i = len(r.keys)
		r.parts[r.now] = i
		r.keys = append(r.keys, r.now)
	}
	r.list = append(r.list, run{i, s.faces})
	return nil
}
