import { clamp, grouped } from "./math.js";
import { sampleAt, timeAt } from "./motion.js";

const LEAD = 0.3; // shown before and after a place, as a share of how long it is there
const LEAST = 0.5; // seconds that count as its length at least
const SLOW = 0.25;

// Player plays the clip of a place: a timeline with the depth of all places of the clip, and buttons. The
// time is always within the clip. While it plays, poses between samples are shown; when it stands, it
// stands at a sample.
export class Player {
  // events has posed(place, at), and timeline(clip), which returns the drawing of a clip in the page.
  constructor(element, events) {
    this.element = element;
    this.events = events;
    this.slider = element.querySelector("[role=slider]");
    this.place = null; // as in Motion
    this.playing = false;
    this.slow = false;
    this.whole = false; // repeats all of the clip
    this.listen();
  }

  listen() {
    for (const button of this.element.querySelectorAll("[data-play]")) {
      button.addEventListener("click", () => this.command(button.dataset.play));
    }
    const { slider } = this;
    const scrub = (event) => {
      const box = slider.getBoundingClientRect();
      const { times } = this.clip;
      this.stand(sampleAt(this.clip, times[0] + clamp((event.clientX - box.left) / box.width, 0, 1) * (times.at(-1) - times[0])));
    };
    slider.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      slider.setPointerCapture(event.pointerId);
      slider.focus({ preventScroll: true });
      scrub(event);
    });
    slider.addEventListener("pointermove", (event) => slider.hasPointerCapture(event.pointerId) && scrub(event));
    slider.addEventListener("click", (event) => event.preventDefault()); // its marks are links
    slider.addEventListener("dragstart", (event) => event.preventDefault());
    slider.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.slide(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  // slide handles a key on the timeline.
  slide({ key, shiftKey }) {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[key];
    const commands = { Home: "start", End: "end", PageUp: "last", PageDown: "first" };
    if (by && shiftKey) this.stepKey(by);
    else if (by) this.step(by);
    else if (commands[key]) this.command(commands[key]);
    else return false;
    return true;
  }

  // key handles a key pressed elsewhere, and reports whether it did.
  key(key) {
    const commands = { " ": "toggle", ",": "back", ".": "ahead", "[": "keyBack", "]": "keyAhead", j: "worst", l: "loop" };
    if (!this.place || !commands[key]) return false;
    this.command(commands[key]);
    return true;
  }

  command(name) {
    const { place } = this;
    if (!place) return;
    const commands = {
      toggle: () => (this.playing ? this.pause() : this.play()),
      back: () => this.step(-1),
      ahead: () => this.step(1),
      keyBack: () => this.stepKey(-1),
      keyAhead: () => this.stepKey(1),
      worst: () => this.stand(place.sample),
      first: () => this.stand(this.span()[0]),
      last: () => this.stand(this.span()[1]),
      start: () => this.stand(0),
      end: () => this.stand(this.clip.times.length - 1),
      speed: () => this.press("speed", (this.slow = !this.slow)),
      loop: () => this.press("loop", (this.whole = !this.whole)),
    };
    commands[name]();
  }

  press(name, on) {
    this.element.querySelector(`[data-play=${name}]`).setAttribute("aria-pressed", String(on));
  }

  // open shows a place at its worst sample. facts say at which samples it is there, and how deep.
  open(place, clip, facts) {
    this.stop();
    if (this.place?.clip !== place.clip || this.clip !== clip) this.draw(clip);
    Object.assign(this, { place, clip, facts });
    for (const mark of this.slider.querySelectorAll(".mark")) mark.classList.toggle("current", Number(mark.dataset.issue) === place.index);
    this.element.hidden = false;
    this.stand(place.sample);
  }

  close() {
    this.stop();
    this.place = null;
    this.element.hidden = true;
  }

  // draw copies the drawing of a clip from the page.
  draw(clip) {
    const drawing = this.events.timeline(clip.clip)?.cloneNode(true);
    drawing?.removeAttribute("role");
    drawing?.removeAttribute("aria-label");
    drawing?.setAttribute("aria-hidden", "true");
    this.slider.querySelector(".curves").replaceChildren(...(drawing ? [drawing] : []));
    this.slider.setAttribute("aria-label", `Time in ${clipName(clip)}`);
    this.slider.setAttribute("aria-valuemin", "1");
    this.slider.setAttribute("aria-valuemax", String(clip.samples));
    this.element.querySelector(".clip-name").textContent = clipName(clip) + (clip.of.length < clip.samples ? ` (${grouped(clip.of.length)} of its samples are here)` : "");
  }

  // span returns the first and the last sample here at which the place is there.
  span() {
    const { of } = this.clip;
    const { first, count } = this.facts;
    const here = of.map((_, i) => i).filter((i) => of[i] >= first && of[i] < first + count);
    return here.length ? [here[0], here.at(-1)] : [this.place.sample, this.place.sample];
  }

  // loop returns the times between which the clip is repeated.
  loop() {
    const { times } = this.clip;
    const ends = [times[0], times.at(-1)];
    if (this.whole) return ends;
    const [from, to] = this.span().map((i) => times[i]);
    const lead = LEAD * Math.max(to - from, LEAST);
    return [Math.max(from - lead, ends[0]), Math.min(to + lead, ends[1])];
  }

  play() {
    const [from, to] = this.loop();
    if (to <= from) return;
    this.playing = true;
    this.tellPlaying();
    let time = timeAt(this.clip, this.at);
    let before = null;
    const tick = (now) => {
      this.frame = requestAnimationFrame(tick);
      if (!this.element.isConnected) return this.stop();
      const passed = before === null ? 0 : Math.min((now - before) / 1000, 0.1) * (this.slow ? SLOW : 1);
      before = now;
      const [start, end] = this.loop();
      time += passed;
      if (time > end || time < start) time = start;
      this.show(sampleAt(this.clip, time));
    };
    this.frame = requestAnimationFrame(tick);
  }

  // pause stands at the nearest sample.
  pause() {
    this.stand(this.at);
  }

  stop() {
    if (!this.playing) return;
    cancelAnimationFrame(this.frame);
    this.playing = false;
    this.tellPlaying();
  }

  stand(at) {
    this.stop();
    this.show(clamp(Math.round(at), 0, this.clip.times.length - 1));
  }

  // step goes to another sample.
  step(by) {
    const at = by > 0 ? Math.floor(this.at) : Math.ceil(this.at);
    this.stand(at + by);
  }

  // stepKey goes to the next key of the animation, or to the end.
  stepKey(by) {
    const { keys, times } = this.clip;
    const next = by > 0 ? keys.find((k) => k > this.at) : keys.findLast((k) => k < this.at);
    this.stand(next ?? (by > 0 ? times.length - 1 : 0));
  }

  tellPlaying() {
    const button = this.element.querySelector("[data-play=toggle]");
    button.setAttribute("aria-label", this.playing ? "Pause" : "Play");
    button.title = this.playing ? "Pause (space)" : "Play (space)";
    this.element.dataset.playing = String(this.playing);
  }

  // show shows a sample, or a pose between two.
  show(at) {
    this.at = at;
    this.events.posed(this.place, at);
    this.tell();
  }

  // tell says which sample is shown, and how deep the place is there.
  tell() {
    const { clip, facts, at, slider, place } = this;
    const near = Math.round(at);
    const time = timeAt(clip, at);
    const length = clip.times.at(-1) - clip.times[0];
    const spot = length > 0 ? (100 * (time - clip.times[0])) / length : 50;
    slider.querySelector(".cursor").style.left = `${spot}%`;
    const number = clip.of[near] + 1;
    const text = `${time.toFixed(2)} s, sample ${number} of ${clip.samples}`;
    slider.setAttribute("aria-valuenow", String(number));
    slider.setAttribute("aria-valuetext", text);
    this.element.querySelector(".time").textContent = text;
    const depth = facts.depths[clip.of[near] - facts.first];
    const deep = this.element.querySelector(".depth");
    deep.textContent = depth ? `${depth} deep` : "not there";
    deep.classList.toggle("away", !depth);
    const { dataset } = this.element;
    Object.assign(dataset, { sample: String(number), clip: String(clip.clip), worst: String(at === place.sample), time: time.toFixed(4) });
  }
}

// clipName names a clip as the page does.
const clipName = ({ clip, name }) => name || `clip ${clip}`;
