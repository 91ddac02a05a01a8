import { srtMarkup } from '#libs/documents/formats/srt/srt.markup.js';
import { srtTimeLine } from '#libs/documents/formats/srt/srt.walker.js';
import { millisecondsOf } from '#libs/documents/formats/subtitles/milliseconds.js';
import { type Cue, cueOf, type StyleName } from './cue.js';
import { readOverrides } from './override-block.js';
import { readMarked, SpanBuilder } from './spans.js';

const styles: Readonly<Record<string, StyleName>> = { b: 'b', strong: 'b', i: 'i', em: 'i', u: 'u', s: 's' };
const none: ReadonlySet<StyleName> = new Set();

const cueOfLines = (times: Pick<Cue, 'start' | 'end'>, lines: readonly string[]): Cue[] => {
  const builder = new SpanBuilder();
  let place: number | undefined;
  readMarked(
    lines.join('\n'),
    srtMarkup,
    (text) => builder.text(text),
    ([raw, slash, name]) => {
      const style = styles[name?.toLowerCase() ?? ''];
      if (name === undefined) place ??= readOverrides(raw, builder, none).place;
      else if (style !== undefined) builder.set(style, slash !== '/');
      else if (name.toLowerCase() === 'rt') builder.text(slash === '/' ? ')' : '(');
    },
  );
  return cueOf(times, builder.spans, place);
};

/** Cues of SubRip. */
export async function* readSrt(lines: AsyncIterable<string>): AsyncGenerator<Cue, void> {
  let times: Pick<Cue, 'start' | 'end'> | undefined;
  let text: string[] = [];
  for await (const line of lines) {
    const [found, start = '', end = ''] = srtTimeLine.exec(line) ?? [];
    if (found === undefined) {
      text.push(line);
      continue;
    }
    if (/^\s*\d+\s*$/.test(text.at(-1) ?? '')) text.pop();
    if (times) yield* cueOfLines(times, text);
    times = { start: millisecondsOf(start), end: millisecondsOf(end) };
    text = [];
  }
  if (times) yield* cueOfLines(times, text);
}
