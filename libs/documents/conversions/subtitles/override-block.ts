import type { StyleName } from './cue.js';
import type { SpanBuilder } from './spans.js';

const tag = /\\(?:(an?|[ibusp])(\d*)(?=[\\}]|$)|r[^\\}]*)/g;
/** Above it, `\b` gives the weight of a bold letter. */
const boldWeight = 600;

/** Places of SubStation Alpha before version 4+: 1 to 3 below, 5 to 7 above, 9 to 11 in the middle. */
export const placeOfOld = (alignment: number): number | undefined => {
  const [column, row] = [alignment & 3, alignment >> 2];
  if (column === 0 || row > 2) return undefined;
  return column + ([0, 6, 3][row] ?? 0);
};

export const oldOfPlace = (place: number): number =>
  ((place - 1) % 3) + 1 + ([0, 8, 4][Math.floor((place - 1) / 3)] ?? 0);

const placeOf = (name: string, value: string): number | undefined => {
  const place = name === 'an' ? Number(value) : placeOfOld(Number(value));
  return place !== undefined && place >= 1 && place <= 9 ? place : undefined;
};

export interface BlockEffect {
  place?: number;
  /** Whether what follows are the numbers of a drawing. */
  draws?: boolean;
}

/** Reads an override block (`{\i1\an8}`); what is no style or place has no counterpart. */
export const readOverrides = (block: string, builder: SpanBuilder, usual: ReadonlySet<StyleName>): BlockEffect => {
  const effect: BlockEffect = {};
  for (const [, name, value = ''] of block.matchAll(tag)) {
    if (name === undefined) builder.setAll(usual);
    else if (name === 'p') effect.draws = Number(value) > 0;
    else if (name === 'a' || name === 'an') {
      const place = placeOf(name, value);
      if (place !== undefined) effect.place ??= place;
    } else {
      const style = name as StyleName;
      const isOn = value === '' ? usual.has(style) : Number(value) === 1 || Number(value) >= boldWeight;
      builder.set(style, isOn);
    }
  }
  return effect;
};
