import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { converted } from '../conversions.fixture.js';

const sample = (path: string) => readFileSync(new URL(`../../formats/${path}`, import.meta.url));
const names = ['srt', 'vtt', 'ass', 'ssa'];
const eventsOf = (script: string) => script.split('\n').filter((line) => line.startsWith('Dialogue:'));

describe('subtitles in another format', () => {
  it('styles, places, times and signs of SubRip are those of WebVTT', async () => {
    const srt =
      '7\r\n1:02:03,045 --> 1:02:04,5\r\n{\\an8}<font color="red"><i>a & b</i></font> < <b>c</B>\r\n\r\nd --\r\n8\r\n0:0:1,0 --> 0:0:2,0\r\n-\r\n';
    expect(await converted('srt', 'vtt', srt)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n-\n\n01:02:03.045 --> 01:02:04.500 line:0\n<i>a &amp; b</i> &lt; <b>c</b>\nd --\n',
    );
  });

  it('voices become names and come back, and notes, styles and karaoke are left out', async () => {
    const events = eventsOf(await converted('vtt', 'ass', sample('vtt/samples/settings-and-blocks.vtt')));
    expect(events.slice(0, 5)).toEqual([
      'Dialogue: 0,0:00:01.00,0:00:04.00,Default,Fred,0,0,0,,{\\an7}The ferry came in {\\b1}with its\\Nlights{\\b0} on',
      'Dialogue: 0,0:00:04.20,0:00:06.00,Default,Fred,0,0,0,,{\\an7}and nobody went ashore & home.',
      'Dialogue: 0,0:00:07.00,0:00:09.00,Default,,0,0,0,,- {\\i1}Bonjour{\\i0} <everyone>\\N- Good day\\h',
      'Dialogue: 0,0:00:09.50,0:00:12.00,Default,Mary,0,0,0,,Never sing alone',
      'Dialogue: 0,0:00:12.50,0:00:14.00,Default,,0,0,0,,Who is it?\\NIt is only moi, the harbour(port) master',
    ]);
    const back = await converted('ass', 'vtt', `[Script Info]\n\n[Events]\n${events.join('\n')}\n`);
    expect(back).toContain('line:0 align:start\n<v Fred>The ferry came in <b>with its\nlights</b> on\n');
  });

  it('a change of voice closes the styles of the one before', async () => {
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v A><b>one <v B>two</b></v> three\n';
    expect(await converted('vtt', 'srt', vtt)).toContain('<b>one two</b> three');
  });

  it('drawings, comments, notes and events without words are left out, styles and places of the script are kept', async () => {
    const film = await converted('ass', 'srt', sample('ass/samples/film.ass'));
    expect(film).toContain('00:00:05,100 --> 00:00:07,000\n{\\an8}Who is there?\n');
    expect(film).toContain('- It is me.\n- And <b>my brother</b>, who came\u00a0too\n');
    expect(film).toContain('{\\an8}Harbour Street\n');
    expect(film).toContain('Sing with me\n');
    expect(film).not.toMatch(/m 0 0|stays|translator|fontname/);
    expect(film.match(/-->/g)).toHaveLength(8);
  });

  it('a script breaks lines at \\n only where its wrapping says so', async () => {
    const script = (style: string) =>
      `[Script Info]\nWrapStyle: ${style}\n\n[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,a\\nb\n`;
    expect(await converted('ass', 'txt', script('2'))).toBe('a\nb\n');
    expect(await converted('ass', 'txt', script('0'))).toBe('a b\n');
  });

  it('places and styles of an old script are read by its own numbers, and written so', async () => {
    const script =
      '[Script Info]\nScriptType: v4.00\n\n[V4 Styles]\nFormat: Name, Italic, Alignment\nStyle: Top,-1,6\n\n' +
      '[Events]\nFormat: Marked, Start, End, Style, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,*Top,one {\\i0}two\n' +
      'Dialogue: Marked=0,0:00:03.00,0:00:04.00,Other,{\\a10}three\n';
    const ass = eventsOf(await converted('ssa', 'ass', script));
    expect(ass[0]).toMatch(/,\{\\an8\}\{\\i1\}one \{\\i0\}two$/);
    expect(ass[1]).toMatch(/,\{\\an5\}three$/);
    const srt = '1\n00:00:01,000 --> 00:00:02,000\n{\\an9}a\n';
    expect(eventsOf(await converted('srt', 'ssa', srt))[0]).toMatch(/^Dialogue: Marked=0,.*,\{\\a7\}a$/);
  });

  it('hundredths of a second are the nearest', async () => {
    const srt = '1\n00:59:59,996 --> 01:00:00,004\na\n';
    expect(eventsOf(await converted('srt', 'ass', srt))[0]).toContain('0,1:00:00.00,1:00:00.00,');
  });

  it('text has the lines of the cues, with an empty line between them', async () => {
    expect(await converted('srt', 'txt', sample('srt/samples/windows-1252.srt'))).toMatch(/\S\n\n\S/);
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Eva><i>one</i>\ntwo\n\n00:03.000 --> 00:04.000\nthree &gt;\n';
    expect(await converted('vtt', 'txt', vtt)).toBe('one\ntwo\n\nthree >\n');
  });

  it('words that look like a tag within a block stay words', async () => {
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\n{\\N&lt;i&gt;}\n';
    expect(await converted('srt', 'txt', await converted('vtt', 'srt', vtt))).toBe('{\u2060\\N<\u2060i>}\n');
  });

  it('a line that is too long for a subtitle is refused', async () => {
    const srt = `1\n00:00:01,000 --> 00:00:02,000\n${'a'.repeat(300_000)}\n`;
    await expect(converted('srt', 'vtt', srt)).rejects.toMatchObject({ name: 'FormatError', reason: 'hostile' });
  });

  const words = fc
    .array(fc.constantFrom('a', '<i>', '{\\i1}', '-->', '\\N', '\\h', '&amp;', '&', '<', '{', '}', '\\', 'é', ' '), {
      minLength: 1,
      maxLength: 12,
    })
    .map((parts) => `x${parts.join('')}y`);
  const cues = fc.array(fc.record({ start: fc.nat(400_000), length: fc.nat(500), text: words }), {
    minLength: 1,
    maxLength: 8,
  });
  const clock = (hundredths: number) => {
    const time = new Date(hundredths * 10).toISOString();
    return time.slice(11, 23);
  };
  /** The word joiners that keep a text from being markup are invisible. */
  const visible = (text: string) => text.replaceAll('\u2060', '').replaceAll('\u00a0', ' ');

  it.each(names.filter((name) => name !== 'vtt'))('as %s and back, times and words are the same', async (to) => {
    await fc.assert(
      fc.asyncProperty(cues, async (list) => {
        const ordered = list.toSorted((one, other) => one.start - other.start);
        const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
        const vtt = `WEBVTT\n${ordered
          .map(
            ({ start, length, text }) =>
              `\n${clock(start)} --> ${clock(start + length)} line:0\n<i>${escaped(text)}</i>\n`,
          )
          .join('')}`;
        const back = await converted(to, 'vtt', await converted('vtt', to, vtt));
        expect(visible(back)).toBe(visible(vtt));
      }),
      { numRuns: 60 },
    );
  });
});
