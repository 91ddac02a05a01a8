import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { defaultMergeOptions, type MergeOptions } from '../format.port.js';
import { memoryFile } from '../source-file.js';
import { srtFormat } from '../srt/srt.format.js';
import { extractAll } from '../whole-file.fixture.js';

/** A cue a text; each is shown for two seconds, with a tenth of a second between two. */
const film = (...cues: readonly string[]): string =>
  cues.map((text, at) => `${at + 1}\n${timesAt(at * 2.1, 2)}\n${text}\n`).join('\n');

const timesAt = (start: number, length: number): string => `${timeAt(start)} --> ${timeAt(start + length)}`;
const timeAt = (seconds: number): string =>
  `00:00:${String(Math.floor(seconds)).padStart(2, '0')},${String(Math.round((seconds % 1) * 1000)).padStart(3, '0')}`;

const segmentsOf = async (file: string): Promise<string[]> =>
  (await extractAll(srtFormat, memoryFile(Buffer.from(file)))).map(({ parts }) =>
    parts.map((part) => ('text' in part ? part.text : `[${part.id}]`)).join(''),
  );

const merge = async (
  file: string,
  translations: readonly (string | Segment)[],
  options: Partial<MergeOptions> = {},
) => {
  const all = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'de', ...options };
  const answers = (async function* () {
    for (const answer of translations) {
      yield typeof answer === 'string' ? ([{ kind: 'text', text: answer }] satisfies Segment) : answer;
    }
    return undefined;
  })();
  const merging = srtFormat.merge(memoryFile(Buffer.from(file)), all, answers);
  let text = '';
  for (;;) {
    const { value, done } = await merging.next();
    if (done) return { text, summary: value };
    text += Buffer.from(value).toString();
  }
};

const merged = async (...[file, translations, options]: Parameters<typeof merge>) =>
  (await merge(file, translations, options)).text;

describe('sentences over cues', () => {
  it.each([
    ['in lower case', ['The ferry that we saw', 'came in.'], ['The ferry that we saw came in.']],
    ['behind a comma', ['When I saw her,', 'Anna was gone.'], ['When I saw her, Anna was gone.']],
    ['behind a word that ends none', ['We met the', 'President of it.'], ['We met the President of it.']],
    ['over three cues', ['One', 'and two', 'and three.'], ['One and two and three.']],
    ['in the same markup', ['<i>One</i>', '<i>and two.</i>'], ['One and two.']],
    ['from what a speaker says last', ['- Hi.\n- One', 'and two.'], ['Hi.', 'One and two.']],
  ])('a sentence goes on in the next cue %s', async (_how, cues, expected) => {
    expect(await segmentsOf(film(...cues))).toEqual(expected);
  });

  it.each([
    ['a sentence has ended', ['One.', 'and two']],
    ['upper case follows', ['One', 'Two']],
    ['another speaks', ['- One', '- two']],
    ['a name says who speaks', ['ANNA: One,', 'ANNA: Two,', 'Dr. Ben (left): three']],
    ['one of them is sung', ['♪ one ♪', '♪ two ♪']],
    ['the markup is another', ['<i>one</i>', 'two']],
    ['there are no words', ['one', '12 –']],
  ])('a sentence ends with its cue where %s', async (_when, cues) => {
    expect((await segmentsOf(film(...cues))).length).toBe(cues.filter((cue) => /\p{L}/u.test(cue)).length);
  });

  it('a sentence ends with its cue before a pause of more than two seconds, and before a cue that stands elsewhere', async () => {
    const first = `1\n${timesAt(1, 1)}\none\n\n`;
    expect(await segmentsOf(`${first}2\n${timesAt(4, 1)}\ntwo\n`)).toEqual(['one two']);
    expect(await segmentsOf(`${first}2\n${timesAt(4.1, 1)}\ntwo\n`)).toEqual(['one', 'two']);
    expect(await segmentsOf(`${first}2\n${timesAt(1, 1)}\ntwo\n`)).toEqual(['one', 'two']);
    expect(await segmentsOf(`${first}2\n${timesAt(2, 1)} X1:1 X2:9\ntwo\n`)).toEqual(['one', 'two']);
  });

  it('a sentence goes on over eight cues at most', async () => {
    expect(await segmentsOf(film(...Array.from({ length: 20 }, () => 'word')))).toHaveLength(3);
  });
});

describe('a translation over cues', () => {
  it('a translation is cut like its source, behind a clause where one ends near', async () => {
    const file = film('The ferry that we were waiting for', 'came in at last.');
    expect(await merged(file, ['Die Fähre, auf die wir so lange warteten, kam an.'])).toBe(
      film('Die Fähre, auf die wir so lange warteten,', 'kam an.'),
    );
  });

  it('a cue takes no more than can be read in its time, where another has room', async () => {
    const file = `1\n${timesAt(0, 1)}\nA rather long beginning\n\n2\n${timesAt(1, 5)}\nand end.\n`;
    expect(await merged(file, ['Eins zwei drei vier fünf sechs sieben acht'])).toBe(
      file.replace('A rather long beginning', 'Eins zwei drei vier').replace('and end.', 'fünf sechs sieben acht'),
    );
  });

  it('a cue for which no word is left is empty', async () => {
    expect(await merged(film('one', 'and two'), ['eins'])).toBe(film('eins', ''));
  });

  it('East Asian words stay whole', async () => {
    expect(
      await merged(film('The weather is fine today,', 'and it will be so tomorrow.'), [
        '今日は天気がいいですが、明日もいいでしょう。',
      ]),
    ).toBe(film('今日は天気がいいですが、', '明日もいいでしょう。'));
  });

  it('tags around a cut are closed before it and opened again behind', async () => {
    const file = film('One <i>two</i> three', 'and <i>four</i> five');
    expect(await segmentsOf(file)).toEqual(['One [1]two[1] three and [2]four[2] five']);
    const all: Segment = [
      { kind: 'open', id: 1 },
      { kind: 'text', text: 'eins zwei drei und vier fünf' },
      { kind: 'close', id: 1 },
      { kind: 'open', id: 2 },
      { kind: 'close', id: 2 },
    ];
    expect(await merged(file, [all])).toBe(film('<i>eins zwei drei</i>', '<i>und vier fünf</i><i></i>'));
  });

  it('segments that cannot be read in their time are counted', async () => {
    const file = film('Short', 'Short too');
    const long = 'Ein Satz, der viel länger ist, als in dieser kurzen Zeit gelesen werden kann';
    expect((await merge(file, ['Kurz', 'Auch kurz'])).summary).toEqual({ overflowed: 0 });
    expect((await merge(file, [long, 'Auch kurz'])).summary).toEqual({ overflowed: 1 });
    const fast = film(`${long}, und der`, 'weiter geht');
    expect((await merge(fast, [`${long}, wenn man`.slice(0, 85)])).summary).toEqual({ overflowed: 0 });
  });

  it('the source stands under its translation, each in one line where it fits', async () => {
    const file = film('The old ferry\ncame in', 'at noon.\nIt stayed');
    expect(await merged(file, ['Die alte Fähre kam, und zwar zu Mittag. Sie blieb'], { includeSource: true })).toBe(
      film('Die alte Fähre kam,\nThe old ferry came in', 'und zwar zu Mittag. Sie blieb\nat noon. It stayed'),
    );
  });
});
