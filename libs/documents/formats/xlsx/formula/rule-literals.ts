import { quoted } from '#libs/documents/formats/formulas/formula-syntax.js';
import { formulaTokens, literalOf } from './formula-tokens.js';

/** The formula of a rule such as "contains", which has the text of the rule as a literal, with its translation. */
export const withLiteral = (formula: string, text: string, translation: string | undefined): string =>
  translation === undefined
    ? formula
    : formulaTokens(formula)
        .map(({ kind, raw }) => (kind === 'string' && literalOf(raw) === text ? quoted(translation) : raw))
        .join('');
