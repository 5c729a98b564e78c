import { grouped } from "./math.js";
import { blenderScript, mayaScript, trianglesOf } from "./scripts.js";

// The limit of triangles in a script for Blender: some two megabytes of text.
const MOST = 20000;

// Copier is the row of buttons that copy the selected triangles.
export class Copier {
  constructor(element, view) {
    this.element = element;
    this.view = view;
    for (const button of element.querySelectorAll("[data-copy]")) {
      button.addEventListener("click", () => this.copy(button.dataset.copy));
    }
    element.querySelector("textarea").addEventListener("keydown", (event) => event.stopPropagation());
  }

  numbers() {
    return trianglesOf(this.view.chosen() || this.view.shown);
  }

  // update says what would be copied: name is that of the selected place, or "".
  update(name) {
    const n = this.numbers().length;
    this.element.hidden = n === 0 || this.view.model.isPair || this.view.model.isHulls || this.view.model.isPosed; // numbers are within one mesh
    const what = this.view.finding ? "this finding" : name || "all places shown";
    this.element.querySelector(".what").textContent =
      `${grouped(n)} ${n === 1 ? "triangle" : "triangles"} of ${what}`;
    this.element.querySelector("[data-copy=blender]").disabled = n > MOST;
    this.report("");
  }

  text(format) {
    const numbers = this.numbers();
    const { model, camera } = this.view;
    if (format === "blender") return blenderScript(model, numbers, camera.upright);
    if (format === "maya") return mayaScript(model, numbers);
    return Array.from(numbers).join(", ");
  }

  async copy(format) {
    if (!this.view.model) return;
    const text = this.text(format);
    const field = this.element.querySelector("textarea");
    field.hidden = true;
    field.value = text;
    try {
      await navigator.clipboard.writeText(text);
      this.report("Copied.");
    } catch {
      // Some browsers deny pages opened from disk access to the clipboard.
      field.hidden = false;
      field.select();
      this.report(document.execCommand("copy") ? "Copied." : "Press Ctrl+C to copy the text below.");
    }
    this.element.dataset.copied = format;
  }

  report(text) {
    this.element.querySelector("[role=status]").textContent = text;
  }
}
