import { address, page } from "./main.js";

// This module is only part of a page that a server replaces after each check.

const bar = document.querySelector(".served");
const KEPT = "meshcheck-view " + location.pathname; // the path is one of this server alone

// pathOf returns the path of the model of a file on the page: its number may change with the next check.
const pathOf = (file) => page.works.get(file).closest(".file").querySelector("h2 bdi").textContent;
const fileOf = (path) => [...page.works.keys()].find((file) => pathOf(file) === path);

// keep stores what the page shows, beside the selected place, which is in the URL.
function keep() {
  const { view, file, lists, works } = page;
  const filters = [...works.keys()].map((f) => {
    const { filters } = lists.get(f);
    if (!filters) return null;
    return {
      path: pathOf(f),
      off: [...filters.querySelectorAll("input")].filter((box) => box.checked !== box.defaultChecked).map(nameOf),
      chosen: [...filters.querySelectorAll("select")].map((choice) => [choice.name, choice.value]),
    };
  });
  const shown = view?.model && file !== null && {
    path: pathOf(file), stage: view.model.stage, camera: view.camera.flight?.to || view.camera.state,
    isolate: view.isolate, xray: view.xray,
  };
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ filters: filters.filter(Boolean), shown, scroll: scrollY }));
  } catch {}
}

const nameOf = (box) => `${box.name} ${box.value}`;

// kept returns what was stored before the page was replaced, once.
function kept() {
  try {
    const text = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// readdress corrects the address of the selected place: the ID of a place is longer on a page of several
// files.
function readdress(shown) {
  const id = location.hash.slice(1);
  const file = page.files.of(shown?.path);
  if (id && file && !page.files.named(id)) address({ id: id + file.slice("file".length) });
  const places = [...page.lists.values()].flatMap((list) => list.places);
  const shorter = places.find((place) => id.startsWith(place.id + "-"));
  if (shorter) address(shorter);
}

// restore shows again what was shown, as far as the new page still has it.
async function restore({ filters, shown, scroll }) {
  readdress(shown);
  await page.ready;
  for (const { path, off, chosen } of filters) {
    const list = page.lists.get(fileOf(path));
    if (!list?.filters) continue;
    for (const box of list.filters.querySelectorAll("input")) if (off.includes(nameOf(box))) box.checked = !box.defaultChecked;
    for (const [name, value] of chosen) {
      const choice = list.filters.querySelector(`select[name=${name}]`);
      if ([...(choice?.options || [])].some((o) => o.value === value)) choice.value = value;
    }
    list.refilter();
  }
  const file = shown ? fileOf(shown.path) : undefined;
  if (file !== undefined && (await page.open(file, shown.stage))) {
    const { view } = page;
    for (const name of ["isolate", "xray"]) if (view[name] !== shown[name]) view.toggle(name);
    view.camera.flight = null;
    view.camera.state = shown.camera;
    view.redraw();
  }
  scrollTo({ top: scroll, behavior: "instant" });
}

// follow replaces the page when there is a newer one, and says when nobody makes one any more.
function follow() {
  const state = bar.querySelector(".state");
  const events = new EventSource("events");
  events.addEventListener("message", ({ data }) => {
    const { check, busy } = JSON.parse(data);
    state.textContent = busy ? "Checking…" : "Watching";
    if (check === Number(bar.dataset.check)) return;
    keep();
    events.close();
    location.reload();
  });
  events.addEventListener("error", () => (state.textContent = "No longer watched: meshcheck has ended"));
}

const before = kept();
const restored = before ? restore(before) : page.ready;
restored.finally(() => {
  bar.dataset.state = "ready";
  follow();
});
