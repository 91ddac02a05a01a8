import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { defaultFormatOptions, defaultMergeOptions, type KeyRules } from '../format.port.js';
import { describeFormat } from '../format.suite.js';
import { memoryFile } from '../source-file.js';
import { extractAll, mergeAll } from '../whole-file.fixture.js';
import { csvFormat } from './csv.format.js';

describeFormat(csvFormat, {
  samples: new URL('./samples/', import.meta.url),
  refused: [
    { name: 'binary data', bytes: Buffer.from('a,b\0\n'), reason: 'invalid' },
    { name: 'a ZIP archive', bytes: Buffer.from('PK\u0003\u0004aaaa'), reason: 'invalid' },
  ],
});

const shown = (parts: Segment): string => parts.map((part) => ('text' in part ? part.text : `[${part.id}]`)).join('');
const segmentsOf = async (csv: string) =>
  (await extractAll(csvFormat, memoryFile(Buffer.from(csv)))).map(({ parts }) => shown(parts));
const segmentsWith = async (csv: string, keys: Partial<KeyRules>) => {
  const texts: string[] = [];
  const options = { ...defaultFormatOptions, keys: { include: [], exclude: [], ...keys } };
  for await (const batch of csvFormat.extract(memoryFile(Buffer.from(csv)), options)) {
    texts.push(...batch.map(({ parts }) => shown(parts)));
  }
  return texts;
};
const merged = async (csv: string, ...texts: string[]) =>
  (
    await mergeAll(
      csvFormat,
      memoryFile(Buffer.from(csv)),
      texts.map((text): Segment => [{ kind: 'text', text }]),
      { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'de' },
    )
  ).toString();

describe('fields of a table', () => {
  it.each([
    ['between commas', 'id,text\n1,"aa bb, c"\n', ['aa bb, c']],
    [
      'between semicolons, whatever commas there are',
      'x,yy zz;bb cc\ndd, ee, ff;ff gg\n',
      ['x,yy zz', 'bb cc', 'dd, ee, ff', 'ff gg'],
    ],
    ['between tabs', 'aa bb\tcc dd\nee ff\tgg hh\n', ['aa bb', 'cc dd', 'ee ff', 'gg hh']],
    ['between bars', 'aa bb|cc dd\nee ff|gg hh\n', ['aa bb', 'cc dd', 'ee ff', 'gg hh']],
    ['of one column', 'One text, here\nAnother text\nThe third\n', ['One text, here', 'Another text', 'The third']],
    ['without names of columns, by the data below', 'Given name,Date of birth\nJo Ann,2001-02-03\nAl,\n', ['Jo Ann']],
    [
      'without names of columns, by the length of the text below',
      'Full text,Its kind\nA text that is very much longer than its name,of it\n',
      ['A text that is very much longer than its name', 'of it'],
    ],
    ['without names that are abbreviations', 'No.,Desc.,Full name\n1,aa bb,cc dd\n', ['aa bb', 'cc dd']],
    [
      'without names behind an empty one',
      ',Full name,State of it\n0,Jo Ann,so so\n1,Al B,well done\n',
      ['Jo Ann', 'so so', 'Al B', 'well done'],
    ],
    [
      'with a first row that is one of data',
      'One fine day,we go\nAnother day,we stay\n',
      ['One fine day', 'we go', 'Another day', 'we stay'],
    ],
    ['without formulas, numbers and identifiers', 'id,text\nsome_id,=A1 & B1\n-3,+49 30 xx\n@me and you,-aa bb\n', []],
    ['without what stands behind a closing quote', 'id,text\n"aa bb"cc dd,"ee ff"\n', ['ee ff']],
    [
      'that are single words where others of their column have white space',
      'id;item;state\n1;Red apples;ok\n2;Butter;ok\n3;Cow milk;in stock\n4;Salt-free;gone\n5;Eggs;in stock\n6;X-100;gone\n7;Rye;gone\n8;Wheat bread;gone\n',
      ['Red apples', 'Butter', 'Cow milk', 'in stock', 'Salt-free', 'Eggs', 'in stock', 'Rye', 'Wheat bread'],
    ],
    ['with a quote within', 'id,text\n1,a 5" screen\n', ['a 5" screen']],
  ])('the segments of a table are fields %s', async (_rule, csv, expected) => {
    expect(await segmentsOf(csv)).toEqual(expected);
  });

  it('a quote without an end is copied, and so is a field that is too long to be held', async () => {
    const open = `id,text\n1,aa bb\n2,"${'cc dd '.repeat(400_000)}`;
    expect(await segmentsOf(open)).toEqual(['aa bb']);
    expect(await merged(open, 'x')).toBe(open.replace('aa bb', 'x'));
    const long = `id,text\n1,"${'cc ""dd, '.repeat(200_000)}",ee ff\n2,gg hh`;
    expect(await segmentsOf(long)).toEqual(['ee ff', 'gg hh']);
    expect(await merged(long, 'x', 'y')).toBe(long.replace('ee ff', 'x').replace('gg hh', 'y'));
  });
});

describe('columns', () => {
  const csv = 'Name,Text,Other text\nRed,one one,Blue\nGreen,two two,three three\n';
  it.each([
    [{ include: ['Other text'] }, ['Blue', 'three three']],
    [{ exclude: ['Text'] }, ['three three']],
    [{ include: ['Name', 'Text'], exclude: ['Text'] }, ['Red', 'Green']],
    [{ include: ['none'] }, []],
  ])('of the keys %j the columns are translated, also what has no white space', async (keys, expected) => {
    expect(await segmentsWith(csv, keys)).toEqual(expected);
  });
});

describe('a translated table', () => {
  it('a field keeps its quotes, and gets them where its translation needs them', async () => {
    expect(await merged('id,text\n1,aa bb\n2,"cc dd"\n3,ee ff\n', 'xx yy', 'say "z"', 'u, "v"')).toBe(
      'id,text\n1,xx yy\n2,"say ""z"""\n3,"u, ""v"""\n',
    );
  });

  it('a field without quotes is one segment where quotes around a part of it would break the row', async () => {
    expect(await segmentsOf('id,text\n1,one two<br>Three four\n')).toEqual(['one two [1]Three four']);
    expect(await merged('id,text\n1,one two<br>Three four\n', 'a, b')).toBe('id,text\n1,"a, b<br>"\n');
  });

  it('a translation that a spreadsheet would calculate is made a text', async () => {
    expect(await merged('id,text\n1,aa bb\n2,"cc dd"\n', '=1+1', '@x')).toBe('id,text\n1,\'=1+1\n2,"\'@x"\n');
  });

  it('a file that escapes quotes with a backslash goes on to do so', async () => {
    expect(await merged('id,text\n1,"aa \\"bb\\" cc"\n', 'xx "yy"')).toBe('id,text\n1,"xx \\"yy\\""\n');
  });

  it('a file that escapes quotes with a backslash is read as one when backslashes stand before them', async () => {
    const field = 'aa \\\\\\"bb\\\\\\" cc';
    expect(await segmentsOf(`id,text\n1,"${field}"\n`)).toEqual(['aa \\"bb\\" cc']);
  });
});

describe('the source of a field', () => {
  const both = async (csv: string, ...texts: string[]) =>
    (
      await mergeAll(
        csvFormat,
        memoryFile(Buffer.from(csv)),
        texts.map((text): Segment => [{ kind: 'text', text }]),
        { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'de', includeSource: true },
      )
    ).toString();

  it.each([
    ['has a column with the language in its name', 'id,text\n1,aa bb\n', 'id,text,text (en)\n1,x,aa bb\n'],
    ['keeps its quotes', 'id,"text"\r\n1,"aa ""b"" c"', 'id,"text","text (en)"\r\n1,"x","aa ""b"" c"'],
    ['has no name where no column has one', 'aa bb;1\ncc dd;2\n', 'x;aa bb;1\ny;cc dd;2\n'],
    ['is empty beside what stays', 'id,text\n1,aa bb\n2,7\n\n', 'id,text,text (en)\n1,x,aa bb\n2,7,\n\n'],
    ['has a name that no other column has', 'text,text (en)\naa bb,1\n', 'text,text (en 2),text (en)\nx,aa bb,1\n'],
    ['is not there in a table of one column, which has no delimiter', 'One text\nTwo, texts\n', 'x\ny\n'],
  ])('%s', async (_what, csv, expected) => {
    expect(await both(csv, ...['x', 'y'].slice(0, expected.includes('y') ? 2 : 1))).toBe(expected);
  });
});
