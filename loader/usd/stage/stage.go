// Package stage composes the layers of a USD scene to one tree of prims, as OpenUSD's Pcp and Usd do
// (https://openusd.org/release/glossary.html, "LIVRPS Strength Ordering"; AOUSD Core Specification,
// chapter "Composition"). It reads no files: the caller opens layers and resolves the paths of assets.
//
// For each prim it builds the tree of all sites, paths in layer stacks, that have opinions on it. A walk
// through the tree is the order of their strength. A prim begins with the tree of its parent, with its
// name at each site, and adds the arcs that its own sites have. See graph and builder.
//
// Where one prim specializes classes by several ways at once, through other arcs and ancestors, their order,
// and what they bring twice, may differ from OpenUSD. No other difference is known among stages without
// problems.
//
// Relocates, value clips, variable expressions and permissions are not supported; the first three are
// Problems. There is no session layer, no fallback for variants, and all payloads are loaded.
package stage

import (
	"errors"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// Options are how a stage gets its layers, and its limits.
type Options struct {
	// Open returns the layer with the identifier. It is called once for each identifier. An error makes
	// every arc to the layer a Problem.
	Open func(identifier string) (*layer.Layer, error)
	// Resolve returns the identifier of the layer that the path of an asset, found in layer from, stands
	// for. An error makes the arc a Problem. Two files are one layer if they have the same identifier.
	Resolve func(from, asset string) (string, error)
	// Charge is asked before memory is taken for count things of size bytes each. It may be nil.
	Charge func(count, size int) error
	// Work is asked before n prims are composed, or something else that takes about as long is done: references
	// that double make many prims of few. It may be nil.
	Work func(n int) error
	// Poll is called now and then, and stops composition with its error. It may be nil.
	Poll func() error
}

// Stage is a composed stage. Prims are composed when they are asked for. It is not safe for concurrent
// use.
type Stage struct {
	o      Options
	limit  *limits
	paths  *paths
	files  map[string]*file
	used   []string
	stacks map[*file]*stack
	sites  int
	at     *path // of the prim that was composed last

	children   named[*layer.Prim]
	properties named[*layer.Property]

	main       *file
	root       *Prim
	prototypes map[string]*Prim
	problems   []Problem
	noted      map[problemKey]bool
}

// Open returns the stage with the root layer. It fails if that does not open. All payloads are loaded.
func Open(root string, o Options) (*Stage, error) {
	s := &Stage{
		o: o, files: map[string]*file{}, stacks: map[*file]*stack{},
		children:   named[*layer.Prim]{name: func(p *layer.Prim) string { return p.Name }},
		properties: named[*layer.Property]{name: func(p *layer.Property) string { return p.Name }},
		prototypes: map[string]*Prim{}, noted: map[problemKey]bool{},
	}
	s.limit = &limits{o: &s.o}
	s.paths = newPaths(s.limit)
	if s.main = s.open(root); s.main.err != nil {
		return nil, s.main.err
	}
	s.at = s.paths.root
	at := s.site(s.newStack(s.main), s.paths.root)
	s.root = &Prim{stage: s, graph: newGraph(at), defined: true, active: true, specifier: layer.Def}
	return s, s.limit.err
}

// Root returns the pseudo-root, whose path is "/" and whose name is "".
func (s *Stage) Root() *Prim { return s.root }

// Prim returns the prim with a path, nil if there is none. A path below an instance gives the prim of its
// prototype, whose Path may differ.
func (s *Stage) Prim(path string) (*Prim, error) {
	p := s.paths.parse(path, s.paths.root)
	if p == nil {
		return nil, s.limit.err
	}
	names := make([]string, 0, p.depth)
	for ; p.parent != nil; p = p.parent {
		names = append(names, p.name)
	}
	prim := s.root
	for i := len(names) - 1; i >= 0 && prim != nil; i-- {
		children, err := prim.Children()
		if err != nil {
			return nil, err
		}
		prim = prim.named(children, names[i])
	}
	return prim, s.limit.err
}

// named returns the child with a name, nil if there is none. Many children are indexed by name.
func (p *Prim) named(children []*Prim, name string) *Prim {
	if len(children) < wide {
		for _, c := range children {
			if c.Name() == name {
				return c
			}
		}
		return nil
	}
	if p.index == nil {
		const entry = 64
		if p.stage.limit.charge(len(children), entry); p.stage.limit.err != nil {
			return nil
		}
		p.index = make(map[string]*Prim, len(children))
		for _, c := range children {
			p.index[c.Name()] = c
		}
	}
	return p.index[name]
}

// At returns the path of the prim that was composed last, which is where a limit was exceeded.
func (s *Stage) At() string { return s.at.String() }

// Metadata returns metadata of the root layer, such as metersPerUnit: nil if it has none. See layer.Get
// for types.
func (s *Stage) Metadata(name string) (any, error) { return s.LayerMetadata(s.main.id, name) }

// TimeCodesPerSecond returns how many units of the times of samples are a second.
func (s *Stage) TimeCodesPerSecond() float64 { return s.main.rate }

// Layers returns the identifiers of the layers that were used so far, in order of their first use.
func (s *Stage) Layers() []string { return s.used }

// LayerMetadata is Metadata of any of the Layers.
func (s *Stage) LayerMetadata(identifier, name string) (any, error) {
	f := s.files[identifier]
	if f == nil || f.layer == nil {
		return nil, s.limit.err
	}
	return s.field(f, f.layer.Root.Fields, name, s.paths.root), s.limit.err
}

// Problem is an error of composition: something that a stage should have, and has not, since an arc
// leads nowhere or in a circle, or since what it uses is not supported.
type Problem struct {
	// Path is that of the prim, and Layer the layer that has the arc. Path is "/" for sublayers.
	Path, Layer string
	// Unsupported reports whether the file may be right, but uses a feature that this package has not.
	Unsupported bool
	// Err is the cause, such as `reference to @a.usd@: ...`.
	Err error
}

// Problems returns what could not be composed so far, in the order in which it was found. One arc is a
// problem once, however many prims have it.
func (s *Stage) Problems() []Problem { return s.problems }

// problemKey identifies a problem.
type problemKey struct {
	file *file
	path *path
	site *site
	arc  arc
	num  int
	text string
}

func (s *Stage) problem(key problemKey, p *Problem) {
	if s.noted[key] || s.limit.err != nil {
		return
	}
	if s.limit.charge(1, 512); s.limit.err == nil {
		s.noted[key] = true
		s.problems = append(s.problems, *p)
	}
}

var (
	errRelocates  = errors.New("relocates are not supported")
	errClips      = errors.New("value clips are not supported")
	errExpression = errors.New("variable expressions are not supported")
)
