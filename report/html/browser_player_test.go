package html

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/meshcheck/meshcheck/internal/longtest"
)

// slider presses a key on the timeline.
func (b *tab) slider(keys string, modifiers ...input.Modifier) {
	b.t.Helper()
	b.run(chromedp.Focus(".scrub", chromedp.ByQuery), chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
	b.frames()
}

// space presses the space bar as a keyboard does: a separate event for the character would scroll the page.
func (b *tab) space() {
	b.t.Helper()
	key := func(kind input.KeyType) *input.DispatchKeyEventParams {
		return input.DispatchKeyEvent(kind).WithKey(" ").WithCode("Space").WithWindowsVirtualKeyCode(32)
	}
	b.run(key(input.KeyDown).WithText(" "), key(input.KeyUp))
}

// Space plays and pauses: it stands at a sample then. A clip is repeated where the place is, or whole.
func TestBrowserPosesPlay(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	r := posesPage(t, "hand_through_hip")
	clip := r.Files[0].Result.Poses().Clips[0]
	b := openPage(t, startBrowser(t), r)
	b.settle()
	b.run(chromedp.Evaluate(`document.activeElement.blur()`, nil))
	scrolled := eval[float64](b, `scrollY`)
	b.space()
	b.wait(`document.querySelector(".player").dataset.playing === "true"`)
	if label := eval[string](b, `document.querySelector("[data-play=toggle]").getAttribute("aria-label")`); label != "Pause" {
		t.Errorf("while it plays, the button says %q", label)
	}
	b.wait(`!Number.isInteger(Number((Number(document.querySelector(".player").dataset.time) * 30).toFixed(3)))`) // between two samples
	b.space()
	b.wait(`document.querySelector(".player").dataset.playing === "false"`)
	text := eval[string](b, `document.querySelector(".scrub").getAttribute("aria-valuetext")`)
	if !strings.Contains(text, " s, sample "+b.player("sample")+" of "+strconv.Itoa(clip.Samples)) {
		t.Errorf("the timeline says %q", text)
	}
	if y := eval[float64](b, `scrollY`); y != scrolled {
		t.Errorf("space scrolls the page from %v to %v", scrolled, y)
	}
	for _, name := range []string{"speed", "loop"} {
		b.run(chromedp.Click("[data-play="+name+"]", chromedp.ByQuery))
		if on := eval[string](b, `document.querySelector("[data-play=`+name+`]").getAttribute("aria-pressed")`); on != "true" {
			t.Errorf("%s is not pressed", name)
		}
	}
	// A space on a focused button presses that alone.
	b.run(chromedp.Focus("[data-play=worst]", chromedp.ByQuery))
	b.space()
	b.frames()
	if b.player("playing") == "true" || b.player("worst") != "true" {
		t.Error("a space on the button of the worst sample plays")
	}
}

// The timeline is a slider for the mouse, for fingers and for keys.
func TestBrowserPosesTimeline(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	r := posesPage(t, "hand_through_hip")
	clip := r.Files[0].Result.Poses().Clips[0]
	b := openPage(t, startBrowser(t), r)
	b.settle()
	b.run(chromedp.Evaluate(`document.querySelector(".scrub").scrollIntoView({ block: "center", behavior: "instant" })`, nil))
	box := eval[[]float64](b, `(({ left, top, width, height }) => [left, top, width, height])(document.querySelector(".scrub").getBoundingClientRect())`)
	at := func(share float64) (x, y float64) { return box[0] + share*box[2], box[1] + box[3]/2 }
	x, y := at(0.25)
	b.run(input.DispatchMouseEvent(input.MousePressed, x, y).WithButton(input.Left).WithButtons(1).WithClickCount(1))
	first := b.sampleShown()
	x, y = at(0.75)
	b.run(input.DispatchMouseEvent(input.MouseMoved, x, y).WithButton(input.Left).WithButtons(1),
		input.DispatchMouseEvent(input.MouseReleased, x, y).WithButton(input.Left).WithClickCount(1))
	second := b.sampleShown()
	near := func(share float64) int { return 1 + int(share*float64(clip.Samples-1)+0.5) }
	if first != near(0.25) || second != near(0.75) {
		t.Errorf("the mouse leads to the samples %d and %d, want %d and %d", first, second, near(0.25), near(0.75))
	}
	if address := eval[string](b, `location.hash`); strings.Contains(address, "pose-") && !strings.Contains(address, eval[string](b, `document.querySelector(".pose[aria-current]").id`)) {
		t.Errorf("a click on the timeline leads to %s", address)
	}
	x, y = at(0.5)
	b.run(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: x, Y: y, ID: 1}}), input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
	if got, ok := becomes(b, `Number(document.querySelector(".player").dataset.sample)`, near(0.5)); !ok {
		t.Errorf("a finger leads to sample %d, want %d", got, near(0.5))
	}
	middle := near(0.5)
	for _, row := range []struct {
		keys string
		want int
	}{
		{kb.ArrowRight, middle + 1}, {kb.ArrowLeft, middle}, {kb.ArrowUp, middle + 1}, {kb.ArrowDown, middle},
		{kb.Home, 1}, {kb.ArrowLeft, 1}, {kb.End, clip.Samples}, {kb.ArrowRight, clip.Samples},
	} {
		if b.slider(row.keys); b.sampleShown() != row.want {
			t.Errorf("%q leads to sample %d, want %d", row.keys, b.sampleShown(), row.want)
		}
	}
	b.slider(kb.ArrowLeft, input.ModifierShift)
	if got := b.sampleShown(); got >= clip.Samples {
		t.Errorf("Shift and the left arrow key lead to sample %d", got)
	}
	for _, row := range [][2]string{{"role", "slider"}, {"aria-valuemin", "1"}, {"aria-valuemax", strconv.Itoa(clip.Samples)}} {
		if got := eval[string](b, `document.querySelector(".scrub").getAttribute("`+row[0]+`")`); got != row[1] {
			t.Errorf("%s is %q", row[0], got)
		}
	}
}
