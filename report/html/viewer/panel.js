import { parseLine, readDecisions, writeBaseline, writeDecisions } from "./decisions.js";
import { build } from "./elements.js";
import { grouped } from "./math.js";
import { expiry, inOrder, keyOf } from "./merging.js";
import { nameInID } from "./store.js";
import { byWhom, STATE_WORDS } from "./triage.js";

const MOST_ROWS = 200;
const MOST_PROBLEMS = 20;
const MOST_BYTES = 8 << 20; // of a file to import

// Panel is the table of all decisions, with what the baseline accepts, and the buttons below it.
export class Panel {
  constructor(element, triage) {
    this.element = element;
    this.triage = triage;
    this.kept = new Map(); // how many places of a file the baseline accepts
    this.accepted = new Set(); // these places, as keyOf names them
    for (const { id, line } of triage.about.accepted) {
      const { path } = parseLine(line);
      this.kept.set(path, (this.kept.get(path) || 0) + 1);
      this.accepted.add(path + "\n" + nameInID(id));
    }
    this.link = build("a", { className: "decisions-link", href: "#decisions" }, "Decisions ", build("b", {}));
    document.querySelector(".bar .theme").before(this.link);
    this.picker = build("input", { type: "file", accept: ".txt,text/plain", hidden: true });
    this.picker.addEventListener("change", () => this.import(this.picker.files[0]));
    element.append(this.picker);
    for (const button of element.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => this[button.dataset.do === "import" ? "choose" : button.dataset.do]());
    }
    triage.watchers.push(() => this.refresh());
    this.refresh();
  }

  // rows returns what the table shows, in order.
  rows() {
    const { triage } = this;
    const live = new Map(triage.places().map((p) => [triage.store.of(p), p]));
    const own = [...triage.store.decisions.values()].filter((d) => !this.accepted.has(keyOf(d))).map((d) => this.rowOf(d, live.get(d)));
    const kept = triage.about.accepted.map((a) => {
      const line = parseLine(a.line);
      return { kept: true, id: a.id, name: a.name, file: a.file, number: a.number, state: "in the baseline", person: "", time: "", notes: [line.reason], until: line.fields.get("until") || "" };
    });
    return inOrder([...own, ...kept], new Date());
  }

  rowOf(d, place) {
    return {
      kept: false, decision: d, id: place?.id || "", ...(place ? titleOf(place) : { name: nameOfLine(parseLine(d.line)), file: d.path }),
      state: place ? place.state : this.isGone(d) ? "gone" : d.state, person: byWhom(d), time: d.time,
      notes: [d.reason, ...d.comments.map((c) => [byWhom(c), c.text].filter(Boolean).join(": "))], until: d.until,
    };
  }

  // isGone reports whether the page has all places of a file, and this one is not among them.
  isGone(d) {
    return [...this.triage.sections].some(([section, places]) =>
      section.dataset.path === d.path && places.length + (this.kept.get(d.path) || 0) === Number(section.dataset.failing));
  }

  refresh() {
    const rows = this.rows();
    const own = rows.filter((row) => !row.kept);
    const { element, triage, link } = this;
    element.hidden = link.hidden = rows.length === 0 && triage.places().length === 0 && !document.querySelector(".index");
    element.classList.toggle("empty", rows.length === 0);
    link.querySelector("b").textContent = own.length > 0 ? grouped(own.length) : "";
    element.querySelector("tbody").replaceChildren(...rows.slice(0, MOST_ROWS).map(rowElement));
    const more = rows.length - MOST_ROWS + triage.about.more;
    element.querySelector(".more").hidden = more <= 0 || rows.length + triage.about.more <= MOST_ROWS;
    element.querySelector(".more").textContent = `${grouped(Math.max(more, triage.about.more))} more are not listed here.`;
    this.warn();
    for (const name of ["patch", "clear"]) element.querySelector(`[data-do=${name}]`).disabled = own.length === 0;
    const whole = element.querySelector("[data-do=baseline]");
    const partly = triage.about.more > 0 || document.body.dataset.page !== undefined; // a page of a folder knows one file
    whole.disabled = partly || rows.length === 0;
    whole.title = partly ? "This page does not have all lines of the baseline: export the decisions, and add them" : "";
  }

  // warn says where decisions are kept, unless they stay in this browser.
  warn() {
    const kept = this.element.querySelector(".kept");
    const served = document.querySelector(".served");
    kept.hidden = this.triage.store.lasting && !served;
    kept.textContent = served ? "This address ends with meshcheck watch, and so does what is kept for it: export the decisions before."
      : "This browser keeps nothing for this page. The decisions are lost when it is closed: export them before.";
  }

  // exported returns the decisions that others can use: not those that accept what is gone.
  exported() {
    return this.rows().filter((row) => row.decision && !(row.state === "gone" && row.decision.state === "accepted")).map((row) => row.decision);
  }

  patch() {
    this.save("meshcheck-decisions.txt", writeDecisions(this.exported()));
  }

  baseline() {
    this.save("meshcheck-baseline.txt", writeBaseline(this.triage.about.accepted.map((a) => a.line), this.exported()));
  }

  save(name, text) {
    const link = build("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000); // a download may begin late
    this.say(`Saved as ${name}.`);
  }

  choose() {
    this.picker.value = "";
    this.picker.click();
  }

  async import(file) {
    if (!file) return;
    if (file.size > MOST_BYTES) return this.say(`${file.name} is larger than ${MOST_BYTES >> 20} MB.`);
    const { decisions, problems } = readDecisions(await file.text());
    const { added, changed, older, same } = this.triage.store.add(decisions);
    const counts = [[added, "new"], [changed, "changed"], [older, "older than what is here"], [same, "the same as here"]];
    const text = counts.filter(([n]) => n > 0).map(([n, what]) => `${grouped(n)} ${what}`).join(", ");
    this.say(`${file.name}: ${text || "no decisions"}.`, problems);
  }

  // say reports what was done, and which lines are malformed.
  say(text, problems = []) {
    this.element.querySelector(".said").textContent = text;
    const list = this.element.querySelector(".malformed");
    const lines = problems.slice(0, MOST_PROBLEMS).map((p) => build("li", {}, `Line ${grouped(p.line)}: ${p.text}.`));
    if (problems.length > MOST_PROBLEMS) lines.push(build("li", {}, `${grouped(problems.length - MOST_PROBLEMS)} more lines are malformed.`));
    list.replaceChildren(...lines);
    list.hidden = lines.length === 0;
  }

  // clear asks before it deletes all decisions.
  clear() {
    const said = this.element.querySelector(".said");
    const answer = (text, act) => build("button", { type: "button", onclick: act }, text);
    this.say("");
    said.append(`Delete all ${grouped(this.triage.store.decisions.size)} decisions of this report? `,
      answer("Delete", () => {
        this.triage.store.clear();
        this.say("Deleted.");
      }), " ", answer("Keep", () => this.say("")));
    said.querySelector("button").focus();
  }
}

// titleOf names a place as its card does.
function titleOf({ element, line }) {
  const pick = element.querySelector(".pick")?.textContent;
  const size = element.querySelector(".title :is(.severity, .size)")?.textContent;
  return {
    name: pick ? [pick, size].filter(Boolean).join(", ") : nameOfLine(line),
    file: element.closest(".file").querySelector("h2 bdi").textContent,
    number: element.matches(".region") ? element.querySelector("summary .of").textContent.replace(" of ", "") : "",
  };
}

// nameOfLine names what a line of a baseline is about.
const nameOfLine = ({ rule, fields }) => [BASELINE.rules[rule], fields.get("what")].filter(Boolean).join(": ") || rule;

// rowElement is a row of the table.
function rowElement(row) {
  const soon = expiry(row.until, new Date());
  const name = row.id ? build("a", { href: "#" + row.id }, build("bdi", {}, row.name)) : build("bdi", {}, row.name);
  const state = STATE_WORDS[row.state] || row.state || "commented";
  return build("tr", { className: soon ? "soon" : "" },
    build("th", { scope: "row" }, name, build("small", {}, build("bdi", {}, row.file), row.number ? ` · ${row.number}` : "")),
    build("td", {}, state),
    build("td", {}, build("bdi", {}, row.person)),
    build("td", {}, ...row.notes.filter(Boolean).map((text) => build("p", {}, build("bdi", {}, text)))),
    build("td", {}, row.until, ...(soon ? [" ", build("b", {}, soon)] : [])));
}
