import type { FormulaLiteral } from './formula-literals.js';

/** How lookups and criteria of a workbook read a text. */
export type Matching = 'wildcards' | 'regular expressions' | 'texts';

/** Texts that a formula seeks by a literal. `write` puts another text in its place; `part`: of the texts that it finds. */
export type Sought =
  | { kind: 'text'; text: string; write(text: string): string }
  | { kind: 'part'; part: string }
  | { kind: 'order' }
  | { kind: 'given'; text: string };

const special: Readonly<Record<Matching, RegExp>> = {
  wildcards: /[*?]/,
  'regular expressions': /[.*+?^$|()[\]{}\\]/,
  texts: /(?!)/,
};

const escapes: Readonly<Record<Matching, readonly [RegExp, string]>> = {
  wildcards: [/[~*?]/g, '~$&'],
  'regular expressions': [/[.*+?^$|()[\]{}\\]/g, '\\$&'],
  texts: [/(?!)/g, ''],
};

/** The longest piece of a pattern that stands for itself. */
const longestPiece = (pattern: string, matching: Matching): string => {
  const pieces = matching === 'wildcards' ? pattern.split(/~[~*?]|[*?]/) : (pattern.match(/[\p{L}\p{N} ]+/gu) ?? []);
  return pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
};

/** `before`: an operator that stands before the pattern; undefined where none could. */
const patternOf = (pattern: string, matching: Matching, before: string | undefined): Sought => {
  const plain = matching === 'wildcards' ? pattern.replace(/~[~*?]/g, '') : pattern;
  if (special[matching].test(plain)) return { kind: 'part', part: longestPiece(pattern, matching) };
  return {
    kind: 'text',
    text: matching === 'wildcards' ? pattern.replace(/~([~*?])/g, '$1') : pattern,
    write(text) {
      const escaped = text.replace(...escapes[matching]);
      return before === '' && /^[=<>]/.test(escaped) ? `=${escaped}` : `${before ?? ''}${escaped}`;
    },
  };
};

const operator = /^(?:<=|>=|<>|[=<>])/;

const criterionOf = (text: string, matching: Matching): Sought => {
  const [before = ''] = operator.exec(text) ?? [];
  const isEqual = before === '' || before === '=' || before === '<>';
  return isEqual ? patternOf(text.slice(before.length), matching, before) : { kind: 'order' };
};

/** The text that a literal seeks among those of cells, undefined where it seeks none. */
export const soughtBy = (
  { use, text }: Pick<FormulaLiteral, 'use' | 'text'>,
  matching: Matching,
): Sought | undefined => {
  if (!/\p{L}/u.test(text)) return undefined;
  switch (use) {
    case 'value':
      // A result of the kind of `=Done` is a criterion of something else.
      return /^(?:=|<>)/.test(text) ? criterionOf(text, matching) : { kind: 'text', text, write: (other) => other };
    case 'criterion':
      return criterionOf(text, matching);
    case 'pattern':
      return patternOf(text, matching, undefined);
    case 'part':
      return { kind: 'part', part: text };
    case 'order':
    case 'given':
      return { kind: use, text };
    default:
      return undefined;
  }
};
