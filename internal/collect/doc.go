// Package collect counts findings about triangles, groups those of pairs into regions by
// the vertices that they share, and keeps the worst to be listed. It takes entries from
// several workers at once, and what it holds in the end does not depend on their order:
// sums are exact.
package collect
