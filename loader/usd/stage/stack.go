package stage

import (
	"fmt"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// stack is a layer stack: a layer and its sublayers, with theirs, strong ones first.
type stack struct {
	layers []stacked
	sites  map[*path]*site
}

// stacked is a layer of a stack, with the offset of its times.
type stacked struct {
	*file
	offset
}

// mostLayers is the greatest number of layers of one stack. A layer may be in it several times, so that
// a few layers can make many.
const mostLayers = 4096

// stackOf returns the stack of a layer. That of the root layer of the stage is another one, as in
// OpenUSD, where it has the session layer.
func (s *Stage) stackOf(f *file) *stack {
	if st := s.stacks[f]; st != nil {
		return st
	}
	st := s.newStack(f)
	s.stacks[f] = st
	return st
}

// entry is a sublayer that is still to be added to a stack.
type entry struct {
	stacked
	above *entry // the layer that has it
}

// newStack builds a stack: sublayers of a layer follow it directly.
func (s *Stage) newStack(f *file) *stack {
	st := &stack{sites: map[*path]*site{}}
	waiting := []*entry{{stacked{f, noOffset}, nil}}
	for len(waiting) > 0 && s.limit.poll() {
		e := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if len(st.layers)+len(waiting) >= mostLayers {
			s.limit.fail(fmt.Errorf("%s: more than %d sublayers", f.id, mostLayers))
			break
		}
		s.limit.charge(1, 128)
		st.layers = append(st.layers, e.stacked)
		s.checkLayer(e.file)
		sub := s.sublayers(e)
		for i := len(sub) - 1; i >= 0; i-- {
			waiting = append(waiting, sub[i])
		}
	}
	return st
}

// checkLayer notes what a layer uses that is not supported.
func (s *Stage) checkLayer(f *file) {
	for _, name := range [...]string{"layerRelocates", "relocates"} {
		if layer.Has(f.layer.Root.Fields, name) {
			s.problem(problemKey{file: f, text: name}, &Problem{
				Path: "/", Layer: f.id, Unsupported: true, Err: errRelocates,
			})
		}
	}
}

// sublayers returns the sublayers of a layer that open and are in no circle.
func (s *Stage) sublayers(e *entry) []*entry {
	root := e.layer.Root
	names, _ := s.field(e.file, root.Fields, "subLayers", s.paths.root).([]string)
	offsets, _ := s.field(e.file, root.Fields, "subLayerOffsets", s.paths.root).(*layer.Numbers)
	s.limit.charge(len(names), 128)
	var sub []*entry
	for i, name := range names {
		if s.limit.err != nil {
			break
		}
		f, unsupported, err := s.sublayer(e, name)
		if err != nil {
			s.problem(problemKey{file: e.file, text: name}, &Problem{
				Path: "/", Layer: e.id, Unsupported: unsupported, Err: fmt.Errorf("sublayer %w", err),
			})
			continue
		}
		o := s.sublayerOffset(e.file, offsets, i)
		o.scale *= e.rate / f.rate
		sub = append(sub, &entry{stacked{f, e.offset.after(o)}, e})
	}
	return sub
}

// sublayer opens a sublayer.
func (s *Stage) sublayer(e *entry, name string) (f *file, unsupported bool, err error) {
	id, unsupported, err := s.resolve(e.file, name)
	if err != nil {
		return nil, unsupported, err
	}
	if f = s.open(id); f.err != nil {
		return nil, false, fmt.Errorf("@%s@: %w", name, f.err)
	}
	for ; e != nil; e = e.above {
		if e.file == f {
			return nil, false, fmt.Errorf("@%s@: sublayers in a circle", name)
		}
	}
	return f, false, nil
}

// sublayerOffset returns offset i of a layer's sublayers.
func (s *Stage) sublayerOffset(f *file, all *layer.Numbers, i int) offset {
	if all == nil || all.Width != 2 || i >= all.Len() {
		return noOffset
	}
	o := offset{all.At(2 * i), all.At(2*i + 1)}
	if !o.valid() {
		s.problem(problemKey{file: f, num: i, text: "offset"}, &Problem{
			Path: "/", Layer: f.id, Err: fmt.Errorf("sublayer %d: %w", i, o.err()),
		})
		return noOffset
	}
	return o
}
