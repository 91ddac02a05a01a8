import type { FormulaDialect } from './formula-lexer.js';
import { formulaTexts } from './formula-literals.js';
import { type Matching, soughtBy } from './sought-text.js';

/** How the formulas of a workbook are written. */
export interface FormulaSyntax {
  dialect: FormulaDialect;
  matching: Matching;
  /** The text that stands for a text in quotes, and the other way. */
  decode(text: string): string;
  encode(text: string): string;
}

/** New texts in formulas, undefined where the old ones stay. */
export interface NewTexts {
  text(text: string): string | undefined;
  /** The name of a column by which a pivot table is asked. */
  column?(name: string): string | undefined;
}

export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The formula with the texts that it compares with those of cells, or gives as its result, in translation. */
export const translateLiterals = (formula: string, syntax: FormulaSyntax, newTexts: NewTexts): string => {
  if (!formula.includes('"')) return formula;
  let written = '';
  let copied = 0;
  for (const literal of formulaTexts(formula, syntax.dialect).literals) {
    const text = newText(literal, syntax, newTexts);
    if (text === undefined) continue;
    written += formula.slice(copied, literal.start) + quoted(text);
    copied = literal.end;
  }
  return written + formula.slice(copied);
};

type Literal = Parameters<typeof soughtBy>[0];

const newText = ({ use, text: raw }: Literal, syntax: FormulaSyntax, newTexts: NewTexts): string | undefined => {
  const text = syntax.decode(raw);
  if (use === 'column') {
    const name = newTexts.column?.(text);
    return name && syntax.encode(name);
  }
  const sought = soughtBy({ use, text }, syntax.matching);
  const translation = sought?.kind === 'text' ? newTexts.text(sought.text) : undefined;
  if (sought?.kind !== 'text' || translation === undefined) return undefined;
  return syntax.encode(sought.write(translation));
};
