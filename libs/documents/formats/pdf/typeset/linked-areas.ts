import type { Area, LinkedWords } from '../layout/link-areas.js';
import type { Fit } from './fit.js';
import type { ShapedText } from './shaping.js';

/** Where words of a link stand, in the space of the content. */
export interface LinkedArea {
  words: LinkedWords;
  area: Area;
}

/** Under and over the baseline, in parts of the font size. */
const depth = 0.22;
const rise = 0.8;

/** The areas of the linked words of a line that begins at a place; words that stand together have one. */
export const linkedAreas = (
  pieces: readonly ShapedText[],
  { scale, tracking }: Fit,
  direction: { x: number; y: number },
  { along, across, stretch }: { along: number; across: number; stretch: number },
): LinkedArea[] => {
  const found: { words: LinkedWords; start: number; end: number; height: number }[] = [];
  let at = along;
  let before: LinkedWords | undefined;
  for (const { style, width, glyphs } of pieces) {
    const start = at;
    const isSpace = glyphs.length === 1 && glyphs[0]?.text === ' ';
    at += (width + glyphs.length * tracking) * style.height * scale + (isSpace ? stretch : 0);
    const last = found.at(-1);
    const height = style.height * scale;
    if (style.link && last && before === style.link) {
      last.end = at;
      last.height = Math.max(last.height, height);
    } else if (style.link) found.push({ words: style.link, start, end: at, height });
    before = style.link;
  }
  return found.map(({ words, start, end, height }) => ({
    words,
    area: areaOf(direction, [start, across - depth * height], [end, across + rise * height]),
  }));
};

/** The upright rectangle around one that lies along a direction. */
const areaOf = (
  { x, y }: { x: number; y: number },
  [start, bottom]: readonly [number, number],
  [end, top]: readonly [number, number],
): Area => {
  const corners = [start, end].flatMap((along) =>
    [bottom, top].map((across): [number, number] => [along * x - across * y, along * y + across * x]),
  );
  const across = corners.map(([at]) => at);
  const up = corners.map(([, at]) => at);
  return { left: Math.min(...across), bottom: Math.min(...up), right: Math.max(...across), top: Math.max(...up) };
};
