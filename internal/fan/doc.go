// Package fan decides how triangles with a common vertex or edge lie around it: on which
// sides of a plane through an edge there are triangles, and which triangles at a vertex are near
// enough to each other to be compared. Angles are compared exactly.
package fan
