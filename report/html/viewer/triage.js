import { LONGEST, oneLine, parseLine } from "./decisions.js";
import { build } from "./elements.js";
import { DecisionForm, draftFor } from "./forms.js";
import { expiry, isWorse } from "./merging.js";
import { dayOf, placeOf, stamp, Store } from "./store.js";

// Triage lets people decide about the places of a page: accept one, comment on it, or say that it is fixed. The
// decisions are kept in the browser until they are exported.
export class Triage {
  // index is the data of the index of all files, or null.
  constructor(index) {
    const source = document.getElementById("decisions-data");
    this.about = source ? JSON.parse(source.textContent) : { key: "", accepted: [], more: 0 };
    this.store = new Store(index?.shared ?? this.about.key);
    this.store.changed = () => this.refresh();
    this.sections = new Map(); // the section of a file -> its places
    this.watchers = []; // called when something has changed
  }

  // attach adds buttons to all places in a section of a file, which must be in the page. It may be called again for
  // one that has been built anew or has come back; sections that have left the page are forgotten.
  attach(section) {
    if (section.dataset.path === undefined || this.sections.has(section)) return;
    const places = [];
    for (const note of section.querySelectorAll(".accept[data-of]")) {
      const element = section.querySelector("#" + CSS.escape(note.dataset.of));
      if (element) places.push(this.equip(placeOf(element, note.querySelector("code").textContent, section), note));
    }
    this.sections.set(section, places);
    this.refresh();
    for (const place of places) {
      const draft = draftFor(place);
      if (draft) this.open(place, draft.kind, draft.values);
    }
  }

  // equip adds the row of buttons to a place. The line of the baseline moves into the form.
  equip(place, note) {
    note.remove();
    const row = build("div", { className: "triage" }, build("div", { className: "decided" }), build("div", { className: "acts" },
      build("button", { type: "button", dataset: { decide: "accepted" } }, "Accept…"),
      build("button", { type: "button", dataset: { decide: "comment" } }, "Comment…"),
      build("button", { type: "button", dataset: { decide: "fixed" } }, "Fixed, check again"),
      build("button", { type: "button", dataset: { decide: "undo" } }, "Undo")));
    const home = place.element.querySelector(":scope > .what, :scope > .head > .what") || place.element;
    home.querySelector(":scope > .triage")?.remove();
    home.append(row);
    const equipped = { ...place, row, fold: place.element.closest(".fold") };
    row.addEventListener("click", (event) => {
      const button = event.target.closest("[data-decide]");
      if (button) this.press(equipped, button.dataset.decide, button);
    });
    return equipped;
  }

  press(place, kind, button) {
    const decision = this.store.of(place);
    if (kind === "undo") this.store.decide(place, { state: "", reason: "", until: "", person: "", time: "", model: "" });
    else if (kind === "forget") this.store.decide(place, { comments: decision.comments.filter((c, i) => i !== Number(button.dataset.comment)) });
    else if (kind === "fixed" && this.store.person) this.decide(place, kind, { person: this.store.person });
    else return this.open(place, kind, decision && kind === decision.state ? { reason: decision.reason, until: decision.until } : {});
    place.row.querySelector(".acts button:not([hidden])")?.focus();
  }

  open(place, kind, values) {
    place.form?.close();
    place.form = new DecisionForm(place, kind, { person: this.store.person, ...values }, this.store.lasting, {
      done: (entered) => this.decide(place, kind, entered),
      closed: () => {
        place.form = null;
        place.row.querySelector(`.acts [data-decide=${kind}]`)?.focus();
      },
    });
  }

  // decide keeps what was entered about a place.
  decide(place, kind, entered) {
    const person = oneLine(entered.person, LONGEST.person);
    const time = stamp();
    this.store.person = person;
    if (kind === "comment") {
      const text = oneLine(entered.text, LONGEST.comment);
      return this.store.decide(place, { comments: [...(this.store.of(place)?.comments || []), { person, time, text }] });
    }
    const own = { state: kind, person, time, reason: "", until: "", model: kind === "fixed" ? place.model : "" };
    if (kind === "accepted") Object.assign(own, { reason: oneLine(entered.reason, LONGEST.reason), until: entered.until, line: place.line.head });
    this.store.decide(place, own);
  }

  // judge says what has become of the decision about a place: "accepted", "worse", "expired", "fixed" if it is to be
  // checked, "found" if it is still there in a newer model, or "".
  judge(place, decision) {
    if (decision?.state === "fixed") return decision.model && place.model && decision.model !== place.model ? "found" : "fixed";
    if (decision?.state !== "accepted") return "";
    if (isWorse(place.line, parseLine(decision.line))) return "worse";
    return expiry(decision.until, new Date()) === "expired" ? "expired" : "accepted";
  }

  // places returns all places of the page, as far as it is built.
  places() {
    for (const section of this.sections.keys()) if (!section.isConnected) this.sections.delete(section);
    return [...this.sections.values()].flat();
  }

  // refresh shows the decisions everywhere.
  refresh() {
    this.byPath = null;
    for (const place of this.places()) this.show(place);
    for (const [section, places] of this.sections) this.showCounts(section, places);
    for (const watcher of this.watchers) watcher();
  }

  show(place) {
    const decision = this.store.of(place);
    const state = this.judge(place, decision);
    const box = place.row.querySelector(".decided");
    place.state = state;
    place.element.classList.toggle("accepted", state === "accepted");
    place.element.classList.toggle("here", state === "accepted");
    place.row.querySelector("[data-decide=accepted]").textContent = decision?.state === "accepted" ? "Change…" : "Accept…";
    place.row.querySelector("[data-decide=fixed]").hidden = Boolean(state);
    place.row.querySelector("[data-decide=undo]").hidden = !state;
    if (!decision && !box.firstChild) return;
    box.replaceChildren(...(decision ? badges(decision, state) : []));
  }

  // showCounts says how much is decided in a section and in the groups of regions.
  showCounts(section, places) {
    let line = section.querySelector(":scope > .here-line");
    if (!line) section.querySelector(":scope > :is(.line, h2):not(:has(~ .line))").after((line = build("p", { className: "here-line" })));
    line.textContent = countsText(places, this.store);
    line.hidden = !line.textContent;
    for (const fold of section.querySelectorAll(".fold")) {
      const n = places.filter((p) => p.state === "accepted" && p.fold === fold).length;
      const note = fold.querySelector(":scope > .what > .here-note") || build("p", { className: "place here-note" });
      note.textContent = n > 0 ? `${n} accepted here` : "";
      if (n > 0) fold.querySelector(":scope > .what").append(note);
      else note.remove();
    }
  }

  // decidedOn returns how many decisions there are about a file.
  decidedOn(path) {
    if (!this.byPath) {
      this.byPath = new Map();
      for (const d of this.store.decisions.values()) this.byPath.set(d.path, (this.byPath.get(d.path) || 0) + 1);
    }
    return this.byPath.get(path) || 0;
  }
}

// countsText says how much is decided about some places.
function countsText(places, store) {
  const of = (...states) => places.filter((p) => states.includes(p.state)).length;
  const comments = places.reduce((n, p) => n + (store.of(p)?.comments.length || 0), 0);
  return [
    [of("accepted"), "accepted here, not yet in the baseline"], [of("worse"), "accepted here, but worse now"],
    [of("expired"), "expired here"], [of("fixed"), "fixed, to be checked"], [of("found"), "marked as fixed, but still found"],
    [comments, comments === 1 ? "comment" : "comments"],
  ].filter(([n]) => n > 0).map(([n, text]) => `${n} ${text}`).join(" · ");
}

export const STATE_WORDS = {
  accepted: "accepted here", worse: "accepted here, but worse now", expired: "expired here",
  fixed: "fixed, to be checked", found: "marked as fixed, but still found", gone: "not found any more",
};

// byWhom names a person and a day.
export const byWhom = ({ person, time }) => [person, dayOf(time)].filter(Boolean).join(", ");

// badges shows a decision and its comments.
function badges(decision, state) {
  const forget = (comment) => build("button", { type: "button", dataset: { decide: "forget", comment } }, "Delete");
  const lines = decision.comments.map((c, i) =>
    build("p", { className: "remark" }, build("bdi", {}, c.text), " ", build("small", {}, build("bdi", {}, byWhom(c))), forget(i)));
  if (!state) return lines;
  const note = [decision.reason, decision.until && `until ${decision.until}`].filter(Boolean).join(", ");
  return [
    build("p", { className: `baseline here ${state}` }, build("b", {}, STATE_WORDS[state]), " ", build("bdi", {}, note), " ",
      build("small", {}, build("bdi", {}, byWhom(decision)))),
    ...lines,
  ];
}
