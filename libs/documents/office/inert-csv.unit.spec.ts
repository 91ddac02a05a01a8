import { describe, expect, it } from 'vitest';
import { withInertTexts } from './inert-csv.js';

const through = async (csv: string, length = csv.length + 1): Promise<string> => {
  const chunks = (async function* () {
    for (let at = 0; at < csv.length; at += length) yield csv.slice(at, at + length);
  })();
  let written = '';
  for await (const text of withInertTexts(chunks)) written += text;
  return written;
};

describe('a CSV made of a workbook', () => {
  it.each([
    ['"=HYPERLINK(""http://x"")",-2.5\n', `"'=HYPERLINK(""http://x"")",-2.5\n`],
    ['"-2",-2,"+1","@a","=1","a","＝1"\n', "'-2,-2,'+1,'@a,'=1,a,'＝1\n"],
    ['"two\n=lines, ""q""",1\r\n"","x"', '"two\n=lines, ""q""",1\r\n,x'],
    [',,\n\n"=1"', ",,\n\n'=1"],
    ['"a","=1', 'a,"=1'],
    ['', ''],
  ])('%j is written as %j, wherever it is cut', async (csv, expected) => {
    expect(await through(csv)).toBe(expected);
    expect(await through(csv, 1)).toBe(expected);
  });
});
