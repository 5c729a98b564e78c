package html

// How much one page shows. The row of a finding takes about 500 bytes, a region about 1000 and its
// picture some 10,000. Without the models, a page therefore has at most some nine megabytes.
const (
	findingsPerRegion = 200
	findingsPerMesh   = 2000

	findingsPerPage = 10_000
	regionsPerPage  = 2000
	meshesPerPage   = 500
	picturesPerPage = 100
	pairsPerPage    = 1000
	findingsPerPair = 50
	fixedPerFile    = 100
	excerptsPerPage = 8_000_000 // bytes
	texturesPerPage = 3_000_000 // bytes
)
