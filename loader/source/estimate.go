package source

// Estimate is what a file will take to load, as far as can be told before it is.
type Estimate struct {
	// Bytes of the file itself.
	Bytes int64
	// Held is the number of bytes in memory after reading, those of side files included:
	// 0 for a file that is decoded while it is read.
	Held int64
	// Places is how many bytes the places of meshes take, with the paths of their nodes: one
	// long name can be part of very many paths.
	Places int64
	// UVs is how many bytes texture coordinates take beside the file where they are asked for: those
	// that are no floats of the file itself.
	UVs int64
	// Triangles is how many the file has, or the most that it can have, in all meshes together.
	Triangles int64
}
