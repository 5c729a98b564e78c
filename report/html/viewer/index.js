// Index is the list of files of a page: search, filter by verdict, order. All rows are in the page
// already; Index makes them interactive.
export class Index {
  constructor(element) {
    this.element = element;
    this.rows = [...element.querySelectorAll(".row")];
    this.search = element.querySelector("[type=search]");
    this.wanted = "";
    element.querySelector(".find").hidden = false;
    this.search.addEventListener("input", () => this.apply());
    element.querySelector("select").addEventListener("change", (event) => this.sort(event.target.value));
    for (const button of element.querySelectorAll(".shares button")) {
      button.style.flexGrow = button.dataset.share;
      button.addEventListener("click", () => {
        this.wanted = this.wanted === button.dataset.status ? "" : button.dataset.status;
        this.apply();
      });
    }
  }

  // matches reports whether a row has all words of the search in its text and the verdict that is
  // wanted.
  matches(row) {
    if (this.wanted && row.dataset.status !== this.wanted) return false;
    const text = row.textContent.toLowerCase();
    return this.search.value.toLowerCase().split(/\s+/).every((word) => text.includes(word));
  }

  apply() {
    let shown = 0;
    for (const row of this.rows) {
      row.hidden = !this.matches(row);
      shown += row.hidden ? 0 : 1;
    }
    const active = this.wanted || this.search.value.trim();
    for (const details of this.element.querySelectorAll("details")) {
      details.hidden = !details.querySelector(".row:not([hidden])");
      if (active && !details.hidden) details.open = true;
    }
    for (const button of this.element.querySelectorAll(".shares button")) {
      button.setAttribute("aria-pressed", String(button.dataset.status === this.wanted));
    }
    this.element.querySelector("[role=status]").textContent = active ? `${shown} of ${this.rows.length} files` : "";
  }

  // sort orders the rows of each list; the page has them by their worst places.
  sort(by) {
    const compare = {
      worst: (a, b) => this.rows.indexOf(a) - this.rows.indexOf(b),
      name: (a, b) => a.textContent.localeCompare(b.textContent),
      places: (a, b) => Number(b.dataset.places) - Number(a.dataset.places),
    }[by];
    for (const list of this.element.querySelectorAll(".rows")) list.append(...[...list.children].sort(compare));
  }

  // key handles "/", which goes to the search, and "n", which goes to the next file that fails.
  key(event) {
    if (event.key === "/") this.search.focus();
    else if (event.key === "n") this.next();
    else return false;
    return true;
  }

  next() {
    const failing = this.rows.filter((row) => row.dataset.status === "fail" && !row.hidden).map((row) => row.querySelector("a"));
    const after = failing.findIndex((link) => {
      const file = document.getElementById(link.hash.slice(1));
      return file && file.getBoundingClientRect().top > 10;
    });
    failing[Math.max(after, 0)]?.click();
  }
}
