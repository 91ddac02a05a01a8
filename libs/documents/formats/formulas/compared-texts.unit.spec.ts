import { describe, expect, it } from 'vitest';
import { ComparedTexts } from './compared-texts.js';

const same = (text: string) => text;
const excel = { dialect: 'excel', matching: 'wildcards', decode: same, encode: same } as const;
const translated = { isTranslated: true, stays: false };
const read = (...formulas: string[]): ComparedTexts => {
  const compared = new ComparedTexts();
  for (const formula of formulas) compared.addFormula(formula, excel);
  return compared;
};
const messages = (compared: ComparedTexts) =>
  compared.warnings.map(({ message, count }) => [message.slice(0, 40), count]);

describe('texts that formulas compare', () => {
  it('texts are met in the order of the formulas, in the spellings of the cells', () => {
    const compared = read('A1="Open"', 'B1="Done"', 'C1="Late"');
    for (const text of ['DONE', 'Open', 'done', 'Other']) compared.meet(text, translated);
    compared.meet('Late', { isTranslated: false, stays: false });
    expect(compared.met.map(({ spellings }) => [...spellings])).toEqual([['Open'], ['DONE', 'done']]);
  });

  it('formulas that differ in their rows alone are read once, those that differ in more each', () => {
    const compared = read('VLOOKUP("a",A1:B9,2,0)', 'VLOOKUP("a",A2:B10,2,0)', 'VLOOKUP("b",A1:B9,2,1)', 'A1&"1"="x"');
    for (const text of ['a', 'b', 'x']) compared.meet(text, translated);
    expect(messages(compared)).toEqual([
      ['Formulas look for parts of texts, or for', 1],
      ['Formulas look for texts by their alphabe', 1],
    ]);
  });

  it('of more texts than are held the first are looked for, and a reader is told', () => {
    const compared = new ComparedTexts();
    for (let number = 0; number < 60_000; number += 1) compared.addText(`text ${number}`);
    expect(compared.meet('text 0', translated)).toBeDefined();
    expect(compared.meet('text 59999', translated)).toBeUndefined();
    expect(messages(compared)).toEqual([['Formulas have more texts than could be c', 1]]);
  });

  it('parts of texts beyond those that are looked for count as found', () => {
    const compared = read(...Array.from({ length: 70 }, (_, at) => `FIND("part${'x'.repeat(at)}",A1)`));
    compared.meet('nothing', translated);
    expect(messages(compared)).toEqual([['Formulas look for parts of texts, or for', 6]]);
  });
});
