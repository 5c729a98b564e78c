package source

// Estimate says what it takes to load a file, as far as that is known before the file is loaded.
type Estimate struct {
	// Bytes is the size of the file.
	Bytes int64
	// Held is the number of bytes in memory after reading, side files included. It is 0 for a file
	// that is decoded while it is read.
	Held int64
	// Places is the number of bytes for the places of meshes, with the paths of their nodes: one
	// long name can be part of many paths.
	Places int64
	// UVs is the number of bytes that texture coordinates take in addition to the file, if they are
	// asked for.
	UVs int64
	// Triangles is the number of triangles in all meshes together, or the most that there can be.
	Triangles int64
}
