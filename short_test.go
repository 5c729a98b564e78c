package meshcheck_test

import "github.com/meshcheck/meshcheck/internal/scenetest"

// Short names for tables of scenes.
var (
	tri         = scenetest.Tri
	floor       = scenetest.Floor
	pin         = scenetest.Pin
	sceneOf     = scenetest.SceneOf
	checked     = scenetest.Checked
	checkedSoup = scenetest.CheckedSoup
	openFixture = scenetest.Fixture
	dirty       = scenetest.Dirty
	everything  = scenetest.Everything
	policyOf    = scenetest.Policy
	countsOf    = scenetest.CountsOf
	hullOptions = scenetest.HullOptions
)
