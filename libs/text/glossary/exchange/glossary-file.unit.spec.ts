import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { assertEntries } from '../glossary-entries.js';
import type { GlossaryEntry } from '../glossary-entry.js';
import { type GlossaryFormat, readGlossaryFile, writeGlossaryFile } from './glossary-file.js';

const languages = { source: 'en', target: 'es' };
const formats: GlossaryFormat[] = ['csv', 'tsv', 'tbx'];

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, format: GlossaryFormat = 'csv', from = languages): string[] =>
  readGlossaryFile(bytesOf(text), format, from).map(({ source, target }) => `${source}=${target}`);

const refusalOf = (bytes: Uint8Array | string, format: GlossaryFormat = 'csv'): Rejection => {
  try {
    readGlossaryFile(typeof bytes === 'string' ? bytesOf(bytes) : bytes, format, languages);
  } catch (error) {
    if (error instanceof Rejection) return error;
    throw error;
  }
  throw new Error('accepted');
};

const isAccepted = (entries: readonly GlossaryEntry[]): boolean => {
  try {
    assertEntries(entries);
    return true;
  } catch {
    return false;
  }
};

describe.each(formats)('a glossary as %s', (format) => {
  it('a glossary that was written is read back exactly', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'a',
        ' ',
        '  ',
        '"',
        "'",
        ',',
        ';',
        '=',
        '+',
        '-',
        '@',
        '＝',
        '<b>',
        '&amp;',
        ']]>',
        '\ufeff',
        '\u00a0',
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
      fc.constantFrom('source', 'target', 'en', 'es'),
    );
    const term = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
    const entry = fc.record({ source: term, target: term }).filter((each) => isAccepted([each]));
    const glossary = fc.array(entry, { minLength: 1, maxLength: 6 }).filter(isAccepted);
    fc.assert(
      fc.property(glossary, (entries) => {
        const file = writeGlossaryFile(entries, format, languages);
        expect(readGlossaryFile(bytesOf(file), format, languages)).toEqual(entries);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a glossary with an entry that looks like a row of names is read back exactly', () => {
    const entries = [
      { source: 'source', target: 'target' },
      { source: 'en', target: 'es' },
    ];
    expect(readGlossaryFile(bytesOf(writeGlossaryFile(entries, format, languages)), format, languages)).toEqual(
      entries,
    );
  });

  it('a glossary file in UTF-16 is read too', () => {
    const file = writeGlossaryFile([{ source: 'año', target: '漢字😀' }], format, languages).replace('\ufeff', '');
    const little = Buffer.from(`\ufeff${file}`, 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      expect(readGlossaryFile(bytes, format, languages)).toEqual([{ source: 'año', target: '漢字😀' }]);
    }
  });

  it('a glossary file with more than 10,000 entries is refused', () => {
    const entries = Array.from({ length: 10_001 }, (_, n) => ({ source: `a${n}`, target: 'b' }));
    expect(refusalOf(writeGlossaryFile(entries, format, languages), format)).toMatchObject({
      code: 'invalid_request',
      details: { file: ['must have at most 10000 entries'] },
    });
    expect(
      readGlossaryFile(bytesOf(writeGlossaryFile(entries.slice(1), format, languages)), format, languages),
    ).toEqual(entries.slice(1));
  });

  it.each([
    ['of 9 MB', new Uint8Array(9 * 1024 ** 2).fill(97), 413],
    ['of nothing', new Uint8Array(), 400],
    ['of a byte order mark', Uint8Array.of(0xef, 0xbb, 0xbf), 400],
    ['of blank lines', bytesOf('\r\n\n'), 400],
    ['of 7 MB of quotation marks', new Uint8Array(7 * 1024 ** 2).fill(34), 400],
    ['of 7 MB of angle brackets', new Uint8Array(7 * 1024 ** 2).fill(60), 400],
    ['of 7 MB of commas', new Uint8Array(7 * 1024 ** 2).fill(44), 400],
    ['of 7 MB of line breaks', new Uint8Array(7 * 1024 ** 2).fill(10), 400],
    ['in half of UTF-16', Uint8Array.of(0xff, 0xfe, 0x61), 400],
    ['of NULs', new Uint8Array(1_000), 400],
  ])('a glossary file %s is refused', (_, bytes, status) => {
    expect(refusalOf(bytes, format)).toMatchObject({ code: 'invalid_request', status });
  });

  it('a glossary file that is not Unicode is refused with the line', () => {
    const file = Buffer.concat([Buffer.from('a,b\r\nc,d\n'), Buffer.from([0xe9, 0x2c])]);
    expect(refusalOf(file, format).details).toEqual({ file: ['line 3 is not UTF-8'] });
  });
});

describe('CSV', () => {
  it.each([
    ['a,b\nc,d', ['a=b', 'c=d']],
    ['a,b\r\nc,d\r\n', ['a=b', 'c=d']],
    ['a,b\rc,d', ['a=b', 'c=d']],
    ['\ufeffa,b\n\n\n', ['a=b']],
    ['a;b\nc;d, e', ['a=b', 'c=d, e']],
    ['a\tb\nc\td, e', ['a=b', 'c=d, e']],
    ['a,b;c\nd,e', ['a=b;c', 'd=e']],
    ['"a ""b"", c",d', ['a "b", c=d']],
    ['a, "b, c" \n', ['a=b, c']],
    ['a,b,,\nc,d,', ['a=b', 'c=d']],
    ['a "quoted" b,c', ['a "quoted" b=c']],
    ['=1+1,@SUM(A1)\n+1,-1', ['=1+1=@SUM(A1)', '+1=-1']],
    ["'=1+1,'-s\n'tis,x", ['=1+1=-s', "'tis=x"]],
    ['Source,Target\na,b', ['a=b']],
    ['target;comment;source\nb;;a', ['a=b']],
    ['EN,ES\na,b', ['a=b']],
    ['es-MX,en_US\nb,a', ['a=b']],
    ['comment,en,es\nx,a,b\ny,c,d', ['a=b', 'c=d']],
    ['source,x\na,b', ['source=x', 'a=b']],
  ])('CSV %j is read', (text, entries) => {
    expect(read(text)).toEqual(entries);
  });

  it.each([
    ['a,b\n"c,d\ne,f', 'line 2 has a quotation mark that is never closed'],
    ['a,b\n"c"d,e', 'line 2 has text after a quotation'],
    ['a,b\n\nc', 'line 3 has no target'],
    ['a,b\n,d', 'line 2 has no source'],
    ['a,b,c', 'line 1 must have two columns, source and target'],
    ['a,b\n"c\nd",e\na,f', 'line 2 has a source that must not have control characters or line breaks'],
    ['a,b\n"a",c', 'line 2 has the same source as line 1'],
    [`a,b\nc,${'d'.repeat(1_025)}`, 'line 2 has a target that must not be longer than 1024 characters'],
    [`a,b\n"${'c'.repeat(70_000)}",d`, 'line 2 has a quotation that is too long'],
    ['a,b\u0000', 'line 1 has a target that must not have control characters or line breaks'],
    [`a${',b'.repeat(100)}`, 'line 1 has too many columns'],
  ])('CSV %j is refused: %s', (text, message) => {
    const refusal = refusalOf(text);
    expect(refusal.details?.file).toContain(message);
    expect(refusal.message).toContain(message);
  });

  it('CSV is written so that a spreadsheet takes no term for a formula', () => {
    const file = writeGlossaryFile([{ source: '=cmd()', target: '\'+1, "a"' }], 'csv', languages);
    expect(file).toBe('\ufeffsource,target\r\n\'=cmd(),"\'\'+1, ""a"""\r\n');
  });
});

describe('TSV', () => {
  it.each([
    ['a\tb\nc\td', ['a=b', 'c=d']],
    ['a, "b"\t"c\r\nd\te', ['a, "b"="c', 'd=e']],
    ['"say ""hi"""\t"x, y"', ['say "hi"=x, y']],
    ['source\ttarget\na\tb\t', ['a=b']],
    ['es\ten\nb\ta', ['a=b']],
  ])('TSV %j is read', (text, entries) => {
    expect(read(text, 'tsv')).toEqual(entries);
  });

  it('a fault in TSV is reported with its line', () => {
    expect(refusalOf('a\tb\n\nc,d', 'tsv').details).toEqual({ file: ['line 3 has no target'] });
  });
});

describe('the delimiter of a glossary file', () => {
  it('a first line may say it, and is no entry', () =>
    expect(readGlossaryFile(bytesOf('sep=;\r\na,b;c\r\n'), 'csv', languages)).toEqual([
      { source: 'a,b', target: 'c' },
    ]));

  it('lines behind one that says it keep their numbers', () =>
    expect(refusalOf('sep=;\nhouse;casa\nboat', 'csv').details).toEqual({ file: ['line 3 has no target'] }));

  it.each([
    ['tsv', 'a,b\nc,d', 'has no tab between source and target'],
    ['csv', 'a|b\nc|d', 'has no comma, semicolon or tab between source and target'],
  ] as const)('a %s file without any is refused by that, and not by its lines', (format, text, message) =>
    expect(refusalOf(text, format).details).toEqual({ file: [message] }),
  );
});
