import { formulaTokens, literal, literalOf } from './formula-tokens.js';

/** The texts that a formula is, or compares a cell with (`"Done"`, `$A1="Done"`), by the place of their token. */
const comparedAt = (formula: string): Map<number, string> => {
  const tokens = formulaTokens(formula);
  const found = new Map<number, string>();
  const isCell = (at: number): boolean => {
    const token = tokens[at];
    return token?.kind === 'name' || (token?.kind === 'other' && /[$\w)]$/.test(token.raw.trim()));
  };
  const compares = (at: number): boolean => {
    const token = tokens[at];
    return token?.kind === 'other' && /^\s*(?:=|<>)\s*$/.test(token.raw);
  };
  for (const [at, { kind, raw }] of tokens.entries()) {
    if (kind !== 'string') continue;
    const isWhole = tokens.every((token, other) => other === at || token.raw.trim() === '' || token.raw === '=');
    const isCompared = (compares(at - 1) && isCell(at - 2)) || (compares(at + 1) && isCell(at + 2));
    if (isWhole || isCompared) found.set(at, literalOf(raw));
  }
  return found;
};

export const comparedTexts = (formula: string): string[] => [...comparedAt(formula).values()];

/** The formula with the texts that it compares cells with translated. */
export const translateCompared = (formula: string, translationOf: (text: string) => string | undefined): string => {
  const compared = comparedAt(formula);
  return formulaTokens(formula)
    .map(({ raw }, at) => {
      const text = compared.get(at);
      const translation = text === undefined ? undefined : translationOf(text);
      return translation === undefined ? raw : literal(translation);
    })
    .join('');
};

/** The formula of a rule such as "contains", which has the text of the rule as a literal, with its translation. */
export const withLiteral = (formula: string, text: string, translation: string | undefined): string =>
  translation === undefined
    ? formula
    : formulaTokens(formula)
        .map(({ kind, raw }) => (kind === 'string' && literalOf(raw) === text ? literal(translation) : raw))
        .join('');
