import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { defaultFormatOptions, defaultMergeOptions, type KeyRules } from '../format.port.js';
import { describeFormat } from '../format.suite.js';
import { memoryFile } from '../source-file.js';
import { extractAll, mergeAll } from '../whole-file.fixture.js';
import { propertiesFormat } from './properties.format.js';

describeFormat(propertiesFormat, {
  samples: new URL('./samples/', import.meta.url),
  refused: [
    { name: 'a line without an end', bytes: Buffer.from(`a=${'b c '.repeat(600_000)}`), reason: 'hostile' },
    { name: 'a value that never ends', bytes: Buffer.from(`a=${'b\\\n'.repeat(600_000)}`), reason: 'hostile' },
    { name: 'binary data', bytes: Buffer.from('a=b c\0\0'), reason: 'invalid' },
  ],
  standsAlone: () => true,
});

const textOf = (parts: Segment) => parts.map((part) => ('text' in part ? part.text : `[${part.id}]`)).join('');
const segmentsOf = async (file: string | Uint8Array) =>
  (await extractAll(propertiesFormat, memoryFile(Buffer.from(file)))).map(({ parts }) => textOf(parts));
const merge = async (file: string | Uint8Array, texts: readonly string[], includeSource = false) =>
  mergeAll(
    propertiesFormat,
    memoryFile(Buffer.from(file)),
    texts.map((text): Segment => [{ kind: 'text', text }]),
    { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'fr', includeSource },
  );
const merged = async (file: string, ...texts: string[]) => (await merge(file, texts)).toString();

describe('segments of properties', () => {
  it.each([
    [
      'values, never keys',
      'some key=some value\nother\\ key:more words\nthird the last one',
      ['key=some value', 'more words', 'the last one'],
    ],
    ['no comments', '# a b = c d\n! e f\n   # g h\na=some words', ['some words']],
    ['comments that never go on', '# a comment \\\na=some words', ['some words']],
    ['the lines that a value goes on in', 'a = some \\\n   words \\\r\n\tand more', ['some words and more']],
    ['a value behind an escaped line break', 'a = \\\n   some words', ['some words']],
    ['no backslash that is escaped', 'a=some words\\\\\nb=more words', ['some words\\', 'more words']],
    ['decoded', 'a=caf\\u00e9 one\\ttwo \\: three', ['café one', 'two : three']],
    ['lines of their own', 'a=One line.\\nAnother line', ['One line.', 'Another line']],
    ['with single apostrophes', "a={0} isn''t here\nb=It's not here", ["{0} isn't here", "It's not here"]],
    ['the choices of a number', 'a={0,choice,0#no files|1#one file}', ['no files', 'one file']],
    ['no letters alone and no identifiers', 'a=F\nb=save_all\nc=com.example.Main', []],
  ])('the segments of properties are %s', async (_rule, file, expected) => {
    expect(await segmentsOf(file)).toEqual(expected);
  });

  it.each<[Partial<KeyRules>, string[]]>([
    [{ include: ['$.menu'] }, ['Open', 'close it']],
    [{ include: ['$.*.close'] }, ['close it']],
    [{ include: ["$['menu.open']"] }, ['Open']],
    [{ exclude: ['$.menu.close'] }, ['some title']],
  ])('of the keys %j the values are translated', async (keys, expected) => {
    const file = memoryFile(Buffer.from('menu.open=Open\nmenu.close=close it\ntitle=some title\n'));
    const options = { ...defaultFormatOptions, keys: { include: [], exclude: [], ...keys } };
    const batches = await Array.fromAsync(propertiesFormat.extract(file, options));
    expect(batches.flat().map(({ parts }) => textOf(parts))).toEqual(expected);
  });
});

describe('translated properties', () => {
  it('characters beyond ASCII are escaped unless a value of the file has them as they are', async () => {
    expect(await merged('a=some words', 'où 😀')).toBe('a=o\\u00f9 \\ud83d\\ude00');
    expect(await merged('a=some words é', 'où 😀')).toBe('a=où 😀');
  });

  it('a file in ISO 8859-1 stays one', async () => {
    const latin = (text: string) => Buffer.from(text, 'latin1');
    expect(await merge(latin('a=some words é'), ['où “ça” œ'])).toEqual(latin('a=où \\u201cça\\u201d \\u0153'));
  });

  it('apostrophes are written twice where a message is formatted, and nowhere else', async () => {
    expect(await merged('a=the {0} one\nb=some words', "l'une {0}", "l'autre")).toBe("a=l''une {0}\nb=l'autre");
    expect(await merged("a=don''t go\nb=some words", "n'y va pas", "l'autre")).toBe("a=n''y va pas\nb=l''autre");
    expect(await merged("a=it's {0} now\nb=the {0} one", "c'est {0}", "l'une {0}")).toBe("a=c'est {0}\nb=l'une {0}");
    expect(await merged("a=the ''{0}'' one", "l'une '{0}'")).toBe("a=l''une ''{0}''");
    expect(await merged("a={0} is '{'not'}' here", "l'{0} '{'pas'}'")).toBe("a=l''{0} '{'pas'}'");
  });

  it('a translation goes on over lines as its source does', async () => {
    expect(
      await merged('a = some words \\\n    and more of them\nb=more words', 'one two three four five six', 'e f'),
    ).toBe('a = one two three four \\\n    five six\nb=e f');
    expect(await merged('a=One line.\\n\\\n  Another.', 'Une ligne.', 'Une autre.')).toBe(
      'a=Une ligne.\\n\\\n  Une autre.',
    );
  });

  it('what a program would read otherwise is escaped', async () => {
    expect(await merged('a=some words', '  C:\\x = #y')).toBe('a=C:\\\\x = #y');
  });

  it('the source stands in a comment above its translation', async () => {
    const file = 'x=y\n  a=some \\\n  words of it\nb=same words';
    expect((await merge(file, ['des mots', 'same words'], true)).toString()).toBe(
      'x=y\n  # en: some words of it\n  a=des mots\nb=same words',
    );
  });
});
