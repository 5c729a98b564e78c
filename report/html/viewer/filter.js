// A filter is { kinds: Set of kinds and of verdicts on pairs, scope: 'same', 'between' or '', part:
// 'mesh:part' or '', severities: Set of severities of findings about hulls }. It applies to
// findings, and to the rows and regions of the page, which have the same facts in data attributes.

export const openFilter = (kinds) => ({ kinds: new Set(kinds), scope: "", part: "", severities: new Set(["error", "warning", "info"]) });

// passes reports whether a filter shows a finding.
export function passes(filter, finding) {
  return (
    filter.kinds.has(finding.kind) &&
    (filter.scope === "" || finding.b < 0 || filter.scope === (finding.sameShell ? "same" : "between")) &&
    (filter.part === "" || finding.parts.includes(filter.part))
  );
}

// passesElement is passes for an element of the page, which may hold several kinds, scopes and
// parts. It passes if it has one of each that the filter asks for. The kind of a pair of objects is
// its verdict, whatever its triangles have. For hulls and UV sheets only the severity of their
// findings counts.
export function passesElement(filter, element) {
  const { mesh, pair, group, severity, verdict, kinds, scopes, parts } = element.dataset;
  if (group !== undefined || element.matches(".breach, .islandpair")) return severity === undefined || filter.severities.has(severity);
  const list = (words) => (words ? words.split(" ") : []);
  const inMesh = (part) => (pair === undefined ? `${mesh}:${part}` : part);
  return (
    (verdict !== undefined ? filter.kinds.has(verdict) : list(kinds).some((kind) => filter.kinds.has(kind))) &&
    (filter.scope === "" || !scopes || list(scopes).includes(filter.scope)) &&
    (filter.part === "" || list(parts).some((part) => filter.part === inMesh(part)))
  );
}
