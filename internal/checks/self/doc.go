// Package self checks the triangles of each mesh against each other.
//
// Check goes through the meshes of a scene (scene.go) and calls Find for each. What goes into Find is a
// welded mesh and the place of the instance that shows it largest; what comes out is all findings,
// counted, divided into regions, and the worst of them measured in the world. It has these phases
// (find.go):
//
//   - Singles (singles.go): triangles that are not finite or have no area are findings by themselves
//     and take part in nothing else.
//   - Neighbours (prepare.go, copies.go): triangles with a common vertex fill the tree with pairs that
//     nearly always are apart. Vertices at which that is proved are certified, and the search leaves
//     those pairs out. Of triangles with the same three vertices only the first takes part.
//   - Tree (tree.go): the boxes of the other triangles, and their coordinates in packets.
//   - Search (search.go): the pairs whose boxes meet. Filters prove most of them to be apart many at
//     a time; many crossings are certain from the same numbers (crossings.go). The others are
//     decided one by one. Pairs at vertices with many triangles are found in another way (stars.go).
//   - Places (places.go): a shallow finding waits until all pairs are known. Its surroundings then
//     decide whether rounding or a tolerance explains it.
//   - Edge crossings (edges.go): edges along which surfaces pass through each other though no two
//     triangles cross. The search collects the edges that touch along a line (covers.go).
//   - Result (result.go): regions, and the geometry of what is listed.
//
// From the search on, a pair that meets (pair.go) is measured and entered into the collector
// (findings.go), with all pairs of copies that it stands for.
//
// Whether triangles meet, and how, is decided exactly, on stored coordinates, by package tritri; the
// filters only leave out what is certain. Whether surfaces pass through an edge is decided exactly
// by package fan. Depths, lengths and areas are float64, in the world: they decide nothing but
// limits, and the order of what is listed.
package self
