package check

// HullOptions select the collision hulls of a scene and their limits. The zero value finds hulls by
// name and by physics extensions, and applies all rules, without the limits of any engine.
type HullOptions struct {
	// Profile of the engine that will read the hulls; nil means "none", no engine.
	Profile *HullProfile
	// Names are patterns for nodes that are hulls of the mesh above them, or else of the mesh with
	// whose name theirs begins: globs for paths as in Options.Allow. A single NoHullNames switches
	// hull detection off: nothing is a hull.
	Names []string
	// Meshes are indices of meshes of the scene that are hulls. Together they are the hulls of all
	// instances of other meshes that are not hulls by name.
	Meshes []int
	// Gap and Excess are the distances beyond which HullGap and HullExcess are an Error, also if
	// the search cannot rule out that the distance is exceeded. 0 means the distances of the
	// profile, beyond which they are a Warning.
	Gap, Excess Length
}

// NoHullNames is the item of HullOptions.Names that switches hull detection off.
const NoHullNames = "none"

// Off reports whether hull detection is switched off.
func (o *HullOptions) Off() bool { return len(o.Names) == 1 && o.Names[0] == NoHullNames }

// ProfileOrNone returns o.Profile, or the profile "none" if it is nil.
func (o *HullOptions) ProfileOrNone() *HullProfile {
	if o.Profile == nil {
		return &hullProfiles[0]
	}
	return o.Profile
}
