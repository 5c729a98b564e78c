// Package fit finds the box, the sphere and the capsule that points depart from by the least:
// what an engine would take in place of a collision hull.
package fit
