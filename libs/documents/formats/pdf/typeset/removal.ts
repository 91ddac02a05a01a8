import type { ShownGlyph, ShowOperator } from '../content/show-operator.js';
import { serializeNumber as written } from '../objects/pdf-serializer.js';

/**
 * An operator without some of its glyphs: what stays keeps its place, and so does what a later operator shows that
 * begins where this one ends.
 */
export const withoutGlyphs = (show: ShowOperator, removed: ReadonlySet<ShownGlyph>, isGoneOnFrom: boolean): string => {
  const items: string[] = [];
  let codes = '';
  let moved = 0;
  const flush = (): void => {
    if (codes !== '') items.push(`<${codes}>`);
    codes = '';
  };
  const move = (): void => {
    if (Math.abs(moved) > 1e-6) {
      flush();
      items.push(written(-moved));
    }
    moved = 0;
  };
  let next = 0;
  show.items.forEach((item, string) => {
    if (typeof item === 'number') {
      moved -= item;
      return;
    }
    for (; show.glyphs[next]?.string === string; next += 1) {
      const glyph = show.glyphs[next];
      if (!glyph) break;
      if (removed.has(glyph)) moved += glyph.move;
      else {
        move();
        codes += Buffer.from(item.subarray(glyph.at, glyph.at + glyph.length)).toString('hex');
      }
    }
  });
  flush();
  if (isGoneOnFrom) move();
  return items.length === 0 ? show.before.trim() : `${show.before}[${items.join('')}] TJ`;
};
