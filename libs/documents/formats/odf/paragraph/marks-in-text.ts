import type { TextLook } from '../styles/text-look.js';
import type { InlineContent, InlineText } from './inline-content.js';
import type { Item, Marker } from './paragraph-items.js';

/** A marker within a stretch of text, at an offset in it. */
export interface MarkInText {
  at: number;
  marker: Marker;
}

/** Characters that a mark is moved by at most, to stand between words. */
const nearby = 12;

/**
 * The text of a translation, with the markers that the text of the source had: as far from its beginning in proportion,
 * and between words.
 * @param pieces the stretches of text that stand directly in the content, in translation
 */
export const withMarks = (content: InlineContent, pieces: readonly string[]): Item[][] => {
  const stretches = content.nodes.filter((node): node is InlineText => node.kind === 'text');
  const { look } = content;
  if (stretches.every(({ marks }) => marks.length === 0)) return pieces.map((text) => [{ kind: 'text', text, look }]);
  if (stretches.length === pieces.length)
    return stretches.map(({ text, marks }, at) => markedText(pieces[at] ?? '', look, marks, text));
  const all = stretches.flatMap(({ marks }) => marks);
  return pieces.map((text, at) => (at === 0 ? markedText(text, look, all, '') : [{ kind: 'text', text, look }]));
};

const markedText = (text: string, look: TextLook, marks: readonly MarkInText[], source: string): Item[] => {
  const items: Item[] = [];
  const places = { begin: new Places(text, 'begin'), end: new Places(text, 'end'), within: new Places(text, 'within') };
  let written = 0;
  for (const { at, marker } of marks) {
    const offset = source === '' ? 0 : Math.round((at / source.length) * text.length);
    const place = places[placeOf(source, at)].nearest(offset);
    if (place > written) items.push({ kind: 'text', text: text.slice(written, place), look });
    items.push(marker);
    written = Math.max(written, place);
  }
  if (written < text.length) items.push({ kind: 'text', text: text.slice(written), look });
  return items;
};

type Place = 'begin' | 'end' | 'within';

const isBlank = (character: string | undefined): boolean => character === undefined || /\s/.test(character);

/** Whether an offset is where a word begins, where one ends, or neither. */
const placeOf = (text: string, at: number): Place => {
  if (isBlank(text[at - 1])) return isBlank(text[at]) ? 'within' : 'begin';
  return isBlank(text[at]) ? 'end' : 'within';
};

/** Where words of a text begin or end, asked for in rising order; a mark within a word or space gets either. */
class Places {
  private readonly known: number[] = [];
  private index = 0;

  constructor(
    private readonly text: string,
    place: Place,
  ) {
    for (let at = 0; at <= text.length; at += 1) {
      const found = placeOf(text, at);
      if (found === place || (place === 'within' && found !== 'within')) this.known.push(at);
    }
  }

  nearest(offset: number): number {
    while ((this.known[this.index + 1] ?? Number.POSITIVE_INFINITY) <= offset) this.index += 1;
    const [before = offset, after = before] = this.known.slice(this.index, this.index + 2);
    const place = Math.abs(offset - before) <= Math.abs(after - offset) ? before : after;
    if (Math.abs(place - offset) <= nearby) return place;
    const isWithinPair = (this.text.codePointAt(offset - 1) ?? 0) > 0xffff;
    return isWithinPair ? offset - 1 : offset;
  }
}
