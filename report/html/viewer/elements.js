// build returns a new element with properties, data attributes as dataset, and children. Texts stay texts,
// whatever is in them.
export function build(tag, { dataset = {}, ...properties }, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  Object.assign(element.dataset, dataset);
  element.append(...children);
  return element;
}
