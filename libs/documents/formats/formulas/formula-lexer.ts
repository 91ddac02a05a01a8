import { endOfBrackets, endOfQuoted } from './enclosed.js';

/** How a program writes formulas: Excel, or OpenDocument (where a condition is a formula too). */
export type FormulaDialect = 'excel' | 'opendocument';

export type TokenKind =
  | 'string'
  | 'operand'
  | 'space'
  | 'comparison'
  | 'join'
  | 'arithmetic'
  | 'separator'
  | 'open'
  | 'close';

const kindsOf: Readonly<Record<string, TokenKind>> = {
  ...Object.fromEntries([...' \t\n\r\u00a0'].map((sign) => [sign, 'space'])),
  ...Object.fromEntries([...'+-*/^%'].map((sign) => [sign, 'arithmetic'])),
  ...Object.fromEntries([...'<>='].map((sign) => [sign, 'comparison'])),
  ...Object.fromEntries([...',;|'].map((sign) => [sign, 'separator'])),
  ...{ '"': 'string', '&': 'join', '(': 'open', '{': 'open', ')': 'close', '}': 'close' },
};

/** Characters that end an operand without brackets or quotes. */
const signs = new Set([...Object.keys(kindsOf), "'", '[', '!']);

/** Conditions of OpenDocument that are called like functions and have hyphens in their names. */
const condition =
  /(?:cell-content(?:-is-in-list|-is-(?:not-)?between|-text-length)?|is-true-formula|formula-is|(?:not-)?contains-text|begins-with|ends-with|not-between)(?=\()/y;

/** The end of a bracketed reference to cells, in which the names of sheets are quoted. */
const endOfCells = (formula: string, start: number): number => {
  let isQuoted = false;
  for (let at = start; at < formula.length; at += 1) {
    if (formula[at] === "'") isQuoted = !isQuoted;
    else if (formula[at] === ']' && !isQuoted) return at + 1;
  }
  return formula.length;
};

const endOfOperand = (formula: string, start: number, dialect: FormulaDialect): number => {
  if (dialect === 'opendocument') {
    condition.lastIndex = start;
    if (condition.test(formula)) return condition.lastIndex;
  }
  let at = start + 1;
  while (at < formula.length && !signs.has(formula[at] ?? '')) at += 1;
  return at;
};

const endOfComparison = (formula: string, start: number): number => {
  const second = formula[start + 1];
  const isDouble = formula[start] === '<' ? second === '=' || second === '>' : formula[start] === '>' && second === '=';
  return start + (isDouble ? 2 : 1);
};

/** The beginning of a formula that is no part of its expression: the namespace of OpenDocument, and the equals sign. */
const opening = /^\s*(?:[a-z]+:)?=?/;

/** Tells the tokens of a formula in their order, from behind its opening on; what is none of the others is an operand. */
export const lexFormula = (
  formula: string,
  dialect: FormulaDialect,
  tell: (kind: TokenKind, start: number, end: number) => void,
): void => {
  const endOfReference = dialect === 'excel' ? endOfBrackets : endOfCells;
  for (let at = opening.exec(formula)?.[0].length ?? 0; at < formula.length; ) {
    const start = at;
    const sign = formula[at] ?? '';
    const isUnequal = sign === '!' && formula[at + 1] === '=';
    const kind = isUnequal ? 'comparison' : (kindsOf[sign] ?? 'operand');
    if (kind === 'string' || sign === "'") at = endOfQuoted(formula, at, sign);
    else if (sign === '[') at = endOfReference(formula, at);
    else if (isUnequal) at += 2;
    else if (kind === 'comparison') at = endOfComparison(formula, at);
    else if (kind === 'operand') at = endOfOperand(formula, at, dialect);
    else at += 1;
    tell(kind, start, at);
  }
};
