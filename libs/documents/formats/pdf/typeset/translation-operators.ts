import { invert, type Matrix, multiply } from '#libs/documents/formats/geometry/matrix.js';
import { isThickened, paragraphTag, type ShowOperator, textKey } from '../content/show-operator.js';
import { type EmbeddedFonts, hex } from '../fonts/embedded-fonts.js';
import type { Place } from '../layout/page-space.js';
import { serializeValue, serializeNumber as written } from '../objects/pdf-serializer.js';
import { PdfName, textString } from '../objects/pdf-values.js';
import type { Fit } from './fit.js';
import { type LinkedArea, linkedAreas } from './linked-areas.js';
import { type RuledSpan, ruledSpans } from './moved-rules.js';
import type { SetGlyph, ShapedText } from './shaping.js';
import { signOperators } from './sign-operators.js';
import { visualOrder } from './text-direction.js';
import type { Word } from './words.js';

/** Where a translation goes, and in which state the content is there. */
export interface Destination {
  place: Place;
  fit: Fit;
  direction: { x: number; y: number };
  /** The operator before which it stands. */
  before: ShowOperator;
  isRightToLeft: boolean;
  /** Whether what stood at the left stands at the right now. */
  turnsRound: boolean;
  /** The name of the text, where this is a part of it. */
  textName: string | undefined;
}

export interface TranslationOperators {
  operators: string;
  /** The fonts that it needs, by their names there. */
  fonts: ReadonlySet<string>;
  /** Characters that no font has. */
  missing: number;
  linked: LinkedArea[];
  ruled: RuledSpan[];
  /** How far its lines go, at most. */
  end: number;
}

/** The operators that draw a translation within a text object, and leave all as it was. */
export const translationOperators = (destination: Destination, embedded: EmbeddedFonts): TranslationOperators => {
  const { before, fit, place, textName } = destination;
  const { state } = before;
  const out: string[] = [beginParagraph(textName), '0 Tw 100 Tz'];
  const fonts = new Set<string>();
  let fill = state.fill;
  let rise = 0;
  let font = '';
  let missing = 0;
  let end = Number.NEGATIVE_INFINITY;
  const linked: LinkedArea[] = [];
  const ruled: RuledSpan[] = [];
  const setRise = (to: number): void => {
    if (to === rise) return;
    out.push(`${written(to)} Ts`);
    rise = to;
  };
  out.push(isThickened(state) ? '0 Ts 0 Tr' : '0 Ts');
  fit.lines.forEach((line, at) => {
    const pieces = visualOrder(line.flatMap((word, index) => piecesOf(word, index === line.length - 1)));
    const across = place.across - at * fit.leading * fit.scale;
    const width = widthOfLine(pieces, fit);
    const stretch = stretchOf(destination, pieces, width, at);
    const from = lineStart(destination, stretch === 0 ? width : undefined, at);
    out.push(`${lineMatrix(destination, from, across)} Tm`);
    linked.push(...linkedAreas(pieces, fit, destination.direction, { along: from, across, stretch }));
    let along = from;
    const places: { start: number; end: number }[] = [];
    for (const piece of pieces) {
      const start = along;
      along += widthOfPiece(piece, fit) + (isSpace(piece) ? stretch : 0);
      places.push({ start, end: along });
      if (piece.style.fill !== undefined && piece.style.fill !== fill) {
        fill = piece.style.fill;
        out.push(fill);
      }
      if (piece.signs) {
        setRise(0);
        out.push(...signOperators(piece, piece.signs, (by) => lineMatrix(destination, start + by, across), fit));
        out.push(`0 Tc 100 Tz ${lineMatrix(destination, along, across)} Tm`);
        font = '';
        continue;
      }
      const own = embedded.fontOf(piece.face, piece.style.heights);
      const size = piece.style.height * fit.scale;
      fonts.add(own.name);
      const setting = `/${own.name} ${written(size)} Tf ${written(fit.tracking * size)} Tc`;
      if (setting !== font) out.push(setting);
      font = setting;
      const base = piece.style.rise * fit.scale;
      if (piece.actualText !== undefined)
        out.push(`/Span <</ActualText ${serializeValue(textString(piece.actualText))}>> BDC`);
      for (const run of runsByRise(piece.glyphs)) {
        setRise(base + (run[0]?.shiftUp ?? 0) * size);
        out.push(showing(run, (glyph) => own.codeFor(glyph.id, glyph.text, glyph.width * 1000)));
      }
      if (piece.actualText !== undefined) out.push('EMC');
      if (stretch > 0 && isSpace(piece)) out.push(`[${written((-1000 * stretch) / size)}] TJ`);
      missing += piece.glyphs.filter(({ id }) => id === 0).length;
    }
    ruled.push(...ruledSpans(pieces, fit, across, places));
    end = Math.max(end, along);
  });
  out.push('EMC');
  if (fill !== state.fill && state.fill !== undefined) out.push(state.fill);
  out.push(restored(before));
  return { operators: out.join('\n'), fonts, missing, linked, ruled, end };
};

const beginParagraph = (textName: string | undefined): string =>
  textName === undefined
    ? `/${paragraphTag} BMC`
    : `/${paragraphTag} <</${textKey} ${serializeValue(textString(textName))}>> BDC`;

const piecesOf = ({ pieces, space }: Word, isLast: boolean): readonly ShapedText[] =>
  isLast ? pieces : [...pieces, ...space];

const isSpace = ({ glyphs }: ShapedText): boolean => glyphs.length === 1 && glyphs[0]?.text === ' ';

const widthOfPiece = ({ width, glyphs, style }: ShapedText, { scale, tracking }: Fit): number =>
  (width + glyphs.length * tracking) * style.height * scale;

const widthOfLine = (pieces: readonly ShapedText[], fit: Fit): number =>
  pieces.reduce((sum, piece) => sum + widthOfPiece(piece, fit), 0);

/** The extra width of each space of a justified line; 0 for the last line of a text, and for one with very wide gaps. */
const stretchOf = ({ place, fit }: Destination, pieces: readonly ShapedText[], width: number, at: number): number => {
  const spaces = pieces.filter(isSpace).length;
  if (!place.isJustified || (at === fit.lines.length - 1 && !fit.goesOn) || spaces === 0) return 0;
  const each = (place.end - place.start - indentOf(place, at) - width) / spaces;
  return each > 0 && each < place.leading ? each : 0;
};

const indentOf = ({ indent }: Place, at: number): number => (at === 0 ? indent : 0);

/** A line without a width fills its place. */
const lineStart = (
  { place, isRightToLeft, turnsRound }: Destination,
  width: number | undefined,
  at: number,
): number => {
  if (width === undefined) return place.start + (isRightToLeft ? 0 : indentOf(place, at));
  const indent = indentOf(place, at);
  if (place.alignment === 'centre') return (place.start + place.end - width) / 2;
  const isAtEnd = (place.alignment === 'end') !== turnsRound;
  return isAtEnd ? place.end - width - (isRightToLeft ? Math.max(0, indent) : 0) : place.start + indent;
};

const lineMatrix = ({ before, direction }: Destination, along: number, across: number): string => {
  const { x, y } = direction;
  const wanted: Matrix = [x, y, -y, x, along * x - across * y, along * y + across * x];
  const back = invert(before.state.matrix) ?? before.state.matrix;
  return multiply(wanted, back).map(written).join(' ');
};

const runsByRise = (glyphs: readonly SetGlyph[]): SetGlyph[][] => {
  const runs: SetGlyph[][] = [];
  for (const glyph of glyphs) {
    const last = runs.at(-1);
    if (last?.[0]?.shiftUp === glyph.shiftUp) last.push(glyph);
    else runs.push([glyph]);
  }
  return runs;
};

const showing = (glyphs: readonly SetGlyph[], codeFor: (glyph: SetGlyph) => number): string => {
  const items: string[] = [];
  let codes = '';
  const move = (by: number): void => {
    if (Math.abs(by) < 0.0005) return;
    if (codes !== '') items.push(`<${codes}>`);
    codes = '';
    items.push(written(Math.round(-by * 1e5) / 100));
  };
  for (const glyph of glyphs) {
    move(glyph.shiftAlong);
    codes += hex(codeFor(glyph));
    move(glyph.advance - glyph.width - glyph.shiftAlong);
  }
  if (codes !== '') items.push(`<${codes}>`);
  return `[${items.join('')}] TJ`;
};

/** The text state, the line and the place on it as they were. */
const restored = ({ state, lineMatrix: line, textMatrix: text, cover }: ShowOperator): string => {
  const { fontName, size, characterSpacing, wordSpacing, scale, rise, mode } = state;
  const out = [
    ...(cover === undefined && !isThickened(state) ? [] : [`${mode} Tr`]),
    `${written(characterSpacing)} Tc ${written(wordSpacing)} Tw ${written(scale * 100)} Tz ${written(rise)} Ts`,
    `${line.map(written).join(' ')} Tm`,
  ];
  if (fontName !== undefined) out.unshift(`${serializeValue(new PdfName(fontName))} ${written(size)} Tf`);
  const [a, b] = line;
  const moved = Math.abs(a) > Math.abs(b) ? (text[4] - line[4]) / a : (text[5] - line[5]) / b;
  if (Number.isFinite(moved) && Math.abs(moved) > 1e-6 && size * scale !== 0)
    out.push(`[${written((-1000 * moved) / (size * scale))}] TJ`);
  return out.join('\n');
};
