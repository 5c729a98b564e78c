package web_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/meshcheck/meshcheck/loader"
)

// TestSettings changes settings: they are options, in the command and in the check.
func TestSettings(t *testing.T) {
	b := open(t)
	b.run(chromedp.Evaluate(`
		document.querySelector("details").open = true;
		document.querySelector("[name=check][value=parts]").click();
		document.querySelector("[name=policy]").value = "strict";
		document.querySelector("[name=more]").value = "--touch --reason 'a \"b'";
		document.querySelector("[name=more]").dispatchEvent(new Event("input", { bubbles: true }))`, nil))
	want := `meshcheck --checks self,parts --policy strict --touch --reason 'a "b' -o report.html model.glb`
	if got := b.text("command"); got != want {
		t.Errorf("the command is %s, want %s", got, want)
	}
	b.check(2, fixture(t, "chair.glb"))
	if got := b.text("errors"); !strings.Contains(got, "--reason") {
		t.Errorf("the program says %q", got)
	}
	b.run(chromedp.Evaluate(`document.querySelector("[name=more]").value = "--touch"; document.querySelector("#check").click()`, nil))
	b.wait(`document.querySelector("iframe") !== null`)
	b.done(1)
	_, _, _, reports := native(t, filepath.Dir(fixture(t, "chair.glb")), []string{"--checks", "self,parts", "--policy", "strict", "--touch", "chair.glb"}, "json")
	if got := b.save("json"); string(got) != string(reports["json"]) {
		t.Error("the report is not that of the command")
	}
}

// TestHostileFiles drops files with names that mean something to a shell, to the program or to a page, and one that is no
// model.
func TestHostileFiles(t *testing.T) {
	folder := t.TempDir()
	chair, err := os.ReadFile(fixture(t, "chair.glb"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{`--help.glb`: chair, `a*b $(x) <img src=x onerror=alert(1)>'".glb`: chair, "no model.stl": []byte("Dear reader,")} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	status, _, _, want := native(t, folder, []string{"."}, "json", "html")
	b := open(t)
	var paths []string
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		paths = append(paths, filepath.Join(folder, e.Name()))
	}
	b.check(status, paths...)
	for ending, text := range want {
		if got := b.save(ending); string(got) != string(text) {
			t.Errorf("%s: %d bytes, want %d, or they differ", ending, len(got), len(text))
		}
	}
	if got := b.text("errors"); !strings.Contains(got, "no model.stl") {
		t.Errorf("the program says %q", got)
	}
}

// TestCancel cancels a check, and starts another one.
func TestCancel(t *testing.T) {
	b := open(t)
	b.drop(corpus(t, "barkour_body.stl"))
	b.wait(`document.body.dataset.state === "running"`)
	b.run(chromedp.Evaluate(`document.querySelector("#cancel").click()`, nil))
	b.wait(`document.body.dataset.state === "ready" && document.querySelector("#running").hidden`)
	b.check(1, fixture(t, "chair.glb"))
}

// TestOffline checks a model after the server has ended.
func TestOffline(t *testing.T) {
	b := open(t)
	b.wait(`document.querySelector("#offline").textContent !== ""`)
	b.server.Close()
	b.run(chromedp.Reload())
	b.wait(`document.body.dataset.state === "ready"`)
	b.check(1, fixture(t, "chair.glb"))
	b.wait(`document.querySelector("iframe").contentDocument.querySelector(".view") !== null`)
}

// TestReportKeepsDecisions accepts a place in the page of the report: the next page of the same model knows it.
func TestReportKeepsDecisions(t *testing.T) {
	b := open(t)
	b.check(1, fixture(t, "chair.glb"))
	b.wait(`document.querySelector("iframe").contentDocument?.querySelector(".theme:not([hidden])") != null`)
	dark := frame[string](b, `(document.querySelector(".theme").click(), document.documentElement.dataset.theme)`)
	b.check(1, fixture(t, "chair.glb"))
	b.wait(`document.querySelector("iframe")?.contentDocument?.documentElement.dataset.theme === "` + dark + `"`)
}

// TestEndings checks that the page knows the endings of models.
func TestEndings(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("site", "dropped.js"))
	if err != nil {
		t.Fatal(err)
	}
	if want := `MODELS = ["` + strings.Join(loader.Endings(), `", "`) + `"]`; !strings.Contains(string(text), want) {
		t.Errorf("dropped.js does not have %s", want)
	}
}
