// A filter is { off: Set of the rules that are not shown, scope: 'same', 'between' or '', part:
// 'mesh:part' or '', since: states of changes or '' }. It applies to findings, and to the rows and places of the page, which have the
// same facts in data attributes.

export const openFilter = (off) => ({ off: new Set(off), scope: "", part: "", since: "" });

// passes reports whether a filter shows a finding.
export function passes(filter, finding) {
  return (
    !filter.off.has(finding.rule || finding.kind) &&
    (filter.scope === "" || finding.b < 0 || filter.scope === (finding.sameShell ? "same" : "between")) &&
    (filter.part === "" || !finding.parts || finding.parts.includes(filter.part))
  );
}

// passesElement is passes for an element of the page, which may have several rules, scopes and parts.
// It passes if it has one of each that the filter asks for, or none at all.
export function passesElement(filter, element) {
  const { mesh, pair, kinds, scopes, parts, since } = element.dataset;
  const any = (words, test) => !words || words.split(" ").some(test);
  return (
    any(kinds, (kind) => !filter.off.has(kind)) &&
    (filter.scope === "" || any(scopes, (scope) => scope === filter.scope)) &&
    (filter.since === "" || any(since, (state) => filter.since.split(" ").includes(state))) &&
    (filter.part === "" || any(parts, (part) => filter.part === (pair === undefined ? `${mesh}:${part}` : part)))
  );
}
