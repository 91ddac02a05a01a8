import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { defaultMergeOptions } from '../format.port.js';
import { describeFormat } from '../format.suite.js';
import { shoutedText } from '../shouted-words.fixture.js';
import { memoryFile } from '../source-file.js';
import { extractAll, mergeAll } from '../whole-file.fixture.js';
import { vttFormat } from './vtt.format.js';

describeFormat(vttFormat, {
  samples: new URL('./samples/', import.meta.url),
  refused: [
    { name: 'plain text', bytes: Buffer.from('Just a text\n'), reason: 'invalid' },
    { name: 'SubRip', bytes: Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nHi\n'), reason: 'invalid' },
    { name: 'a word that only begins like it', bytes: Buffer.from('WEBVTTX\n\n'), reason: 'invalid' },
    { name: 'binary data', bytes: Buffer.from('WEBVTT\n\n\0\0\n'), reason: 'invalid' },
  ],
});

const cue = (...lines: string[]) => ['WEBVTT', '', '00:01.000 --> 00:02.000 line:0', ...lines, ''].join('\n');
const textOf = (parts: Segment) => parts.map((part) => ('text' in part ? part.text : `[${part.id}]`)).join('');
const segmentsOf = async (file: string) =>
  (await extractAll(vttFormat, memoryFile(Buffer.from(file)))).map(({ parts }) => textOf(parts));
const translated = async (file: string, ...texts: string[]) =>
  (
    await mergeAll(
      vttFormat,
      memoryFile(Buffer.from(file)),
      texts.map((text): Segment => [{ kind: 'text', text }]),
      { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'de' },
    )
  ).toString();

describe('segments of WebVTT', () => {
  it.each([
    ['the joined lines of a cue', cue('One', 'two'), ['One two']],
    ['what each voice says', cue('<v A>One', '<v.x B>two</v>'), ['One', 'two']],
    ['decoded', cue('a &lt;b&gt; &amp; c&nbsp;d &#233;'), ['a <b> & c\u00a0d é']],
    ['with timestamps', cue('One <00:01.500>two'), ['One [1]two']],
    ['with tags of every kind', cue('a <c.x.y>b</c> <lang de>c</lang> <q>d'), ['a [1]b[1] [2] [3]d']],
    [
      'with words in the own language',
      cue('a <lang en-GB>b</lang> c').replace('WEBVTT\n', 'WEBVTT\nLanguage: en\n'),
      ['a [1]b[1] c'],
    ],
    [
      'free of words in another language',
      cue('He said <lang fr>bonjour à tous</lang> to <lang la>omnes</lang> us'),
      ['He said [1] to [2] us'],
    ],
    ['without notes', `${cue('One')}\nNOTE two\nthree\n\nNOTE\n\n00:03.000 --> 00:04.000\nFour`, ['One', 'Four']],
    ['without styles and regions', 'WEBVTT\n\nSTYLE\n::cue {}\n\nREGION\nid:x\n', []],
    ['without identifiers', 'WEBVTT\n\nOne\n00:01.000 --> 00:02.000\ntwo', ['two']],
    ['without a block that has no time', `${cue('One')}\ntwo\nthree\n`, ['One']],
    ['whole where another cue follows at once', `${cue('One')}00:03.000 --> 00:04.000\nTwo`, ['One', 'Two']],
  ])('the segments of WebVTT are %s', async (_rule, file, expected) => {
    expect(await segmentsOf(file)).toEqual(expected);
  });

  it('a sentence goes on in the next cue only where that has the same settings and no timestamps', async () => {
    const next = (settings: string, text: string) => `${cue('one')}\n00:02.100 --> 00:03.000${settings}\n${text}\n`;
    expect(await segmentsOf(next(' line:0', 'two'))).toEqual(['one two']);
    expect(await segmentsOf(next('', 'two'))).toEqual(['one', 'two']);
    expect(await segmentsOf(next(' line:0', 'two <00:02.500>three'))).toEqual(['one', 'two [1]three']);
    expect(await segmentsOf(next(' line:0', 'two').replace('\n\n00:02', '\n\nNOTE x\n\n00:02'))).toEqual([
      'one',
      'two',
    ]);
  });
});

describe('translated WebVTT', () => {
  it('a translation has its markup escaped', async () => {
    expect(await translated(cue('One'), '<i> & --> x')).toBe(cue('&lt;i&gt; &amp; --&gt; x'));
  });

  it('words in another language stand in the source too', async () => {
    const merged = await shoutedText(vttFormat, cue('I say <lang fr>bonjour</lang> to you'), { includeSource: true });
    expect(merged).toContain('I SAY <lang fr>bonjour</lang> TO YOU\nI say bonjour to you');
  });

  it('the target language is named where the source language was named', async () => {
    const file = cue('One').replace('WEBVTT\n', 'WEBVTT\nLanguage: en-US\n');
    expect(await translated(file, 'eins')).toBe(cue('eins').replace('WEBVTT\n', 'WEBVTT\nLanguage: de\n'));
    const british = cue('<lang en-GB>so it is</lang> and <lang de>es</lang> now').replace(
      'VTT\n',
      'VTT\nLanguage: en\n',
    );
    expect(await shoutedText(vttFormat, british)).toContain('<lang es>SO IT IS</lang> AND <lang de>es</lang> NOW');
    const lines = ['<lang.x en-GB>One</lang>', '- <lang fr>Un</lang>'];
    expect(await translated(cue(...lines), 'eins', 'une')).toBe(cue('<lang.x de>eins</lang>', '- <lang fr>une</lang>'));
  });
});
