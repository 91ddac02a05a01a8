import { hasLabelWords } from './label-words.js';

/** A text that a number format writes beside its number: where it stands in the code, with its quotation marks, and what it says. */
export interface FormatLiteral {
  start: number;
  end: number;
  text: string;
}

/** Signs that take the sign behind them: a space of its width, and one that fills the cell. */
const takesNext = /[_*]/;

/** The texts with words in a number format of Excel (ECMA-376 part 1, 18.8.31), in their order. */
export const literalsOf = (code: string): FormatLiteral[] => {
  const literals: FormatLiteral[] = [];
  let literal: FormatLiteral | undefined;
  const add = (start: number, end: number, text: string): void => {
    literal = { start: literal?.start ?? start, end, text: (literal?.text ?? '') + text };
  };
  const finish = (): void => {
    if (literal !== undefined && hasLabelWords(literal.text)) literals.push(literal);
    literal = undefined;
  };
  for (let at = 0; at < code.length; ) {
    const sign = code[at] ?? '';
    if (sign === '"') {
      const closing = code.indexOf('"', at + 1);
      const end = closing < 0 ? code.length : closing + 1;
      add(at, end, code.slice(at + 1, closing < 0 ? end : closing));
      at = end;
    } else if (sign === '\\') {
      add(at, Math.min(at + 2, code.length), code.slice(at + 1, at + 2));
      at += 2;
    } else if (sign === ' ' && literal !== undefined && /["\\]/.test(code[at + 1] ?? '')) {
      add(at, at + 1, sign);
      at += 1;
    } else {
      finish();
      if (sign === '[') {
        const closing = code.indexOf(']', at);
        at = closing < 0 ? code.length : closing + 1;
      } else at += takesNext.test(sign) ? 2 : 1;
    }
  }
  finish();
  return literals;
};

/** The code with other texts in the places of its literals; one that is undefined stays. */
export const withLiterals = (
  code: string,
  literals: readonly FormatLiteral[],
  texts: readonly (string | undefined)[],
): string => {
  let written = '';
  let copied = 0;
  for (const [index, { start, end }] of literals.entries()) {
    const text = texts[index];
    if (text === undefined) continue;
    // A quotation mark cannot stand between two of them.
    written += `${code.slice(copied, start)}"${text.replaceAll('"', '"\\""')}"`;
    copied = end;
  }
  return written + code.slice(copied);
};
