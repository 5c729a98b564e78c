package precision_test

import "github.com/meshcheck/meshcheck/internal/scenetest"

// Short names for tables of scenes.
var (
	tri         = scenetest.Tri
	sceneOf     = scenetest.SceneOf
	checked     = scenetest.Checked
	checkedSoup = scenetest.CheckedSoup
	loadedScene = scenetest.Loaded
	policyOf    = scenetest.Policy
)
