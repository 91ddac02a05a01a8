/** How a program writes formulas: Excel, or OpenDocument (where a condition is a formula too). */
export type FormulaDialect = 'excel' | 'opendocument';

export interface LexedToken {
  kind: 'string' | 'operand' | 'space' | 'comparison' | 'join' | 'arithmetic' | 'separator' | 'open' | 'close';
  start: number;
  end: number;
}

/** Conditions of OpenDocument that are called like functions and have hyphens in their names. */
const conditions = [
  ...['cell-content-is-in-list', 'cell-content-is-not-between', 'cell-content-is-between', 'cell-content-text-length'],
  ...[
    'cell-content',
    'is-true-formula',
    'formula-is',
    'contains-text',
    'not-contains-text',
    'begins-with',
    'ends-with',
  ],
  'not-between',
];

/** One alternative for each kind of token, in the order of `kinds`. */
const token = new RegExp(
  [
    /(\s+)/,
    new RegExp(`((?:${conditions.join('|')})(?=\\()|[^\\s"'<>=!&+\\-*/^%,;|(){}[]+)`),
    /(<=|>=|<>|!=|[=<>])/,
    /(&)/,
    /([+\-*/^%])/,
    /([,;|])/,
    /([({])/,
    /([)}])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);

const kinds = [...(['space', 'operand', 'comparison', 'join', 'arithmetic', 'separator', 'open', 'close'] as const)];

/** The end of a quoted text from its opening quote on; a quote in it is doubled. The end of the formula where it is open. */
const endOfQuoted = (formula: string, start: number, quote: string): number => {
  for (let at = start + 1; ; at += 2) {
    at = formula.indexOf(quote, at);
    if (at < 0) return formula.length;
    if (formula[at + 1] !== quote) return at + 1;
  }
};

/** The end of a bracketed reference to a table, which may hold others; an apostrophe takes its meaning from a bracket. */
const endOfColumns = (formula: string, start: number): number => {
  let depth = 0;
  for (let at = start; at < formula.length; at += 1) {
    if (formula[at] === "'") at += 1;
    else if (formula[at] === '[') depth += 1;
    else if (formula[at] === ']') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return formula.length;
};

/** The end of a bracketed reference to cells, in which the names of sheets are quoted. */
const endOfCells = (formula: string, start: number): number => {
  let isQuoted = false;
  for (let at = start; at < formula.length; at += 1) {
    if (formula[at] === "'") isQuoted = !isQuoted;
    else if (formula[at] === ']' && !isQuoted) return at + 1;
  }
  return formula.length;
};

/** The beginning of a formula that is no part of its expression: the namespace of OpenDocument, and the equals sign. */
const opening = /^\s*(?:[a-z]+:)?=?/;

/** The tokens of a formula in their order, from behind its opening on; what is none of the others is an operand. */
export function* lexFormula(formula: string, dialect: FormulaDialect): Generator<LexedToken, void> {
  const endOfBrackets = dialect === 'excel' ? endOfColumns : endOfCells;
  for (let at = opening.exec(formula)?.[0].length ?? 0; at < formula.length; ) {
    const start = at;
    const character = formula[at];
    if (character === '[') at = endOfBrackets(formula, at);
    else if (character === "'") at = endOfQuoted(formula, at, "'");
    else if (character === '"') {
      at = endOfQuoted(formula, at, '"');
      yield { kind: 'string', start, end: at };
      continue;
    } else {
      token.lastIndex = at;
      const found = token.exec(formula);
      at += found?.[0].length ?? 1;
      const kind =
        found === null ? undefined : kinds[found.findIndex((text, group) => group > 0 && text !== undefined) - 1];
      if (kind !== undefined) {
        yield { kind, start, end: at };
        continue;
      }
    }
    yield { kind: 'operand', start, end: at };
  }
}
