// Package house tests the tree itself: imports between packages, package names, and that no
// file mentions private paths.
package house
