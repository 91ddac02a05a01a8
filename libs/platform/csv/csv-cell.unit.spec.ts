import { expect, it } from 'vitest';
import { csvCell } from './csv-cell.js';

it.each([
  ['=1+1', "'=1+1"],
  ['+358', "'+358"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '\\u0009=1'],
  ['\r=1', '\\u000d=1'],
  ['\n=1', '"\'\n=1"'],
  ['a\u0085CEF:0|', 'a\\u0085CEF:0|'],
  ['exe.\u202efdp', 'exe.\\u202efdp'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['＝1', "'＝1"],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  ['a=1', 'a=1'],
  ['two\nlines', '"two\nlines"'],
  ['', ''],
])('the cell of %j is %j', (value, cell) => expect(csvCell(value)).toBe(cell));
