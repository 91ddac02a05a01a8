import { describe, expect, it } from 'vitest';
import { linkFormula, withLabel } from './link-formula.js';

describe('a formula that is nothing but a link', () => {
  it.each([
    ['HYPERLINK("https://a.example/?a,b","Report")', ',', 'Report', 'HYPERLINK("https://a.example/?a,b","Der ""B""")'],
    ['=hyperlink( A1 , "a ""b"" c" ) ', ',', 'a "b" c', '=hyperlink( A1 , "Der ""B""" ) '],
    ['HYPERLINK("#\'"&B1&"\'!A1","Go")', ',', 'Go', 'HYPERLINK("#\'"&B1&"\'!A1","Der ""B""")'],
    ['HYPERLINK(\'Sheet, 1\'!A1,"Go")', ',', 'Go', 'HYPERLINK(\'Sheet, 1\'!A1,"Der ""B""")'],
    ['HYPERLINK(IF(A1,B1,{1,2}),"Go")', ',', 'Go', 'HYPERLINK(IF(A1,B1,{1,2}),"Der ""B""")'],
    ['of:=HYPERLINK([.A1];"Go")', ';', 'Go', 'of:=HYPERLINK([.A1];"Der ""B""")'],
    ['HYPERLINK("a","")', ',', '', 'HYPERLINK("a","Der ""B""")'],
  ] as const)('%s has a label that can change', (formula, separator, label, expected) => {
    const link = linkFormula(formula, separator);
    expect(link?.label).toBe(label);
    expect(link && withLabel(link, label)).toBe(formula);
    expect(link && withLabel(link, 'Der "B"')).toBe(expected);
  });

  it.each([
    'HYPERLINK("a")',
    'HYPERLINK("a",B1)',
    'HYPERLINK("a","b"&B1)',
    'HYPERLINK("a",B1&"b")',
    'HYPERLINK("a","b")&"c"',
    'HYPERLINK("a","b","c")',
    'HYPERLINK("a","b"',
    'HYPERLINK("a,b',
    'HYPERLINK("a"),"b")',
    'IF(A1,HYPERLINK("a","b"))',
    'MYHYPERLINK("a","b")',
    'CONCATENATE("a","b")',
    '',
  ])('%s is another formula', (formula) => {
    expect(linkFormula(formula, ',')).toBeUndefined();
  });
});
