import { describe, expect, it } from 'vitest';
import { innerField, instructionTexts } from './field-instructions.js';

const textsIn = (instruction: string) => instructionTexts(instruction).map(({ text }) => text);

describe('the texts in the instruction of a field', () => {
  it.each<[string, string[]]>([
    [' XE "valve:safety" \\b ', ['valve', 'safety']],
    ['XE "a\\:b" \\t "See c"', ['a:b', 'See c']],
    ['TC "Duties" \\f C \\l "1"', ['Duties']],
    ['HYPERLINK "http://x.org" \\o "Go there"', ['Go there']],
    ['HYPERLINK \\l mark', []],
    ['IF "a"="b" "Yes" "No"', ['Yes', 'No']],
    [`IF ${innerField} > 5 \u201cMany\u201d few`, ['Many']],
    [`IF ${innerField} = "x" "Dear ${innerField}" "Dear all"`, ['Dear all']],
    ['MACROBUTTON NoMacro [Click here]', ['[Click here]']],
    ['FILLIN "Your name?" \\d "nobody"', ['Your name?']],
    ['ASK mark "Your name?"', ['Your name?']],
    ['PAGEREF _Toc1 \\h', []],
    ['', []],
    ['XE', []],
    ['XE "open', ['open']],
  ])('%s has %j', (instruction, texts) => {
    expect(textsIn(instruction)).toEqual(texts);
  });

  it('a text is written so that the instruction can be read again', () => {
    const [level] = instructionTexts('XE "valve"');
    expect(level?.write('a "b": \\c')).toBe('a \\"b\\"\\: \\\\c');
    const [tip] = instructionTexts('TC "Duties"');
    expect(textsIn(`TC "${tip?.write('a "b" \\c')}"`)).toEqual(['a "b" \\c']);
  });

  it('an entry of more levels than any program reads stays', () => {
    expect(textsIn(`XE "${'a:'.repeat(20_000)}"`)).toEqual([]);
  });
});
