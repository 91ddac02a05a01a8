import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { defaultFormatOptions, defaultMergeOptions, type MergeOptions } from '../format.port.js';
import { describeFormat } from '../format.suite.js';
import { memoryFile } from '../source-file.js';
import { extractAll, mergeAll } from '../whole-file.fixture.js';
import { assFormat, ssaFormat } from './ass.format.js';

const refused = [
  { name: 'plain text', bytes: Buffer.from('Just a text\n'), reason: 'invalid' as const },
  { name: 'SubRip', bytes: Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nHi\n'), reason: 'invalid' as const },
  { name: 'a long plain text', bytes: Buffer.from('Just a text\n'.repeat(20_000)), reason: 'invalid' as const },
  { name: 'binary data', bytes: Buffer.from('[Script Info]\n\0\0\n'), reason: 'invalid' as const },
];

describeFormat(assFormat, { samples: new URL('./samples/', import.meta.url), refused });
describeFormat(ssaFormat, { samples: new URL('../ssa/samples/', import.meta.url), refused });

const header = '[Script Info]\nScriptType: v4.00+\n\n[Events]\nFormat: Start, End, Style, Text\n';
const event = (text: string, start = 1) => `Dialogue: 0:00:0${start}.00,0:00:0${start + 1}.00,Default,${text}\n`;
const script = (...texts: string[]) => header + texts.map((text, at) => event(text, at)).join('');

const textOf = (parts: Segment) => parts.map((part) => ('text' in part ? part.text : `[${part.id}]`)).join('');
const segmentsOf = async (file: string) =>
  (await extractAll(assFormat, memoryFile(Buffer.from(file)))).map(({ parts }) => textOf(parts));
const translated = async (file: string, texts: readonly string[], options: Partial<MergeOptions> = {}) =>
  (
    await mergeAll(
      assFormat,
      memoryFile(Buffer.from(file)),
      texts.map((text): Segment => [{ kind: 'text', text }]),
      { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'de', ...options },
    )
  ).toString();

describe('segments of a script', () => {
  it.each([
    ['the joined lines of an event', ['One\\Ntwo\\nthree'], ['One two three']],
    ['with commas', ['One, two, three'], ['One, two, three']],
    ['with overrides as tags', ['One {\\i1}two{\\i0} {\\fs20}three'], ['One [1]two[1] [2]three']],
    ['without overrides at their edges', ['{\\an8\\i1}One{\\i0}'], ['One']],
    ['without notes in braces', ['One {a note\\Nof two lines}two'], ['One [1]two']],
    ['with hard spaces and braces', ['One\\htwo \\{three\\}'], ['One\u00a0two {three}']],
    ['a line for each speaker', ['- One\\N- Two'], ['One', 'Two']],
    ['without drawings', ['{\\p1}m 0 0 l 1 1', '{\\an7\\p2}m a{\\p0}b'], []],
    ['sentences that go on', ['One', 'and two.'], ['One and two.']],
    ['karaoke event by event', ['{\\k20}one {\\k30}two', '{\\k20}three'], ['one [1]two', 'three']],
  ])('the segments of a script are %s', async (_rule, texts, expected) => {
    expect(await segmentsOf(script(...texts))).toEqual(expected);
  });

  it('the columns of events are those of their format line', async () => {
    const events = 'Format: Start, Text\nDialogue: 0:00:01.00,One, two\n';
    expect(await segmentsOf(`[Script Info]\n[Events]\n${events}`)).toEqual(['One, two']);
    expect(await segmentsOf(`[Script Info]\n[Events]\n${events.replace('Start, Text', 'Text, Start')}`)).toEqual([]);
    const usual = 'Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,One, two\n';
    expect(await segmentsOf(`[Script Info]\n[Events]\n${usual}`)).toEqual(['One, two']);
  });

  it('nothing but dialogue is translated', async () => {
    const file = `[Script Info]\nTitle: a\n\n[V4+ Styles]\nDialogue: 1,2,3,b\n\n${script('One')}Comment: 1,2,3,c\n[Fonts]\nd\n`;
    expect(await segmentsOf(file)).toEqual(['One']);
  });

  it('a line that is too long is left out and counted', async () => {
    const file = script(`{\\fs20}${'One '.repeat(20_000)}`, 'Two');
    const extraction = assFormat.extract(memoryFile(Buffer.from(file)), defaultFormatOptions);
    const { value: batch } = await extraction.next();
    expect(batch).toMatchObject([{ parts: [{ text: 'Two' }] }]);
    expect((await extraction.next()).value).toMatchObject({ skipped: [{ count: 1 }] });
  });

  it('a long event is more than one segment, none of more than 2,000 characters', async () => {
    const segments = await segmentsOf(script('Some words that go on. '.repeat(400)));
    expect(segments.length).toBeGreaterThan(4);
    for (const segment of segments) expect(segment.length).toBeLessThanOrEqual(2000);
  });
});

describe('a translated script', () => {
  it('a translation breaks its lines with signs of the script', async () => {
    expect(
      await translated(script('Short'), ['A translation that is longer than what a viewer reads at a glance']),
    ).toBe(script('A translation that is longer than\\Nwhat a viewer reads at a glance'));
  });

  it('a translation never becomes an override or a line break', async () => {
    expect(await translated(script('One'), ['{\\an8} C:\\New\u00a0x'])).toBe(script('\\{\\an8\\} C:\\\u2060New\\hx'));
  });

  it('the source stands under its translation', async () => {
    expect(await translated(script('{\\an8}One {\\i1}two{\\i0} three'), ['eins'], { includeSource: true })).toBe(
      script('{\\an8}eins{\\i1}{\\i0}\\NOne two three'),
    );
  });
});
