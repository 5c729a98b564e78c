// A filter is { kinds: Set of kinds, scope: 'same', 'between' or '', part: 'mesh:part'
// or '' }. It is asked about findings, and about the rows and regions of the page,
// which say the same of themselves in data attributes.

export const openFilter = (kinds) => ({ kinds: new Set(kinds), scope: "", part: "" });

// passes reports whether a finding of mesh number mesh is to be shown.
export function passes(filter, mesh, finding) {
  return (
    filter.kinds.has(finding.kind) &&
    (filter.scope === "" || finding.b < 0 || filter.scope === (finding.sameShell ? "same" : "between")) &&
    (filter.part === "" || finding.parts.some((part) => filter.part === `${mesh}:${part}`))
  );
}

// passesElement is passes for what stands on the page: it may hold several kinds,
// scopes and parts, and passes if it has one of each that is asked for.
export function passesElement(filter, element) {
  const { mesh, kinds, scopes, parts } = element.dataset;
  const list = (words) => (words ? words.split(" ") : []);
  return (
    list(kinds).some((kind) => filter.kinds.has(kind)) &&
    (filter.scope === "" || !scopes || list(scopes).includes(filter.scope)) &&
    (filter.part === "" || list(parts).some((part) => filter.part === `${mesh}:${part}`))
  );
}
