package self_test

import "github.com/meshcheck/meshcheck/internal/scenetest"

// Short names for tables of scenes.
var (
	tri         = scenetest.Tri
	floor       = scenetest.Floor
	pin         = scenetest.Pin
	sceneOf     = scenetest.SceneOf
	checked     = scenetest.Checked
	checkedSoup = scenetest.CheckedSoup
	scaled      = scenetest.Scaled
	turned      = scenetest.Turned
	everything  = scenetest.Everything
	difference  = scenetest.Difference
	soups       = scenetest.Soups
)
