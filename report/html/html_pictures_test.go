package html

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/glb"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// picturesOf returns the number of pictures in each section of a page.
func picturesOf(page string) (counts []int) {
	for _, section := range strings.Split(page, `<article class="file"`)[1:] {
		counts = append(counts, strings.Count(section, `<img class="picture"`))
	}
	return counts
}

// Every failing file has a picture, even if the first file has enough places for all of them.
func TestHTMLFirstPictures(t *testing.T) {
	r := pageOf(t, "many.stl", "stl", scenetest.SceneOf(meshgen.Mesh("", scenetest.Pins(40, 150))))
	for i := range 3 {
		few := pageOf(t, fmt.Sprintf("few-%d.stl", i), "stl", scenetest.SceneOf(meshgen.Mesh("", scenetest.Pins(12, 2))))
		r.Files = append(r.Files, pageOf(t, "clean.stl", "stl", scenetest.Fixture(t, "clean/torus.stl")).Files[0], few.Files[0])
	}
	if got := fmt.Sprint(picturesOf(htmlOf(t, r))); got != "[94 0 2 0 2 0 2]" {
		t.Errorf("the files have %s pictures", got)
	}
}

// An empty picture leaves its room to others.
func TestHTMLEmptyPictures(t *testing.T) {
	r := pageOf(t, "hidden.stl", "stl", scenetest.SceneOf(meshgen.Mesh("", scenetest.Pins(40, 150))))
	reporttest.Model(&r.Files[0]).Excerpt = &drawing.Excerpt{}
	r.Files = append(r.Files, pageOf(t, "shown.stl", "stl", scenetest.SceneOf(meshgen.Mesh("", scenetest.Pins(40, 150)))).Files[0])
	if got := fmt.Sprint(picturesOf(htmlOf(t, r))); got != "[0 100]" {
		t.Errorf("the files have %s pictures", got)
	}
}

// Models of failing files get room before others.
func TestHTMLFailingModelsFirst(t *testing.T) {
	clean := pageOf(t, "clean.stl", "stl", scenetest.Fixture(t, "clean/torus.stl"))
	failing := sheet(t)
	fill(reporttest.Model(&failing.Files[0]).Excerpt.Meshes[0], 1_500_000)
	fill(reporttest.Model(&clean.Files[0]).Excerpt.Meshes[0], excerptsPerPage-500_000)
	r := &report.Report{Files: append(clean.Files, failing.Files...)}
	page := htmlOf(t, r)
	files := regexp.MustCompile(`class="excerpt" id="file-(\d)`).FindAllStringSubmatch(page, -1)
	if len(files) != 1 || files[0][1] != "1" {
		t.Errorf("the page has the models of %v", files)
	}
}

// fill gives a view vertices of approximately the given size in a page.
func fill(x *drawing.View, bytes int) {
	rng := rand.New(rand.NewPCG(1, 2))
	add := func(n int) {
		for range n {
			x.Points = append(x.Points, drawing.Single{rng.Float32(), rng.Float32(), rng.Float32()})
		}
	}
	const some = 50_000
	add(some)
	add((bytes - len(embedded(glb.View(x)))) * some / len(embedded(glb.View(x))))
}
