import { invert, type Matrix } from '#libs/documents/formats/geometry/matrix.js';
import type { RulePath } from '../content/rule-paths.js';
import { type Point, placeOf } from '../content/ruled-lines.js';
import { placeSeen } from '../layout/axes.js';
import type { Fragment } from '../layout/fragments.js';
import type { TextRule } from '../layout/text-rules.js';
import { serializeNumber as written } from '../objects/pdf-serializer.js';
import type { ContentEdit } from './content-rewrite.js';
import type { Fit } from './fit.js';
import type { ShapedText } from './shaping.js';

/** A rule under or through words of a translation. */
export interface RuledSpan {
  key: string;
  start: number;
  end: number;
  /** Its middle. */
  across: number;
}

/** The rules of the words of a line; words that stand together have one, which begins and ends with none but them. */
export const ruledSpans = (
  pieces: readonly ShapedText[],
  { scale }: Fit,
  across: number,
  placesOf: readonly { start: number; end: number }[],
): RuledSpan[] => {
  const spans: RuledSpan[] = [];
  const open = new Map<string, RuledSpan>();
  pieces.forEach(({ style, glyphs }, at) => {
    const isSpace = glyphs.length === 1 && glyphs[0]?.text === ' ';
    const { start, end } = placesOf[at] ?? { start: 0, end: 0 };
    const rules = style.rules ?? [];
    for (const key of [...open.keys()]) if (!rules.some((rule) => rule.key === key)) open.delete(key);
    if (isSpace) return;
    for (const { key, above } of rules) {
      const before = open.get(key);
      if (before) before.end = end;
      else {
        const span = { key, start, end, across: across + above * scale };
        spans.push(span);
        open.set(key, span);
      }
    }
  });
  return spans;
};

/**
 * Puts the rules of a translation, whose lines run in `direction`, where the content draws those of its source: colour and
 * thickness are there.
 */
export const ruleEdits = (
  rules: Iterable<TextRule>,
  spans: readonly RuledSpan[],
  direction: Fragment['direction'],
): ContentEdit[] => {
  const edits = new Map<RulePath, ContentEdit>();
  const keys = new Set<string>();
  for (const { paths, key } of rules)
    for (const path of paths) {
      const { start, end } = path;
      if (edits.has(path)) continue;
      const own = keys.has(key) ? [] : spans.filter((span) => span.key === key);
      keys.add(key);
      edits.set(path, { start, end, operators: own.map((span) => drawn(span, path, direction)).join('\n') });
    }
  return [...edits.values()];
};

const drawn = (
  { start, end, across }: RuledSpan,
  { paint, thickness, matrix }: RulePath,
  direction: Fragment['direction'],
): string => {
  const back: Matrix = invert(matrix) ?? matrix;
  const half = thickness / 2;
  const points: Point[] =
    paint === 'S'
      ? [
          [start, across],
          [end, across],
        ]
      : [
          [start, across - half],
          [end, across - half],
          [end, across + half],
          [start, across + half],
        ];
  const path = points.map((point, at) => {
    const [x, y] = placeSeen(point, direction);
    return `${placeOf(x, y, back).map(written).join(' ')} ${at === 0 ? 'm' : 'l'}`;
  });
  return `${path.join(' ')} ${paint === 'S' ? 'S' : 'h f'}`;
};
