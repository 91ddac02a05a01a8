import { type FormulaToken, formulaTokens } from './formula-tokens.js';

/** New names in formulas, undefined where the old ones stay. Names are compared without regard to case. */
export interface NewNames {
  sheet(name: string): string | undefined;
  column(table: string, name: string): string | undefined;
  /** The name of the table that the formula is in. */
  ownTable?: string | undefined;
}

const unquoted = (raw: string): string => (raw.startsWith("'") ? raw.slice(1, -1).replaceAll("''", "'") : raw);

/** The sheet that the part of a formula before an exclamation mark names; the first of several. */
export const sheetOf = (raw: string): string => unquoted(raw).split(':')[0] ?? '';

/** Letters alone, and more of them than a cell's column has, cannot be read as anything but a name. */
const needsNoQuotes = /^\p{L}{4,}$/u;

const quoted = (names: readonly string[]): string =>
  names.every((name) => needsNoQuotes.test(name)) ? names.join(':') : `'${names.join(':').replaceAll("'", "''")}'`;

/** A sheet, or two for all from the first to the second; one of another workbook has brackets and stays. */
const newSheets = (raw: string, names: NewNames): string => {
  const sheets = unquoted(raw);
  if (sheets.includes('[')) return raw;
  const own = sheets.split(':');
  const renamed = own.map((name) => names.sheet(name) ?? name);
  return renamed.every((name, at) => name === own[at]) ? raw : quoted(renamed);
};

const special = /['[\]#@]/g;

/** The columns in the brackets of a reference to a table; those that begin with `#` are parts of the table. */
const newColumns = (raw: string, table: string, names: NewNames): string => {
  const inner = raw.slice(1, -1);
  if (!inner.startsWith('[') && !/(?<!')\[/.test(inner)) return `[${newColumn(inner, table, names)}]`;
  let written = '';
  for (let at = 0; at < inner.length; at += 1) {
    const start = at;
    while (at < inner.length && inner[at] !== '[') at += 1;
    written += inner.slice(start, at + 1);
    if (at >= inner.length) break;
    const from = at + 1;
    for (at = from; at < inner.length && inner[at] !== ']'; at += 1) if (inner[at] === "'") at += 1;
    written += newColumn(inner.slice(from, at), table, names) + inner.slice(at, at + 1);
  }
  return `[${written}]`;
};

const newColumn = (raw: string, table: string, names: NewNames): string => {
  if (raw === '' || raw.startsWith('#')) return raw;
  const isOfRow = raw.startsWith('@');
  const name = (isOfRow ? raw.slice(1) : raw).replace(/'(.)/gs, '$1');
  const renamed = names.column(table, name);
  return renamed === undefined ? raw : `${isOfRow ? '@' : ''}${renamed.replace(special, "'$&")}`;
};

/** The formula with its sheets and columns of tables renamed; texts in quotes stay. */
export const renameInFormula = (formula: string, names: NewNames): string => {
  const { ownTable } = names;
  const tokens = formulaTokens(formula, ownTable !== undefined);
  const renamed = (token: FormulaToken, at: number): string => {
    if (token.kind === 'sheet') return newSheets(token.raw, names);
    const before = tokens[at - 1];
    if (token.kind === 'column' && before) return newColumns(token.raw, before.raw, names);
    if (token.kind === 'own' && ownTable !== undefined) return newColumns(token.raw, ownTable, names);
    return token.raw;
  };
  return tokens.map(renamed).join('');
};
