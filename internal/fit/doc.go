// Package fit finds the box, the sphere and the capsule that fit points best: what an engine
// would use instead of a collision hull.
package fit
