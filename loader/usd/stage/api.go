package stage

import "github.com/meshcheck/meshcheck/loader/usd/layer"

// Stage is a composed stage. Prims are composed when they are asked for. It is not safe for concurrent
// use.
type Stage struct{}

// Open returns the stage with the root layer. It fails if that does not open. All payloads are loaded.
func Open(root string, o Options) (*Stage, error) { panic("") }

// Root returns the pseudo-root, whose path is "/" and whose name is "".
func (s *Stage) Root() *Prim { panic("") }

// Prim returns the prim with a path, nil if there is none. A path below an instance gives the prim of its
// prototype, whose Path may differ.
func (s *Stage) Prim(path string) (*Prim, error) { panic("") }

// Metadata returns metadata of the root layer, such as metersPerUnit: nil if it has none. See layer.Get
// for types.
func (s *Stage) Metadata(name string) (any, error) { panic("") }

// Layers returns the identifiers of the layers that were used so far, in order of their first use.
func (s *Stage) Layers() []string { panic("") }

// LayerMetadata is Metadata of any of the Layers.
func (s *Stage) LayerMetadata(identifier, name string) (any, error) { panic("") }

// Problems returns what could not be composed so far, in the order in which it was found.
func (s *Stage) Problems() []Problem { panic("") }

// Prim is a composed prim. Its methods return errors for values that do not decode, for limits and of
// Poll; what is wrong with arcs is in Stage.Problems instead.
type Prim struct{}

// Path returns the path, such as "/World/arm". Prims below an instance are shared by all instances of
// its prototype, and have the path below the first of them.
func (p *Prim) Path() string { panic("") }

// Name returns the last element of the path.
func (p *Prim) Name() string { panic("") }

// TypeName returns the type, such as "Mesh", and "" for a prim without one.
func (p *Prim) TypeName() string { panic("") }

// Specifier returns the specifier, which is Over only if no opinion defines the prim.
func (p *Prim) Specifier() layer.Specifier { panic("") }

// Active reports whether the prim is active. An inactive one has no Children.
func (p *Prim) Active() bool { panic("") }

// Defined reports whether the prim and all prims above it, up to an instance, are defined.
func (p *Prim) Defined() bool { panic("") }

// Abstract reports whether the prim or one above it, up to an instance, is a class.
func (p *Prim) Abstract() bool { panic("") }

// Children returns the children in composed order, those that are inactive, undefined or abstract
// too. Instances of one prototype return the same prims: what they share is identical but for the path.
func (p *Prim) Children() ([]*Prim, error) { panic("") }

// Instance reports whether the prim is an instance of a prototype: opinions on its descendants that are
// not part of the prototype are left out.
func (p *Prim) Instance() bool { panic("") }

// Prototype returns the first instance that was composed of the same prototype, which may be p itself;
// nil if p is no instance. Its Children are those of p.
func (p *Prim) Prototype() *Prim { panic("") }

// Metadata returns the strongest opinion on metadata of the prim, nil if there is none. Dictionaries are
// merged, key by key, and list operations are applied (to []string).
func (p *Prim) Metadata(name string) (any, error) { panic("") }

// APISchemas returns the applied API schemas, such as "PhysicsCollisionAPI", in order.
func (p *Prim) APISchemas() ([]string, error) { panic("") }

// Attribute returns the attribute with the name, nil if there is no opinion on it.
func (p *Prim) Attribute(name string) (*Attribute, error) { panic("") }

// Relationship returns the targets of a relationship, as paths of the stage; nil if there is none. Targets
// in a prototype are below its first instance, see Path.
func (p *Prim) Relationship(name string) ([]string, error) { panic("") }

// AttributeNames returns the names of the attributes that there are opinions on, in byte order, or as the
// statements that reorder properties say.
func (p *Prim) AttributeNames() ([]string, error) { panic("") }

// RelationshipNames is AttributeNames for relationships.
func (p *Prim) RelationshipNames() ([]string, error) { panic("") }

// Attribute is a composed attribute.
type Attribute struct {
	Name string
	// TypeName is such as "point3f[]".
	TypeName string
	Uniform  bool
}

// Opinion is a value with the layer that it comes from, which paths of assets are relative to.
type Opinion struct {
	Value any // see layer.Get
	Layer string
}

// Default returns the default value. Its Value is nil if there is none, or if it is blocked.
func (a *Attribute) Default() (Opinion, error) { panic("") }

// Samples returns the time samples that win at times other than the default: nil if there are none, or
// if a stronger layer has a default value, or blocks them. Times are those of the stage.
func (a *Attribute) Samples() (*layer.Samples, error) { panic("") }

// Metadata is Prim.Metadata for attributes, such as interpolation and elementSize.
func (a *Attribute) Metadata(name string) (any, error) { panic("") }

// Connections returns the targets of its connections, as paths of the stage, such as
// "/World/mat/tex.outputs:rgb".
func (a *Attribute) Connections() ([]string, error) { panic("") }
