// Stow keeps what is in closed details out of the document, so that a page with many findings has
// few elements. What a page has for browsers without scripts is built when it is first opened.
export class Stow {
  // opened is called with each details element when its content is in the document.
  constructor(root, opened) {
    this.contents = new Map(); // details -> what is not in the document
    this.holders = new WeakMap(); // the other way round
    this.opened = opened;
    for (const details of root.querySelectorAll("details.findings, details.others, details.aside")) {
      if (details.open) this.build(details);
      else this.away(details);
      details.addEventListener("toggle", () => (details.open ? this.take(details) : this.away(details)));
    }
  }

  away(details) {
    if (this.contents.has(details)) return;
    const content = document.createDocumentFragment();
    content.append(...[...details.children].filter((e) => !e.matches("summary")));
    this.contents.set(details, content);
    this.holders.set(content, details);
  }

  // take puts the content of details into the document.
  take(details) {
    const content = this.contents.get(details);
    if (!content) return;
    this.contents.delete(details);
    details.append(content);
    this.build(details);
  }

  build(details) {
    for (const inert of details.querySelectorAll(":scope > .inside > noscript")) inert.replaceWith(parsed(inert.textContent));
    this.opened(details);
  }

  // open opens details at once.
  open(details) {
    details.open = true;
    this.take(details);
  }

  // reveal opens what an element is in.
  reveal(element) {
    for (;;) {
      const details = this.holders.get(element.getRootNode());
      if (!details) return;
      this.open(details);
    }
  }

  // print puts regions into the document that are folded.
  print() {
    for (const [details, content] of this.contents) if (details.matches(".others")) details.append(content);
  }
}

// parsed returns markup of the page itself as elements.
export function parsed(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.content;
}
