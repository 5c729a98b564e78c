import { parseLine, sameness } from "./decisions.js";

const MOST_PER_PLACE = 50; // comments

// keyOf returns under which key a decision is kept: that of its place, or else that of its line.
export const keyOf = (d) => d.path + "\n" + (d.place || sameness(parseLine(d.line)));

// isEmpty reports whether a decision says nothing.
export const isEmpty = (d) => !d.state && d.comments.length === 0;

const commentKey = (c) => JSON.stringify([c.time, c.person, c.text]);

// mergeComments returns the comments of two decisions, the oldest first.
function mergeComments(a, b) {
  const all = new Map([...a, ...b].map((c) => [commentKey(c), c]));
  return [...all.values()].sort((c, d) => (c.time < d.time ? -1 : c.time > d.time ? 1 : 0)).slice(-MOST_PER_PLACE);
}

const stateKey = (d) => JSON.stringify([d.state, d.reason, d.until, d.person, d.time]);

// merge adds decisions to a Map by key. The newest state of a place wins, and all comments stay. It returns how
// many are added, changed, older than what is there, and the same.
export function merge(mine, theirs) {
  const count = { added: 0, changed: 0, older: 0, same: 0 };
  const bySameness = new Map([...mine].map(([key, d]) => [sameness(parseLine(d.line)), key]));
  for (const d of theirs) {
    const key = mine.has(keyOf(d)) ? keyOf(d) : d.place ? keyOf(d) : bySameness.get(sameness(parseLine(d.line))) || keyOf(d);
    const own = mine.get(key);
    if (!own) {
      mine.set(key, d);
      count.added++;
      continue;
    }
    const comments = mergeComments(own.comments, d.comments);
    const newer = d.state && stateKey(d) !== stateKey(own) && (!own.state || d.time > own.time);
    const older = d.state && stateKey(d) !== stateKey(own) && !newer;
    mine.set(key, newer ? { ...d, place: own.place || d.place, comments } : { ...own, comments });
    if (newer || comments.length > own.comments.length) count.changed++;
    else if (older) count.older++;
    else count.same++;
  }
  return count;
}

// daysLeft returns how many days a line is still valid: 0 on its last day, less than 0 when it is over, and
// Infinity if it has no day. Days end in UTC, as for the program.
export function daysLeft(until, now) {
  return until ? Math.round((Date.parse(until) - Date.parse(now.toISOString().slice(0, 10))) / 86400e3) : Infinity;
}

export const SOON = 14; // days

// expiry says how long a line is still valid, if that is not for long.
export function expiry(until, now) {
  const days = daysLeft(until, now);
  if (days < 0) return "expired";
  if (days > SOON) return "";
  return days === 0 ? "expires today" : days === 1 ? "expires tomorrow" : `expires in ${days} days`;
}

const SIZES = ["depth", "area", "length", "edge_length", "distance", "value"];
const SLACK = 0.01;

// isWorse reports whether a line accepts more than an earlier one about the same place did, as the program
// compares them: counts exactly, sizes by more than 1 % and the rounding of coordinates.
export function isWorse(now, was) {
  const reach = Math.max(0, ...(now.fields.get("box") || "").split(/[,:]/).map((x) => Math.abs(Number(x))));
  const rounding = 4 * 2 ** -23 * reach;
  return BASELINE.fields.some((word) => {
    const sized = SIZES.includes(word);
    if (!sized && !Object.hasOwn(BASELINE.rules, word)) return false;
    const [a, b] = [now, was].map((line) => Number(line.fields.get(word) || 0));
    const slack = sized ? SLACK * b + rounding : 0;
    return word === "distance" ? a < b - slack : a > b + slack;
  });
}

// inOrder sorts rows { until, time, kept } of the table: first what expires soon, then what is decided
// here, the newest first, then what the baseline has.
export function inOrder(rows, now) {
  const soon = (row) => Math.min(daysLeft(row.until, now), SOON + 1);
  return [...rows].sort((a, b) => soon(a) - soon(b) || a.kept - b.kept || (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
}
