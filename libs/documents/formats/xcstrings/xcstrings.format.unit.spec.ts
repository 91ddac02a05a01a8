import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { damagedFile } from '../damage.fixture.js';
import { faultOfReading } from '../damaged-reading.fixture.js';
import { defaultFormatOptions, defaultMergeOptions } from '../format.port.js';
import { memoryFile } from '../source-file.js';
import { pseudo } from '../suite-translations.fixture.js';
import { inSmallReads, mergeAll, readingErrors } from '../whole-file.fixture.js';
import { xcstringsFormat } from './xcstrings.format.js';

const shown = (parts: Segment): string => parts.map((part) => ('text' in part ? part.text : `[${part.id}]`)).join('');

const segmentsOf = async (file: string | Uint8Array, targetLanguage = 'de'): Promise<Segment[]> => {
  const options = { ...defaultFormatOptions, targetLanguage };
  const batches = await Array.fromAsync(xcstringsFormat.extract(memoryFile(Buffer.from(file)), options));
  return batches.flat().map(({ parts }) => parts);
};
const textsOf = async (file: string, targetLanguage?: string) => (await segmentsOf(file, targetLanguage)).map(shown);

const translated = async (file: string | Uint8Array, change: (segment: Segment) => Segment, targetLanguage = 'de') => {
  const segments = await segmentsOf(file, targetLanguage);
  const options = { ...defaultMergeOptions, sourceLanguage: 'fr', targetLanguage };
  return (await mergeAll(xcstringsFormat, memoryFile(Buffer.from(file)), segments.map(change), options)).toString();
};
const same = (segment: Segment): Segment => segment;

/** A catalogue as Xcode writes it. */
const xcode = (strings: object): string =>
  JSON.stringify({ sourceLanguage: 'en', strings, version: '1.0' }, null, 2).replace(/^( *"[^"\n]*"):/gm, '$1 :');
const unit = (value: string, state = 'translated') => ({ stringUnit: { state, value } });
const plural = (forms: Record<string, string>) => ({
  variations: { plural: Object.fromEntries(Object.entries(forms).map(([form, text]) => [form, unit(text)])) },
});
/** The localizations of the strings of a translated catalogue, by their keys. */
const localizationsOf = async (
  strings: object,
  targetLanguage: string,
  change = same,
): Promise<Record<string, unknown>> => {
  const file = JSON.parse(await translated(xcode(strings), change, targetLanguage));
  return Object.fromEntries(
    Object.entries<{ localizations?: Record<string, unknown> }>(file.strings).map(([key, string]) => [
      key,
      string.localizations?.[targetLanguage],
    ]),
  );
};

describe('strings of a catalogue', () => {
  it.each([
    ['the key, where the source language has no text', { 'One day': {} }, ['One day']],
    ['the text of the source language', { 'home.title': { localizations: { en: unit('One day') } } }, ['One day']],
    ['no identifier without a text', { 'home.title': {}, save_all: {} }, []],
    ['nothing that says so', { 'One day': { shouldTranslate: false } }, []],
    ['no comment', { 'One day': { comment: 'Two days' } }, ['One day']],
    ['nothing that is translated', { 'One day': { localizations: { de: unit('Ein Tag') } } }, []],
    ['what is new', { 'One day': { localizations: { de: unit('One day', 'new') } } }, ['One day']],
    ['what has an empty text', { 'One day': { localizations: { de: unit('') } } }, ['One day']],
    ['beside other languages', { 'One day': { localizations: { fr: unit('Un jour') } } }, ['One day']],
    ['placeholders not', { '%@: %lld': {}, '': {} }, []],
    [
      'sets of texts',
      { a: { localizations: { en: { stringSet: { state: 'new', values: ['One day', 'Two days'] } } } } },
      ['One day', 'Two days'],
    ],
    [
      'texts for devices',
      {
        a: { localizations: { en: { variations: { device: { mac: unit('Click here'), other: unit('Tap here') } } } } },
      },
      ['Click here', 'Tap here'],
    ],
  ])('of a catalogue is translated %s', async (_what, strings, expected) => {
    expect(await textsOf(xcode(strings))).toEqual(expected);
  });

  it.each([
    ['plain text', 'Just a text\n', 'invalid'],
    ['another object', '{"a": "b"}', 'invalid'],
    ['a list of strings', '{"strings": []}', 'invalid'],
    ['a catalogue without an end', xcode({ a: {} }).slice(0, -2), 'invalid'],
    ['members without a comma', '{"strings": {"a": {} "b": {}}}', 'invalid'],
    ['two values', '{"strings": {}} {}', 'invalid'],
    ['a value that is none', '{"strings": {"a": {"b": nothing}}}', 'invalid'],
    ['an endless string', `{"strings": {"a": {"b": [${'"many words",'.repeat(200_000)}`, 'hostile'],
    ['an empty file', '', 'empty'],
  ])('%s is refused', async (_what, file, reason) => {
    const error = expect.objectContaining({ name: 'FormatError', reason });
    expect(await readingErrors(xcstringsFormat, Buffer.from(file))).toEqual([error, error]);
  });
});

describe('a translated catalogue', () => {
  it.each([
    ['behind keys', ' '.repeat(10_000), ''],
    ['before lines', '', `\n${' '.repeat(10_000)}`],
  ])('white space %s is not repeated with each text', async (_where, behindKey, beforeLine) => {
    const string = (key: string) => `${beforeLine}"${key} b"${behindKey}:{}`;
    const file = `{${beforeLine}"sourceLanguage"${behindKey}:"en","strings":{${['a', 'c', 'd'].map(string)}}}`;
    expect((await translated(file, same)).length).toBeLessThan(file.length + 3 * 2_000);
  });

  it('a string of more texts than a call takes arguments is read', async () => {
    expect(await segmentsOf(`{"strings":{"${'ab c\\n\\n'.repeat(130_000)}":{}}}`)).toHaveLength(130_000);
  });

  it('the plural categories of its language are found once', async () => {
    const select = vi.spyOn(Intl.PluralRules.prototype, 'select');
    const plurals = ['a', 'b', 'c'].map((key) => [key, { localizations: { en: plural({ other: '%d files' }) } }]);
    await textsOf(xcode(Object.fromEntries(plurals)), 'ru');
    expect(select.mock.calls.length).toBeLessThan(2_000);
    select.mockRestore();
  });

  it('a localization is put in its place beside the others, as Xcode writes it', async () => {
    const file = xcode({
      One: { comment: 'a', localizations: { ar: unit('Un'), fr: unit('Un') }, shouldTranslate: true },
      'Two days': { comment: 'b', shouldTranslate: true },
    });
    expect(await translated(file, same)).toBe(
      xcode({
        One: {
          comment: 'a',
          localizations: { ar: unit('Un'), de: unit('One', 'needs_review'), fr: unit('Un') },
          shouldTranslate: true,
        },
        'Two days': { comment: 'b', localizations: { de: unit('Two days', 'needs_review') }, shouldTranslate: true },
      }),
    );
  });

  it('an empty object of Xcode gets its localization', async () => {
    const file = xcode({ One: {} }).replace('{}', '{\n\n    }');
    expect(await translated(file, same)).toBe(xcode({ One: { localizations: { de: unit('One', 'needs_review') } } }));
  });

  it('a catalogue on one line stays one', async () => {
    const compact = (strings: object) => JSON.stringify({ sourceLanguage: 'en', strings, version: '1.0' });
    expect(await translated(compact({ One: {} }), same)).toBe(
      compact({ One: { localizations: { de: unit('One', 'needs_review') } } }),
    );
  });

  it('plurals have the categories of the target, and zero where the source has it', async () => {
    const strings = { a: { localizations: { en: plural({ one: '%lld day', other: '%lld days', zero: 'No day' }) } } };
    expect(await textsOf(xcode(strings), 'ru')).toEqual(['%lld days', '%lld day', '2 days', 'No day']);
    const review = (forms: Record<string, string>) => ({
      variations: {
        plural: Object.fromEntries(Object.entries(forms).map(([form, text]) => [form, unit(text, 'needs_review')])),
      },
    });
    expect(await localizationsOf(strings, 'ru')).toEqual({
      a: review({ few: '%lld days', many: '%lld days', one: '%lld day', other: '%lld days', zero: 'No day' }),
    });
    expect(
      await localizationsOf({ a: { localizations: { en: plural({ one: '%lld day', other: '%lld days' }) } } }, 'ja'),
    ).toEqual({
      a: review({ other: '%lld days' }),
    });
  });

  it('substitutions keep what they say of their argument', async () => {
    const argument = { argNum: 2, formatSpecifier: 'lld' };
    const source = {
      ...unit('It has %#@days@ left'),
      substitutions: { days: { ...argument, ...plural({ one: '%arg day', other: '%arg days' }) } },
    };
    const { a } = await localizationsOf({ a: { localizations: { en: source } } }, 'de', pseudo);
    expect(a).toMatchObject({
      stringUnit: { state: 'needs_review', value: 'Ju ibt %#@ebzt@ mfgu' },
      substitutions: {
        days: { ...argument, variations: { plural: { one: unit('%bsh ebz', 'needs_review'), other: {} } } },
      },
    });
  });

  it('a language whose script Apple names has that', async () => {
    const file = JSON.parse(await translated(xcode({ 'One day': {} }), same, 'zh'));
    expect(Object.keys(file.strings['One day'].localizations)).toEqual(['zh-Hans']);
  });
});

describe('the sample of a catalogue', () => {
  const bytes = readFileSync(new URL('./samples/Localizable.xcstrings', import.meta.url));

  it.each(['de', 'ru', 'ja', 'ar'])(
    'keeps what it has, and is whole when it is translated to %s again',
    async (language) => {
      const once = await translated(bytes, pseudo, language);
      expect(await segmentsOf(once, language)).toEqual([]);
      expect(await translated(once, pseudo, language)).toBe(once);
      const withoutNew = JSON.parse(once, (key, value) => (key === language ? undefined : value));
      const before = JSON.parse(bytes.toString(), (key, value) => (key === language ? undefined : value));
      const shape = (file: typeof before) =>
        Object.fromEntries(
          Object.entries<object>(file.strings).map(([key, string]) => [key, { localizations: {}, ...string }]),
        );
      expect(shape(withoutNew)).toEqual(shape(before));
      expect(once).not.toMatch(/" *: *\{\},?$/m);
    },
  );

  it('is the same after a translation that equals its source, in one language', async () => {
    const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'en' };
    expect(await mergeAll(xcstringsFormat, memoryFile(bytes), await segmentsOf(bytes, 'en'), options)).toEqual(bytes);
  });

  it.each([1, 7, 4093])('is the same when the file returns %i bytes a read', async (maxBytes) => {
    const options = { ...defaultMergeOptions, sourceLanguage: 'fr', targetLanguage: 'ru' };
    const segments = (await segmentsOf(bytes, 'ru')).map(pseudo);
    const merged = await mergeAll(xcstringsFormat, inSmallReads(bytes, maxBytes), segments, options);
    expect(merged.toString()).toBe(await translated(bytes, pseudo, 'ru'));
  });

  it('is read or refused when it is damaged, and whole where it is read', async () => {
    for (let number = 0; number < 100; number += 1) {
      const { bytes: damaged, what } = damagedFile(bytes, 1, number);
      expect(await faultOfReading(xcstringsFormat, damaged), what).toBeUndefined();
    }
  });
});
