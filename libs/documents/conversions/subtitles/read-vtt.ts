import { decodeHTML } from 'entities';
import { millisecondsOf } from '#libs/documents/formats/subtitles/milliseconds.js';
import { vttMarkup } from '#libs/documents/formats/vtt/vtt.markup.js';
import { vttOtherBlock, vttTimeLine } from '#libs/documents/formats/vtt/vtt.walker.js';
import { type Cue, cueOf, type StyleName } from './cue.js';
import { readMarked, SpanBuilder } from './spans.js';

interface OpenCue {
  times: Pick<Cue, 'start' | 'end'>;
  settings: string;
  lines: string[];
}

const tag = /^<(\/?)([a-z]+)(?:\.[^\s>]*)?(?:\s([^>]*))?>$/i;

const readTag = (raw: string, builder: SpanBuilder): void => {
  const [, slash, name = '', annotation = ''] = tag.exec(raw) ?? [];
  const opens = slash !== '/';
  if (name === 'b' || name === 'i' || name === 'u') builder.set(name satisfies StyleName, opens);
  else if (name === 'rt') builder.text(opens ? '(' : ')');
  else if (name === 'v') builder.speaks(opens ? decodeHTML(annotation.trim()) || undefined : undefined);
};

/** Rows of the screen by the `line` of a cue: a share of its height, or lines from the top, or from below. */
const rowOf = (line: string): number => {
  const number = Number.parseFloat(line);
  if (!Number.isFinite(number) || number < 0) return 0;
  const share = line.includes('%') ? number : number * 7;
  return share < 34 ? 2 : share < 67 ? 1 : 0;
};

const placeOf = (settings: string): number | undefined => {
  const [, line] = /(?:^|\s)line:(\S+)/.exec(settings) ?? [];
  const [, align] = /(?:^|\s)align:(\S+)/.exec(settings) ?? [];
  const column = align === 'start' || align === 'left' ? 1 : align === 'end' || align === 'right' ? 3 : 2;
  const place = (line === undefined ? 0 : rowOf(line)) * 3 + column;
  return place === 2 ? undefined : place;
};

const cueOfOpen = ({ times, settings, lines }: OpenCue): Cue[] => {
  const builder = new SpanBuilder();
  readMarked(
    lines.join('\n'),
    vttMarkup,
    (text) => builder.text(decodeHTML(text)),
    ([raw]) => readTag(raw, builder),
  );
  return cueOf(times, builder.spans, placeOf(settings));
};

/** Cues of WebVTT; its styles, regions and notes are left out. */
export async function* readVtt(lines: AsyncIterable<string>): AsyncGenerator<Cue, void> {
  let open: OpenCue | undefined;
  let isOther = false;
  for await (const line of lines) {
    const [found, start = '', end = '', settings = ''] = vttTimeLine.exec(line) ?? [];
    if (found !== undefined && !isOther) {
      if (open) yield* cueOfOpen(open);
      open = { times: { start: millisecondsOf(start), end: millisecondsOf(end) }, settings, lines: [] };
    } else if (line === '') {
      if (open) yield* cueOfOpen(open);
      open = undefined;
      isOther = false;
    } else if (open) open.lines.push(line);
    else isOther ||= vttOtherBlock.test(line);
  }
  if (open) yield* cueOfOpen(open);
}
