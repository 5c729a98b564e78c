package html

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/meshcheck/meshcheck/internal/longtest"
)

// contrasts returns a line for every visible text whose contrast with its background is below that
// of WCAG 2.2 AA: 4.5, and 3 for large text.
const contrasts = `(() => {
	const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
	const over = (below, css) => {
		paint.clearRect(0, 0, 1, 1);
		paint.fillStyle = css;
		paint.fillRect(0, 0, 1, 1);
		const [r, g, b, a] = paint.getImageData(0, 0, 1, 1).data;
		return below.map((x, i) => x * (1 - a / 255) + [r, g, b][i] * (a / 255));
	};
	const ground = (e) => {
		const chain = [];
		for (; e; e = e.parentElement) chain.unshift(getComputedStyle(e).backgroundColor);
		return chain.reduce(over, [255, 255, 255]);
	};
	const light = (c) => c.map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4))
		.reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0);
	const bad = new Set();
	for (const e of document.querySelectorAll("body *")) {
		const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
		if (!own || !e.checkVisibility({ visibilityProperty: true }) || e.closest("script, template, [disabled], .of")) continue;
		const style = getComputedStyle(e);
		const back = ground(e), front = over(back, style.color);
		const [low, high] = [light(back), light(front)].sort((x, y) => x - y);
		const size = parseFloat(style.fontSize);
		const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
		const ratio = (high + 0.05) / (low + 0.05);
		if (ratio < (large ? 3 : 4.5)) bad.add(e.tagName + "." + e.className + " " + ratio.toFixed(2) + " " + e.textContent.trim().slice(0, 40));
	}
	return [...bad];
})()`

// nameless returns what can be focused or seen but has no name for a screen reader.
const nameless = `[...document.querySelectorAll("button, a, input, select, textarea, canvas, img, summary, [role=group], [role=toolbar], section, nav")]
	.filter((e) => e.checkVisibility() && !e.closest("template"))
	.filter((e) => !(e.getAttribute("aria-label") || e.getAttribute("aria-labelledby") || e.alt || e.labels?.length || e.textContent.trim()))
	.map((e) => e.outerHTML.slice(0, 120))`

func TestBrowserAccess(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	browser := startBrowser(t)
	for _, scheme := range []string{"light", "dark"} {
		b := openPage(t, browser, several(t),
			emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
		b.openFile("chair.glb")
		b.selectRegion(0, 0, 0)
		b.run(chromedp.Evaluate(`document.querySelectorAll("details").forEach((d) => d.open = true)`, nil))
		b.frames()
		for _, text := range eval[[]string](b, contrasts) {
			t.Errorf("%s: too little contrast: %s", scheme, text)
		}
		for _, element := range eval[[]string](b, nameless) {
			t.Errorf("no name: %s", element)
		}
		if order := eval[int](b, `document.querySelectorAll("[tabindex]:not([tabindex='0'])").length`); order > 0 {
			t.Errorf("%d elements change the order of the focus", order)
		}
		jumps := eval[[]string](b, `(() => { let last = 1; return [...document.querySelectorAll("h1, h2, h3, h4")].filter((h) => { const n = Number(h.tagName[1]), jump = n > last + 1; last = n; return jump; }).map((h) => h.textContent); })()`)
		if len(jumps) > 0 {
			t.Errorf("headings that skip a level: %q", jumps)
		}
	}
}

// The first tab stop skips to the findings, and every stop is visible.
func TestBrowserFocus(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), sheet(t))
	b.settle()
	var stops []string
	for range 12 {
		b.run(chromedp.KeyEvent(kb.Tab))
		stops = append(stops, eval[string](b, `document.activeElement.className + document.activeElement.tagName`))
		if outline := eval[string](b, `getComputedStyle(document.activeElement).outlineStyle`); outline == "none" {
			t.Errorf("%s has the focus and no outline", stops[len(stops)-1])
		}
	}
	if stops[0] != "skipA" {
		t.Errorf("the first stops are %q", stops)
	}
}

// The button turns the page dark and light, its picture included.
func TestBrowserTheme(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), sheet(t),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"}}))
	b.settle()
	light := b.screenshot(".view canvas")
	b.run(chromedp.Click(".theme", chromedp.ByQuery))
	b.frames()
	dark := b.screenshot(".view canvas")
	corner := func(i interface{ RGBA() (r, g, b, a uint32) }) uint32 { r, _, _, _ := i.RGBA(); return r >> 8 }
	if l, d := corner(light.At(5, 480)), corner(dark.At(5, 480)); l < 200 || d > 60 {
		t.Errorf("the ground is %d in light and %d in dark", l, d)
	}
	if name := eval[string](b, `document.querySelector(".theme").textContent`); name != "Light" {
		t.Errorf("the button of a dark page says %s", name)
	}
	b.run(chromedp.Reload(), chromedp.WaitVisible(".view canvas", chromedp.ByQuery))
	b.settle()
	if theme := eval[string](b, `document.documentElement.dataset.theme + " " + document.querySelector(".theme").textContent`); theme != "dark Light" {
		t.Errorf("the page that is opened again is %s", theme)
	}
}

// A browser that stores nothing for pages still switches them to dark.
func TestBrowserThemeUnkept(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), sheet(t), chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(`Object.defineProperty(window, "localStorage", { get() { throw new Error("kept from pages"); } })`).Do(ctx)
		return err
	}))
	b.settle()
	before := eval[string](b, `document.querySelector(".theme").textContent`)
	b.run(chromedp.Click(".theme", chromedp.ByQuery))
	if after := eval[string](b, `document.querySelector(".theme").textContent`); after == before {
		t.Errorf("the button still says %s", after)
	}
}

// Nothing flies if the user prefers reduced motion.
func TestBrowserReducedMotion(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), sheet(t),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}))
	b.settle()
	targets := eval[int](b, `new Promise((done) => {
		const seen = new Set();
		const { dataset } = document.querySelector(".view");
		new MutationObserver(() => {
			seen.add(dataset.target);
			if (dataset.region === "0" && dataset.flying === "false") done(seen.size);
		}).observe(document.querySelector(".view"), { attributes: true });
		document.querySelector(".pick").click();
	})`)
	if targets > 2 {
		t.Errorf("the camera stops %d times on its way", targets)
	}
}
