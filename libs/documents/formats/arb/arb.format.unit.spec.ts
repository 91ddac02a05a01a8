import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { defaultMergeOptions } from '../format.port.js';
import { describeFormat } from '../format.suite.js';
import { memoryFile } from '../source-file.js';
import { extractAll, mergeAll } from '../whole-file.fixture.js';
import { arbFormat } from './arb.format.js';

describeFormat(arbFormat, {
  samples: new URL('./samples/', import.meta.url),
  refused: [
    { name: 'plain text', bytes: Buffer.from('Just a text.\n'), reason: 'invalid' },
    { name: 'an object without an end', bytes: Buffer.from('{"@@locale": "en"'), reason: 'invalid' },
    { name: 'endless nesting', bytes: Buffer.from('{"@a":'.repeat(100_000)), reason: 'hostile' },
  ],
});

const textOf = (parts: Segment) => parts.map((part) => ('text' in part ? part.text : `[${part.id}]`)).join('');
const segmentsOf = async (messages: object) =>
  (await extractAll(arbFormat, memoryFile(Buffer.from(JSON.stringify(messages))))).map(({ parts }) => textOf(parts));
const merged = async (messages: object, texts: readonly string[], targetLanguage = 'fr'): Promise<unknown> =>
  JSON.parse(
    (
      await mergeAll(
        arbFormat,
        memoryFile(Buffer.from(JSON.stringify(messages))),
        texts.map((text): Segment => [{ kind: 'text', text }]),
        { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage },
      )
    ).toString(),
  );

describe('segments of resource bundles', () => {
  it('every message is wording, also a single word', async () => {
    expect(await segmentsOf({ a: 'Save', b: 'open_file', c: '{name}' })).toEqual(['Save', 'open_file']);
  });

  it('metadata of a message and of the file stay', async () => {
    const metadata = { '@@author': 'Ann of the ship', '@a': { description: 'some words', placeholders: { n: {} } } };
    expect(await segmentsOf({ a: 'some text', ...metadata })).toEqual(['some text']);
  });

  it('of plurals and selections the branches are segments, and nothing else', async () => {
    expect(
      await segmentsOf({
        a: '{n, plural, =0{no ships} one{one ship} other{{n} ships}}',
        b: '{g, select, other{they}}',
      }),
    ).toEqual(['no ships', 'one ship', '{n} ships', 'they']);
  });
});

describe('a translated resource bundle', () => {
  it('it names the language of the translation', async () => {
    expect(await merged({ '@@locale': 'en_US', a: 'b c' }, ['x'], 'pt-BR')).toEqual({ '@@locale': 'pt_BR', a: 'x' });
    expect(await merged({ '@@locale': 'de', a: 'b c' }, ['x'])).toEqual({ '@@locale': 'de', a: 'x' });
    expect(await merged({ a: { '@@locale': 'en' }, b: 'c d' }, ['x'])).toEqual({ a: { '@@locale': 'en' }, b: 'x' });
  });

  it('no apostrophe of a translation begins a quotation', async () => {
    expect(await merged({ a: 'the {name} of it' }, ["l'{name} d'ici"])).toEqual({ a: "l’{name} d'ici" });
  });

  it('braces that a message quotes stay quoted', async () => {
    const message = "It is '{'so'}' and '{here}' and '{'{name}'}'";
    expect(await merged({ a: message }, [message.replace('It is', 'Es')])).toEqual({
      a: message.replace('It is', 'Es'),
    });
  });
});
