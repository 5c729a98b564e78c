// Package fan tells how triangles with a common vertex or edge lie around it: on which
// sides of a plane through an edge there are any, and which of those at a vertex come near
// enough to each other to be compared. Angles are compared exactly.
package fan
