import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { describeFormat } from '../format.suite.js';
import { memoryFile } from '../source-file.js';
import { extractAll, mergeAll } from '../whole-file.fixture.js';
import { srtFormat } from './srt.format.js';

describeFormat(srtFormat, {
  samples: new URL('./samples/', import.meta.url),
  refused: [
    { name: 'plain text', bytes: Buffer.from('1\nJust a text\n\n2\nand more of it\n'), reason: 'invalid' },
    { name: 'a long plain text', bytes: Buffer.from('Just a text\n'.repeat(20_000)), reason: 'invalid' },
    { name: 'WebVTT', bytes: Buffer.from('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHi\n'), reason: 'invalid' },
    { name: 'binary data', bytes: Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n\0\0\n'), reason: 'invalid' },
  ],
});

const cue = (...lines: string[]) => ['1', '00:00:01,000 --> 00:00:02,000', ...lines, ''].join('\n');
const textOf = (parts: Segment) => parts.map((part) => ('text' in part ? part.text : `[${part.id}]`)).join('');
const segmentsOf = async (file: string) =>
  (await extractAll(srtFormat, memoryFile(Buffer.from(file)))).map(({ parts }) => textOf(parts));
const translated = async (file: string, ...texts: string[]) =>
  (
    await mergeAll(
      srtFormat,
      memoryFile(Buffer.from(file)),
      texts.map((text): Segment => [{ kind: 'text', text }]),
    )
  ).toString();

describe('segments of subtitles', () => {
  it.each([
    ['the joined lines of a cue', cue('The harbour of', 'the old town'), ['The harbour of the old town']],
    ['without a space between East Asian lines', cue('今日は良い', '天気です'), ['今日は良い天気です']],
    [
      'a line for each speaker, without the dash',
      cue('- Who is there?', '– Me, and', 'my brother.'),
      ['Who is there?', 'Me, and my brother.'],
    ],
    ['without notes of music', cue('♪ La la ♪'), ['La la']],
    ['without tags that hold all of it', cue('<i>{\\an8}All', 'of it</i>'), ['All of it']],
    ['with tags within', cue('Some <i>of', 'it</i> {\\i1}is'), ['Some [1]of it[1] [2]is']],
    ['free of numbers', cue('1984'), []],
    [
      'whole where cues have no empty line between them',
      `${cue('One').trimEnd()}\n2\n00:00:03,000 --> 00:00:04,000\nTwo`,
      ['One', 'Two'],
    ],
  ])('the segments of subtitles are %s', async (_rule, file, expected) => {
    expect(await segmentsOf(file)).toEqual(expected);
  });
});

describe('translated subtitles', () => {
  it('a translated cue has as many lines as before, of about the same length', async () => {
    expect(await translated(cue('Short', 'lines'), 'A translation that is much longer than its source was')).toBe(
      cue('A translation that is much', 'longer than its source was'),
    );
  });

  it('a translated cue has a second line where one line would be too long', async () => {
    expect(await translated(cue('Short'), 'It fits in one line.')).toBe(cue('It fits in one line.'));
    expect(await translated(cue('Short'), 'A translation that is longer than what a viewer reads at a glance')).toBe(
      cue('A translation that is longer than', 'what a viewer reads at a glance'),
    );
  });

  it('a translated cue keeps the line breaks of the file', async () => {
    const file = cue('One', 'two').replaceAll('\n', '\r\n');
    expect(await translated(file, 'eins zwei')).toBe(cue('eins', 'zwei').replaceAll('\n', '\r\n'));
  });

  it('a translated line never begins with a sign that would be read as another speaker', async () => {
    expect(await translated(cue('One', 'two'), 'abc - def')).toBe(cue('abc -', 'def'));
  });

  it('a translated text never becomes a time line or a tag', async () => {
    const text = await translated(cue('One'), '2 00:00:01,000 --> 00:00:02,000 <i>');
    expect(text).not.toMatch(/-->.*-->/s);
    expect(text).not.toContain('<i>');
  });
});

describe('lines that end a text', () => {
  it.each([
    [
      ['[DOOR SLAMS]', 'ANNA: Who is there?'],
      ['[DOOR SLAMS]', 'ANNA: Who is there?'],
    ],
    [
      ['(sighs)', 'I am tired of this.'],
      ['(sighs)', 'I am tired of this.'],
    ],
    [
      ['<i>[phone rings]</i>', '- Hello?'],
      ['[phone rings]', 'Hello?'],
    ],
    [
      ['MAN: Where is she?', 'WOMAN: At the harbour.'],
      ['MAN: Where is she?', 'WOMAN: At the harbour.'],
    ],
    [
      ['[Music goes on,', 'slowly fading]', 'Hello you'],
      ['[Music goes on, slowly fading]', 'Hello you'],
    ],
    [
      ['♪ La la la ♪', 'ANNA (over phone): Come here'],
      ['La la la', 'ANNA (over phone): Come here'],
    ],
    [
      ['NARRATOR (V.O.):', 'It was so', 'long ago.'],
      ['NARRATOR (V.O.):', 'It was so long ago.'],
    ],
    [['We need these:', 'apples and pears.'], ['We need these: apples and pears.']],
    [['I saw (and heard) it', 'at the [old] harbour.'], ['I saw (and heard) it at the [old] harbour.']],
    [['He came at 10:30', 'and left.'], ['He came at 10:30 and left.']],
  ])('of %j the texts are %j', async (lines, texts) => {
    expect(await segmentsOf(cue(...lines))).toEqual(texts);
  });
});
