const label = ['form:label', 'form:title'];
const indexEntry = ['text:string-value', 'text:key1', 'text:key2'];

/** Attributes whose value a reader sees, by their elements. */
export const shownAttributes: ReadonlyMap<string, readonly string[]> = new Map([
  ...'button checkbox radio frame fixed-text column text textarea formatted-text listbox combobox'
    .split(' ')
    .map((name): [string, string[]] => [`form:${name}`, label]),
  ['form:option', ['form:label']],
  ['table:help-message', ['table:title']],
  ['table:error-message', ['table:title']],
  ...['alphabetical-index-mark', 'toc-mark', 'user-index-mark'].map((name): [string, string[]] => [
    `text:${name}`,
    indexEntry,
  ]),
  ['text:alphabetical-index-mark-start', indexEntry],
]);
