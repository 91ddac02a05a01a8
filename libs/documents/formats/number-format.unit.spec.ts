import { describe, expect, it } from 'vitest';
import { literalsOf, withLiterals } from './number-format.js';

const textsIn = (code: string) => literalsOf(code).map(({ text }) => text);
const upper = (code: string) =>
  withLiterals(
    code,
    literalsOf(code),
    literalsOf(code).map(({ text }) => text.toUpperCase()),
  );

describe('texts of a number format', () => {
  it('texts in quotation marks and behind backslashes are read section by section, and codes are not', () => {
    expect(textsIn('0 "working days";[Red]"loss of "0;"none"')).toEqual(['working days', 'loss of ', 'none']);
    expect(textsIn('0\\ \\d\\a\\y\\s')).toEqual([' days']);
    expect(textsIn('0.0" tonnes" "per year"')).toEqual([' tonnes per year']);
    expect(textsIn('[$EUR-407] #,##0.00_d;dd/mm/yyyy;General;@')).toEqual([]);
  });

  it('signs and single letters are no texts', () => {
    expect(textsIn('0"x";0" h";"("0")";0" %"')).toEqual([]);
  });

  it('a text that does not end is read to the end', () => {
    expect(textsIn('0 "days')).toEqual(['days']);
    expect(textsIn('0\\')).toEqual([]);
  });

  it('other texts stand in their places, and everything else stays', () => {
    expect(upper('_-* 0 "days"_-;[Red]\\l\\o\\s\\s\\ 0;@')).toBe('_-* 0 "DAYS"_-;[Red]"LOSS "0;@');
    expect(withLiterals('0 "days"', literalsOf('0 "days"'), ['"D"'])).toBe('0 ""\\""D"\\"""');
    expect(withLiterals('0 "days";"none"', literalsOf('0 "days";"none"'), [undefined, 'nada'])).toBe('0 "days";"nada"');
  });
});
