import { levelElements } from './level-labels.js';

const label = ['form:label', 'form:title'];
const indexEntry = ['text:string-value', 'text:key1', 'text:key2'];

/** Attributes whose value a reader sees, by their elements. */
export const shownAttributes: ReadonlyMap<string, readonly string[]> = new Map([
  ...'button checkbox radio frame fixed-text column text textarea formatted-text listbox combobox'
    .split(' ')
    .map((name): [string, string[]] => [`form:${name}`, label]),
  ['form:option', ['form:label']],
  ['text:label', ['text:value']],
  ['loext:list-item', ['loext:display-text']],
  ['text:conditional-text', ['text:string-value-if-true', 'text:string-value-if-false']],
  ['text:hidden-text', ['text:string-value']],
  ['text:placeholder', ['text:description']],
  ['text:text-input', ['text:description']],
  ['text:a', ['office:title']],
  ['draw:a', ['office:title']],
  ...levelElements.map((name): [string, string[]] => [name, []]),
  ['table:help-message', ['table:title']],
  ['table:error-message', ['table:title']],
  ...['alphabetical-index-mark', 'toc-mark', 'user-index-mark'].map((name): [string, string[]] => [
    `text:${name}`,
    indexEntry,
  ]),
  ['text:alphabetical-index-mark-start', indexEntry],
]);
