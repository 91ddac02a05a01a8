import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { damagedFile } from '../damage.fixture.js';
import { faultOfReading } from '../damaged-reading.fixture.js';
import { defaultFormatOptions, defaultMergeOptions } from '../format.port.js';
import { memoryFile } from '../source-file.js';
import { pseudo } from '../suite-translations.fixture.js';
import { inSmallReads, mergeAll, readingErrors } from '../whole-file.fixture.js';
import { poFormat } from './po.format.js';

const shown = (parts: Segment): string => parts.map((part) => ('text' in part ? part.text : `[${part.id}]`)).join('');

const segmentsOf = async (file: string | Uint8Array, targetLanguage?: string): Promise<Segment[]> => {
  const options = { ...defaultFormatOptions, ...(targetLanguage === undefined ? {} : { targetLanguage }) };
  const batches = await Array.fromAsync(poFormat.extract(memoryFile(Buffer.from(file)), options));
  return batches.flat().map(({ parts }) => parts);
};
const textsOf = async (file: string, targetLanguage = 'de') => (await segmentsOf(file, targetLanguage)).map(shown);

/** The file translated from English, each segment with a change. */
const translated = async (file: string | Uint8Array, change: (segment: Segment) => Segment, targetLanguage = 'de') => {
  const segments = await segmentsOf(file, targetLanguage);
  const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage };
  return (await mergeAll(poFormat, memoryFile(Buffer.from(file)), segments.map(change), options)).toString();
};
const upper = (segment: Segment): Segment =>
  segment.map((part) => ('text' in part ? { kind: 'text', text: part.text.toUpperCase() } : part));

const header = (...fields: string[]) =>
  ['msgid ""', 'msgstr ""', ...fields.map((field) => `"${field}\\n"`), '', ''].join('\n');
const german = header(
  'Language: de',
  'Content-Type: text/plain; charset=UTF-8',
  'Plural-Forms: nplurals=2; plural=(n != 1);',
);
const message = (...lines: string[]) => `${lines.join('\n')}\n`;

describe('messages of gettext', () => {
  it.each([
    ['a message without a translation', message('msgid "One day"', 'msgstr ""'), ['One day']],
    ['strings on several lines as one', message('msgid ""', '"One "', '"day"', 'msgstr ""'), ['One day']],
    ['several strings on a line as one', message('msgid "One " "day"', 'msgstr ""'), ['One day']],
    ['paragraphs', message('msgid "One.\\n\\nTwo.\\n"', 'msgstr ""'), ['One.', 'Two.']],
    ['escapes as what they mean', message('msgid "\\"a\\" \\\\ \\x41 b\\101"', 'msgstr ""'), ['"a" \\ A bA']],
    ['no context and no comment', message('# Two', 'msgctxt "Three"', 'msgid "One"', 'msgstr ""'), ['One']],
    ['no translation', message('msgid "One"', 'msgstr "Eins"'), []],
    ['a fuzzy one anew', message('#, fuzzy, c-format', 'msgid "One"', 'msgstr "Zwei"'), ['One']],
    [
      'no entry that is no longer used',
      message('#~ msgid "Old"', '#~ msgstr ""', '', 'msgid "One"', 'msgstr ""'),
      ['One'],
    ],
    [
      'messages right behind each other',
      message('msgid "One"', 'msgstr ""', 'msgid "Two"', 'msgstr ""'),
      ['One', 'Two'],
    ],
    ['nothing of placeholders alone', message('msgid "%s: %d"', 'msgstr ""'), []],
    ['words with the letter of a menu', message('msgid "I_nsert"', 'msgstr ""'), ['I_nsert']],
    ['no identifier without a text', message('msgid "home.title"', 'msgstr ""'), []],
    [
      'both texts of a plural',
      message('msgid "%d day"', 'msgid_plural "%d days"', 'msgstr[0] ""', 'msgstr[1] ""'),
      ['%d day', '%d days'],
    ],
  ])('of a file is translated %s', async (_what, file, expected) => {
    expect(await textsOf(german + file)).toEqual(expected);
  });

  it('the text of a message that is an identifier is its translation, unless that is in the target language', async () => {
    const file = header('Language: en') + message('msgid "home.title"', 'msgstr "One day"');
    expect(await textsOf(file)).toEqual(['One day']);
    expect(await textsOf(file, 'en')).toEqual([]);
    expect(await translated(file, upper)).toContain('msgid "home.title"\nmsgstr "ONE DAY"');
  });

  it('a file in another language than asked for is translated anew, from its messages', async () => {
    const file = header('Language: fr_FR') + message('msgid "One day"', 'msgstr "Un jour"');
    expect(await textsOf(file, 'fr')).toEqual([]);
    expect(await textsOf(file, 'fr-CA')).toEqual(['One day']);
    expect(await translated(file, upper)).toContain('"Language: de\\n"');
    expect(await translated(file, upper)).toContain('msgstr "ONE DAY"');
  });

  it.each([
    ['plain text', 'Just a text\n', 'invalid', 'Line 1 of the PO file is no comment, keyword or string.'],
    ['comments alone', '# a comment\n', 'invalid', 'The file has no message of gettext.'],
    [
      'a string without an end',
      'msgid "One\nmsgstr ""\n',
      'invalid',
      'Line 1 of the PO file is no comment, keyword or string.',
    ],
    [
      'a translation without a message',
      'msgstr "One"\n',
      'invalid',
      'Line 1 of the PO file has msgstr where it cannot stand.',
    ],
    [
      'an endless entry',
      `msgid ""\n${'"many words"\n'.repeat(200_000)}`,
      'hostile',
      'An entry of the PO file is longer than a million characters.',
    ],
    [
      'an endless line',
      `msgid "${'many words '.repeat(200_000)}`,
      'hostile',
      'An entry of the PO file is longer than a million characters.',
    ],
    [
      'a header after the other, each with plural forms',
      german.repeat(33) + message('msgid "One"', 'msgstr ""'),
      'hostile',
      'The PO file has too many headers.',
    ],
    ['an empty file', '', 'empty', 'The file is empty.'],
  ])('%s is refused', async (_what, file, reason, text) => {
    const error = expect.objectContaining({ name: 'FormatError', reason, message: text });
    expect(await readingErrors(poFormat, Buffer.from(file))).toEqual([error, error]);
  });
});

describe('a translated file of gettext', () => {
  it('translations are filled, comments stay, guesses and what they were made of go', async () => {
    const file = message(
      '# a note',
      '#. for you',
      '#: a.c:1',
      '#, c-format, fuzzy',
      '#| msgid "Two"',
      'msgid "One %d"',
      'msgstr "Zwei"',
    );
    expect(await translated(german + file, upper)).toBe(
      german + message('# a note', '#. for you', '#: a.c:1', '#, c-format', 'msgid "One %d"', 'msgstr "ONE %D"'),
    );
    const alone = message('#, fuzzy', 'msgid "One day"', 'msgstr "Zwei"');
    expect(await translated(german + alone, upper)).toBe(german + message('msgid "One day"', 'msgstr "ONE DAY"'));
  });

  it('a translation that equals its source is filled in, too', async () => {
    const file = message('msgid "Transledger"', 'msgstr ""', '', 'msgid "%s: %d"', 'msgstr ""');
    expect(await translated(german + file, (segment) => segment)).toBe(
      german + message('msgid "Transledger"', 'msgstr "Transledger"', '', 'msgid "%s: %d"', 'msgstr "%s: %d"'),
    );
  });

  it('plurals have the forms of the target, each with a number of its own while it is translated', async () => {
    const file = message('msgid "%d day"', 'msgid_plural "%d days"', 'msgstr[0] ""', 'msgstr[1] ""');
    expect(await textsOf(file, 'ru')).toEqual(['%d day', '2 days', '%d days']);
    const result = await translated(file, pseudo, 'ru');
    expect(result).toContain('Plural-Forms: nplurals=3; plural=(n%10==1 ');
    expect(result).toContain('msgid_plural "%d days"\nmsgstr[0] "%e ebz"\nmsgstr[1] "%d ebzt"\nmsgstr[2] "%e ebzt"\n');
    expect(await translated(file, upper, 'ja')).toContain('msgid_plural "%d days"\nmsgstr[0] "%D DAYS"\n');
  });

  it('forms that a file in the target language says are its own, and those that are there stay', async () => {
    const own = header(
      'Language: de',
      'Content-Type: text/plain; charset=UTF-8',
      'Plural-Forms: nplurals=3; plural=n==1 ? 0 : n==0 ? 1 : 2;',
    );
    const file = message(
      'msgid "a day"',
      'msgid_plural "some days"',
      'msgstr[0] "ein Tag"',
      'msgstr[1] ""',
      'msgstr[2] ""',
    );
    expect(await translated(own + file, upper)).toBe(
      own + file.replace('msgstr[1] ""', 'msgstr[1] "SOME DAYS"').replace('msgstr[2] ""', 'msgstr[2] "SOME DAYS"'),
    );
  });

  it('the header names language, forms and encoding, and a file without one gets one', async () => {
    const file = message('msgid "One"', 'msgstr ""');
    const said = header(
      'Project-Id-Version: x',
      'Language: ',
      'Content-Type: text/plain; charset=CHARSET',
      'X-Other: y',
    );
    expect(await translated(said + file, upper, 'pt-BR')).toBe(
      header(
        'Project-Id-Version: x',
        'Language: pt_BR',
        'Content-Type: text/plain; charset=UTF-8',
        'X-Other: y',
        'Plural-Forms: nplurals=2; plural=(n > 1);',
      ) + message('msgid "One"', 'msgstr "ONE"'),
    );
    expect(await translated(file, upper)).toBe(
      header('Language: de', 'Content-Type: text/plain; charset=UTF-8', 'Plural-Forms: nplurals=2; plural=(n != 1);') +
        message('msgid "One"', 'msgstr "ONE"'),
    );
  });

  it('an old encoding, read as the header says, becomes UTF-8', async () => {
    const file =
      header('Language: de', 'Content-Type: text/plain; charset=ISO-8859-2') +
      message('# ł', 'msgid "One"', 'msgstr ""');
    const bytes = Buffer.from(file.replace('ł', '\u00b3'), 'latin1');
    expect(await translated(bytes, () => [{ kind: 'text', text: 'Один' }])).toBe(
      file
        .replace('ISO-8859-2', 'UTF-8')
        .replace('msgid "One"\nmsgstr ""', 'msgid "One"\nmsgstr "Один"')
        .replace('UTF-8\\n"\n', 'UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'),
    );
  });

  it('long texts are cut as gettext cuts them, unless the file has longer lines', async () => {
    const words = 'many words that are one long line of text';
    const file = (text: string) => german + message(`msgid "${text}"`, 'msgstr ""');
    const long = `${words} ${words} ${words}`.toUpperCase();
    expect(await translated(file('One'), () => [{ kind: 'text', text: long }])).toBe(
      german +
        message(
          'msgid "One"',
          'msgstr ""',
          '"MANY WORDS THAT ARE ONE LONG LINE OF TEXT MANY WORDS THAT ARE ONE LONG LINE "',
          '"OF TEXT MANY WORDS THAT ARE ONE LONG LINE OF TEXT"',
        ),
    );
    expect(await translated(file(long.toLowerCase()), upper)).toContain(`msgstr "${long}"\n`);
    expect(await translated(file('One.\\nTwo.\\n'), upper)).toContain('msgstr ""\n"ONE.\\n"\n"TWO.\\n"\n');
  });

  it('signs of strings are escaped, and line ends are those of the file', async () => {
    const file = (german + message('msgid "One"', 'msgstr ""')).replaceAll('\n', '\r\n');
    expect(await translated(file, () => [{ kind: 'text', text: 'a "b" \\ c\td' }])).toBe(
      file.replace('"One"\r\nmsgstr ""', '"One"\r\nmsgstr "a \\"b\\" \\\\ c\\td"'),
    );
    expect(await translated(`${german}msgid "One"\nmsgstr ""`, upper)).toBe(`${german}msgid "One"\nmsgstr "ONE"`);
  });
});

const samples = new URL('./samples/', import.meta.url);

describe.each(readdirSync(samples).sort())('the file of gettext %s', (name) => {
  const bytes = readFileSync(new URL(name, samples));

  it('is the same after a translation that equals its source', async () => {
    const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'en' };
    expect(await mergeAll(poFormat, memoryFile(bytes), await segmentsOf(bytes, 'en'), options)).toEqual(bytes);
  });

  it.each(['de', 'ru', 'ja', 'ar'])(
    'keeps its messages, and is whole when it is translated to %s again',
    async (language) => {
      const once = await translated(bytes, pseudo, language);
      const ids = (file: string) => file.match(/^msg(?:id|ctxt).*(?:\n".*)*/gm);
      expect(ids(once)).toEqual(ids(bytes.toString()));
      expect(await segmentsOf(once, language)).toEqual([]);
      expect(await translated(once, pseudo, language)).toBe(once);
    },
  );

  it.each([1, 7, 4093])('is the same when the file returns %i bytes a read', async (maxBytes) => {
    const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'de' };
    const segments = (await segmentsOf(bytes, 'de')).map(pseudo);
    const merged = await mergeAll(poFormat, inSmallReads(bytes, maxBytes), segments, options);
    expect(merged.toString()).toBe(await translated(bytes, pseudo));
  });

  it('is read or refused when it is damaged, and whole where it is read', async () => {
    for (let number = 0; number < 100; number += 1) {
      const { bytes: damaged, what } = damagedFile(bytes, 1, number);
      expect(await faultOfReading(poFormat, damaged), what).toBeUndefined();
    }
  });
});
