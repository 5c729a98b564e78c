import { lineOf, LONGEST, oneLine } from "./decisions.js";
import { build } from "./elements.js";
import { copyLine } from "./lines.js";

const DRAFT = "meshcheck-draft"; // what is being entered, for a page that is replaced meanwhile

const FIELDS = {
  accepted: { reason: "Reason", until: "Until (optional)", person: "Your name" },
  comment: { text: "Comment", person: "Your name" },
  fixed: { person: "Your name" },
};
const ENTER = { accepted: "Accept", comment: "Save comment", fixed: "Mark as fixed" };

// DecisionForm is the form below a place for one kind of decision.
export class DecisionForm {
  // events has done(values) and closed().
  constructor(place, kind, values, lasting, events) {
    this.place = place;
    this.kind = kind;
    this.events = events;
    this.fields = new Map(Object.entries(FIELDS[kind]).map(([name, label]) => [name, this.field(name, label, values[name] || "")]));
    this.form = build("form", { className: "decide" },
      ...[...this.fields].map(([name, input]) => build("label", { className: name }, FIELDS[kind][name], input)),
      ...(kind === "accepted" ? [this.preview()] : []),
      ...(lasting ? [] : [build("p", { className: "hint" }, "This browser forgets it when the page is closed: export it below, under Decisions.")]),
      build("p", { className: "enter" }, build("button", { type: "submit" }, ENTER[kind]), build("button", { type: "button", onclick: () => this.close() }, "Cancel")));
    this.form.addEventListener("submit", (event) => this.enter(event));
    this.form.addEventListener("input", () => this.update());
    this.form.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    this.place.row.append(this.form);
    this.place.row.classList.add("deciding");
    this.update();
    this.first().focus();
  }

  field(name, label, value) {
    if (name === "text") return build("textarea", { name, rows: 2, value, required: true, maxLength: LONGEST.comment });
    if (name === "until") return build("input", { name, type: "date", value, min: new Date().toISOString().slice(0, 10) });
    const most = name === "reason" ? LONGEST.reason : LONGEST.person;
    return build("input", { name, type: "text", value, required: name === "reason", maxLength: most, autocomplete: name === "person" ? "name" : "off", dir: "auto" });
  }

  // preview shows the line for the baseline.
  preview() {
    this.code = build("code", {}, build("bdi", {}));
    const button = build("button", { type: "button", onclick: () => copyLine(button) }, "Copy baseline line");
    return build("details", {}, build("summary", {}, "Line for the baseline"), build("p", { className: "accept" }, this.code, " ", button));
  }

  // first returns the field to begin with: the first that is empty.
  first() {
    const all = [...this.fields.values()];
    return all.find((input) => !input.value && input.required) || all[0];
  }

  values() {
    return Object.fromEntries([...this.fields].map(([name, input]) => [name, input.value]));
  }

  update() {
    const values = this.values();
    if (this.code) {
      this.code.firstChild.textContent = lineOf(this.place.line.head, values.until, oneLine(values.reason, LONGEST.reason) || "why?");
    }
    for (const name of ["reason", "text"]) {
      this.fields.get(name)?.setCustomValidity(oneLine(values[name], 1) ? "" : "Please say something.");
    }
    remember({ id: this.place.id, kind: this.kind, values });
  }

  enter(event) {
    event.preventDefault();
    const values = this.values();
    this.close();
    this.events.done(values);
  }

  close() {
    remember(null);
    this.form.remove();
    this.place.row.classList.remove("deciding");
    this.events.closed();
  }
}

function remember(draft) {
  try {
    if (draft) sessionStorage.setItem(DRAFT, JSON.stringify(draft));
    else sessionStorage.removeItem(DRAFT);
  } catch {}
}

// draftFor returns what was being entered about a place when the page was replaced, or null.
export function draftFor(place) {
  try {
    const draft = JSON.parse(sessionStorage.getItem(DRAFT));
    return draft && FIELDS[draft.kind] && place.id === draft.id ? draft : null;
  } catch {
    return null;
  }
}
