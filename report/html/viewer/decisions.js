// A decision is what somebody decided about a place:
//
//   path      of the file, as lines of a baseline have it, in quotes where these do
//   place     the word and the fingerprint in the ID of the place, "" if they are not known
//   line      the line of a baseline that accepts it, as it was then, without reason and day
//   state     "accepted", "fixed", or "" for a place with comments only
//   reason, until, person, time
//   model     the hash of the model that was marked as fixed, "" if it is not known
//   comments  a list of { person, time, text }
//
// Times are in UTC, such as 2026-11-26T13:03:22Z; until is a day, or "".

// Limits of what is kept, in characters and numbers.
export const LONGEST = { reason: 500, person: 80, comment: 2000, line: 100000 };
const MOST_COMMENTS = 50;
const MOST_DECISIONS = 20000;

const LINE = "#: line "; // begins a line that is not accepted

const TITLE = "# Decisions of a meshcheck report";
const BASELINE_TITLE = `# Findings that meshcheck accepts: one per line, with the reason after its #.
# "meshcheck baseline check PATH..." fails for new and worse findings, and for lines that no
# longer match anything. "meshcheck explain baseline" explains the fields of a line.`;

// oneLine returns a text as it fits into a line, without characters that cannot be printed.
export const oneLine = (text, most) => cut(String(text).replace(/[\p{C}\p{Z}]+/gu, " ").trim(), most);

// cut returns the first characters of a text, and never half of one.
const cut = (text, most) => (text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "").trimEnd());

// escapes are those of strings in Go.
const ESCAPE = /\\(?:([abfnrtv\\"])|x([0-9a-fA-F]{2})|([0-7]{3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/y;
const LETTERS = { a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v", "\\": "\\", '"': '"' };

// quotedAt reads the quoted text that begins at a place of a line, and returns it with its end.
function quotedAt(line, at) {
  let text = "";
  for (let k = at + 1; k < line.length; ) {
    if (line[k] === '"') return { text, end: k + 1 };
    if (line[k] !== "\\") {
      text += line[k++];
      continue;
    }
    ESCAPE.lastIndex = k;
    const [all, letter, hex, octal, short, long] = ESCAPE.exec(line) || [];
    const code = parseInt(hex || short || long, 16) || parseInt(octal, 8) || 0;
    if (!all || code > 0x10ffff) break;
    text += letter ? LETTERS[letter] : String.fromCodePoint(code);
    k += all.length;
  }
  throw new Error("a quoted text has no end, or contains an unknown escape");
}

// wordsOf splits a line at spaces outside of quotes. It returns the words, each with its text as it stands
// there, and what follows the #.
function wordsOf(line) {
  const words = [];
  const plain = /[^ \t]+/y;
  for (let at = 0; ; ) {
    while (line[at] === " " || line[at] === "\t") at++;
    if (at >= line.length) return { words, rest: "" };
    if (line[at] === "#") return { words, rest: line.slice(at + 1) };
    let text, end;
    if (line[at] === '"') {
      ({ text, end } = quotedAt(line, at));
      if (end < line.length && !/[ \t]/.test(line[end])) throw new Error("a quoted text is not followed by a space");
    } else {
      plain.lastIndex = at;
      text = plain.exec(line)[0];
      end = at + text.length;
    }
    words.push({ text, raw: line.slice(at, end) });
    at = end;
  }
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const isNumber = (text) => NUMBER.test(text) && Number.isFinite(Number(text));
const isPoint = (text) => text.split(",").length === 3 && text.split(",").every(isNumber);
const isSize = (text) => isNumber(text) && Number(text) >= 0;
const isCount = (text) => isSize(text) && Number.isInteger(Number(text));
function isBox(text) {
  const corners = text.split(":");
  if (corners.length !== 2 || !corners.every(isPoint)) return false;
  const [low, high] = corners.map((corner) => corner.split(",").map(Number));
  return low.every((x, axis) => x <= high[axis]);
}
export const isDay = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true;

const FORMS = {
  times: (x) => /^\+?0*[1-9]\d{0,14}$/.test(x),
  box: isBox,
  mesh: isPoint,
  what: () => true,
  until: isDay,
};

const formOf = (word) => FORMS[word] || (Object.hasOwn(BASELINE.rules, word) ? isCount : isSize);

// parseLine reads a line of a baseline: { path, rule, key, fields, reason, head }, where fields is a Map
// of words, and head the line without its day, its number of times and its reason. It fails with an error that says what is wrong.
export function parseLine(line) {
  if (line.length > LONGEST.line) throw new Error("the line is too long");
  const { words, rest } = wordsOf(line);
  const [name, rule, key] = words.map((w) => w.text);
  if (!name) throw new Error("the path is missing");
  const path = words[0].raw;
  if (!rule) throw new Error("the rule is missing");
  if (!Object.hasOwn(BASELINE.rules, rule)) throw new Error(`"${shortened(rule)}" is neither "region" nor a rule, such as parts/crossing`);
  if (!/^[0-9a-f]{16}$/.test(key || "")) throw new Error("the key of 16 hexadecimal digits is missing");
  const fields = new Map();
  for (let i = 3; i < words.length; i += 2) {
    const word = words[i].text;
    const value = words[i + 1]?.text;
    if (!BASELINE.fields.includes(word)) throw new Error(`"${shortened(word)}" is not a field`);
    if (fields.has(word)) throw new Error(`${word} occurs twice`);
    if (value === undefined) throw new Error(`what belongs behind ${word} is missing`);
    if (!formOf(word)(value)) throw new Error(`"${shortened(value)}" does not belong behind ${word}`);
    fields.set(word, value);
  }
  const own = (w, i) => i < 3 || !["until", "times"].includes(words[i - ((i - 3) % 2)].text);
  const head = words.filter(own).map((w) => w.raw).join(" ");
  return { path, rule, key, fields, head, reason: oneLine(rest, LONGEST.line) };
}

const shortened = (text) => oneLine(text, 60);

// lineOf writes a line with a day, a reason, and the number of times that it counts.
export function lineOf(head, until, reason, times = 1) {
  return head + (times > 1 ? ` times ${times}` : "") + (until ? ` until ${until}` : "") + (reason ? ` # ${reason}` : "");
}

// sameness identifies the finding of a line, whatever its numbers are now.
export const sameness = ({ path, rule, key, fields }) => [path, rule, key, fields.get("box") || ""].join(" ");

const STAMP = "(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z)";
const REMARK = new RegExp(`^#: (accepted|fixed|comment) ${STAMP} by ("(?:[^"\\\\]|\\\\.)*")(?: on (\\w+-[0-9a-f]+))?(?: of ([0-9a-f]+))?(?: says ("(?:[^"\\\\]|\\\\.)*"))?$`);

// readRemark reads a remark about the line below. It fails if the remark is malformed.
function readRemark(line) {
  const [, kind, time, person, place = "", model = "", text] = REMARK.exec(line) || [];
  if (!kind || (kind === "comment") !== (text !== undefined)) throw new Error("not a decision that this page knows");
  const plain = (quoted, most) => oneLine(quotedAt(quoted, 0).text, most);
  return { kind, time, place, model, person: plain(person, LONGEST.person), text: text && plain(text, LONGEST.comment) };
}

// readDecisions reads a file of decisions, or a baseline. It returns the decisions, and what is malformed as
// { line, text }, with lines from 1.
export function readDecisions(text) {
  const reader = new Reader();
  text.replace(/^\ufeff/, "").split("\n").forEach((line, i) => reader.read(line.replace(/[\r \t]+$/, ""), i + 1));
  reader.end();
  return reader;
}

class Reader {
  constructor() {
    this.decisions = [];
    this.problems = [];
    this.above = []; // remarks about the next line
  }

  read(line, number) {
    const blank = line.trimStart();
    try {
      if (line.startsWith(LINE)) this.take(parseLine(line.slice(LINE.length)), "fixed");
      else if (line.startsWith("#: ")) this.above.push({ number, ...readRemark(line) });
      else if (blank === "") this.end();
      else if (!blank.startsWith("#")) this.take(parseLine(line), "accepted");
    } catch (error) {
      this.problems.push({ line: number, text: error.message });
    }
  }

  // end is called where no line follows the remarks.
  end() {
    for (const { number } of this.above) this.problems.push({ line: number, text: "the line that belongs to this is missing" });
    this.above = [];
  }

  // take adds the decisions about a line: one for each remark with the state, or one without a remark.
  take(entry, state) {
    const { above } = this;
    this.above = [];
    const by = above.filter((r) => r.kind === state);
    let comments = above.filter((r) => r.kind === "comment");
    for (const remark of by.length ? by : [undefined]) {
      if (this.decisions.length === MOST_DECISIONS) throw new Error(`there are more than ${MOST_DECISIONS} decisions`);
      this.decisions.push(decisionOf(entry, state, remark, comments));
      comments = [];
    }
  }
}

// decisionOf puts together a line and the remarks above it. A line alone is accepted.
function decisionOf(entry, state, by, comments) {
  const accepted = state === "accepted";
  return {
    path: entry.path, place: by?.place || comments[0]?.place || "", line: entry.head,
    state: accepted || by ? state : "", reason: accepted ? cut(entry.reason, LONGEST.reason) : "",
    until: (accepted && entry.fields.get("until")) || "", person: by?.person || "", time: by?.time || "", model: by?.model || "",
    comments: comments.slice(0, MOST_COMMENTS).map(({ person, time, text }) => ({ person, time, text })),
  };
}

// remarksOf writes what stands above the line of a decision.
function remarksOf(d) {
  const on = d.place ? ` on ${d.place}` : "";
  const lines = [];
  if (d.state && d.time) lines.push(`#: ${d.state} ${d.time} by ${JSON.stringify(d.person)}${on}${d.state === "fixed" && d.model ? ` of ${d.model}` : ""}`);
  for (const c of d.comments) lines.push(`#: comment ${c.time} by ${JSON.stringify(c.person)}${on} says ${JSON.stringify(c.text)}`);
  return lines;
}

// blocksOf writes lines that are accepted, with their remarks. Lines that differ only in reason and day become
// one that counts several times.
function blocksOf(accepted) {
  const blocks = new Map();
  for (const d of accepted) {
    const block = blocks.get(d.line);
    if (block) {
      block.times++;
      block.remarks.push(...remarksOf(d));
    } else blocks.set(d.line, { until: d.until, reason: d.reason, remarks: remarksOf(d), times: 1 });
  }
  return [...blocks].map(([head, { until, reason, remarks, times }]) => [...remarks, lineOf(head, until, reason, times)].join("\n"));
}

// writeDecisions writes a file that readDecisions reads, and "meshcheck baseline add" as well.
export function writeDecisions(decisions) {
  const others = decisions.filter((d) => d.state !== "accepted").map((d) => [...remarksOf(d), LINE + d.line].join("\n"));
  const blocks = [...blocksOf(decisions.filter((d) => d.state === "accepted")), ...others];
  return [`${TITLE}: "meshcheck baseline add FILE" adds what is accepted to a baseline.`, ...blocks].join("\n\n") + "\n";
}

// writeBaseline writes a whole baseline: lines that it has already, and what is accepted here.
export function writeBaseline(kept, decisions) {
  const had = kept.map((line) => {
    const { head, fields, reason } = parseLine(line);
    return { line: head, until: fields.get("until") || "", reason, comments: [] };
  });
  const all = [...had, ...decisions.filter((d) => d.state === "accepted")].sort((a, b) => (a.line < b.line ? -1 : a.line > b.line ? 1 : 0));
  return [BASELINE_TITLE, "", ...blocksOf(all)].join("\n") + "\n";
}
