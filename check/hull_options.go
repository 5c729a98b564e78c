package check

// HullOptions say which shapes of a scene are collision hulls, and their limits. The zero value
// finds them by their names and by physics extensions, and checks them for no particular
// engine: all rules, and no limits on vertices and faces.
type HullOptions struct {
	// Profile of the engine that is to read the hulls: nil for that of no engine, "none".
	Profile *HullProfile
	// Names are patterns for nodes that are hulls of the mesh they hang on, or else of
	// the one whose name theirs begins with: globs for paths as in Options.Allow. A single
	// NoNames switches finding hulls off: nothing is a hull.
	Names []string
	// Meshes are indices into the meshes of the scene that are hulls. Together they stand for
	// all instances of other meshes that are not hulls by their names.
	Meshes []int
	// Gap and Excess are the distances beyond which HullGap and HullExcess are a
	// Error; one that the search cannot rule out to be beyond counts as beyond. 0 stands
	// for the distances of the profile, beyond which they are a Warning.
	Gap, Excess Length
}

// NoHullNames is the item of HullOptions.Names that switches finding hulls off.
const NoHullNames = "none"

// Off reports whether finding hulls is switched off.
func (o *HullOptions) Off() bool { return len(o.Names) == 1 && o.Names[0] == NoHullNames }

// ProfileOrNone returns the profile to use.
func (o *HullOptions) ProfileOrNone() *HullProfile {
	if o.Profile == nil {
		return &hullProfiles[0]
	}
	return o.Profile
}
