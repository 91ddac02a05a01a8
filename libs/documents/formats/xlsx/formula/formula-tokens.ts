import { endOfBrackets, endOfQuoted } from '#libs/documents/formats/formulas/enclosed.js';

/**
 * A piece of a formula. `sheet` is the part before an exclamation mark, `name` a run of letters and digits, `column` the
 * bracketed part of a reference to a table, `own` the same of the table that the formula is in; `raw` is as the formula has it.
 */
export interface FormulaToken {
  kind: 'string' | 'sheet' | 'name' | 'column' | 'own' | 'other';
  raw: string;
}

const nameCharacter = /[\p{L}\p{M}\p{N}_.\\:]/u;

const endOfName = (formula: string, start: number): number => {
  let at = start;
  while (at < formula.length && nameCharacter.test(String.fromCodePoint(formula.codePointAt(at) ?? 0))) {
    at += (formula.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }
  return at;
};

/** The pieces of a formula; put together they are the formula. `isInTable`: one that may leave the name of its table out. */
export const formulaTokens = (formula: string, isInTable = false): FormulaToken[] => {
  const tokens: FormulaToken[] = [];
  let other = '';
  const add = (kind: FormulaToken['kind'], end: number, start: number): number => {
    if (other !== '') tokens.push({ kind: 'other', raw: other });
    other = '';
    tokens.push({ kind, raw: formula.slice(start, end) });
    return end;
  };
  for (let at = 0; at < formula.length; ) {
    const character = formula[at] ?? '';
    if (character === '"') at = add('string', endOfQuoted(formula, at, '"'), at);
    else if (character === "'") {
      const end = endOfQuoted(formula, at, "'");
      at = add(formula[end] === '!' ? 'sheet' : 'other', end, at);
    } else if (character === '[') {
      const isOfTable = other === '' && tokens.at(-1)?.kind === 'name';
      const end = endOfBrackets(formula, at);
      if (isOfTable) at = add('column', end, at);
      else if (isInTable && !/[\p{L}\p{N}_'!]/u.test(formula[end] ?? '')) at = add('own', end, at);
      else {
        // A workbook in brackets: its sheet is none of ours.
        const name = endOfName(formula, end);
        other += formula.slice(at, name);
        at = name;
      }
    } else {
      const end = endOfName(formula, at);
      if (end > at) at = add(formula[end] === '!' ? 'sheet' : 'name', end, at);
      else {
        other += character;
        at += 1;
      }
    }
  }
  if (other !== '') tokens.push({ kind: 'other', raw: other });
  return tokens;
};

export const literalOf = (raw: string): string => raw.slice(1, -1).replaceAll('""', '"');
