import { describe, expect, it } from 'vitest';
import { translateLiterals } from './formula-syntax.js';
import type { Matching } from './sought-text.js';

const words: Readonly<Record<string, string>> = {
  done: 'Erledigt',
  open: 'Offen?',
  'a "b"': 'Ein "B"',
  'what?': 'Was?',
  late: '>= spät',
  'c++': 'C++ (neu)',
};
const same = (text: string) => text;
const translated = (formula: string, matching: Matching = 'wildcards', dialect: 'excel' | 'opendocument' = 'excel') =>
  translateLiterals(
    formula,
    { dialect, matching, decode: same, encode: same },
    { text: (text) => words[text.toLowerCase()], column: (name) => (name === 'Region' ? 'Gebiet' : undefined) },
  );

describe('texts of formulas in translation', () => {
  it.each([
    ['IF(A1="Done","DONE",SEARCH("Done",A1))', 'IF(A1="Erledigt","Erledigt",SEARCH("Done",A1))'],
    ['A1="a ""b"""', 'A1="Ein ""B"""'],
    ['A1="Open"', 'A1="Offen?"'],
    ['COUNTIF(A:A,"<>Open")', 'COUNTIF(A:A,"<>Offen~?")'],
    ['COUNTIF(A:A,"=done")', 'COUNTIF(A:A,"=Erledigt")'],
    ['COUNTIF(A:A,"What~?")', 'COUNTIF(A:A,"Was~?")'],
    ['COUNTIF(A:A,"Late")', 'COUNTIF(A:A,"=>= spät")'],
    ['COUNTIF(A:A,"Done*")', 'COUNTIF(A:A,"Done*")'],
    ['COUNTIF(A:A,">Done")', 'COUNTIF(A:A,">Done")'],
    ['MATCH("Open",A:A,0)', 'MATCH("Offen~?",A:A,0)'],
    ['XLOOKUP("Open",A:A,B:B)', 'XLOOKUP("Offen?",A:A,B:B)'],
    ['XLOOKUP("Open",A:A,B:B,,2)', 'XLOOKUP("Offen~?",A:A,B:B,,2)'],
    ['"=Done"', '"=Erledigt"'],
    ['GETPIVOTDATA("Sales",A3,"Region","Done")', 'GETPIVOTDATA("Sales",A3,"Gebiet","Done")'],
    ['"Done: "&A1&TEXT(A1,"Open")', '"Done: "&A1&TEXT(A1,"Open")'],
  ])('%s becomes %s', (formula, expected) => {
    expect(translated(formula)).toBe(expected);
  });

  it('regular expressions are escaped where the workbook has them', () => {
    expect(translated('of:=COUNTIF([.A1];"Open")', 'regular expressions', 'opendocument')).toBe(
      'of:=COUNTIF([.A1];"Offen\\?")',
    );
    expect(translated('of:=COUNTIF([.A1];"c++")', 'regular expressions', 'opendocument')).toBe(
      'of:=COUNTIF([.A1];"c++")',
    );
    expect(translated('of:=COUNTIF([.A1];"c++")', 'texts', 'opendocument')).toBe('of:=COUNTIF([.A1];"C++ (neu)")');
  });
});
