/** A marker within a stretch of text, at an offset in it. */
export interface MarkInText<Marker> {
  at: number;
  marker: Marker;
}

/** A stretch of text with the markers in it. */
export interface MarkedText<Marker> {
  text: string;
  marks: readonly MarkInText<Marker>[];
}

/** Characters that a mark is moved by at most, to stand between words. */
const nearby = 12;

/**
 * The text of a translation, with the markers that the text of the source had: as far from its beginning in proportion,
 * and between words.
 * @param stretches the stretches of text that stand side by side in the source
 * @param pieces those of its translation
 */
export const withMarks = <Marker extends object>(
  stretches: readonly MarkedText<Marker>[],
  pieces: readonly string[],
): (string | Marker)[][] => {
  if (stretches.every(({ marks }) => marks.length === 0)) return pieces.map((text) => [text]);
  if (stretches.length === pieces.length)
    return stretches.map(({ text, marks }, at) => markedText(pieces[at] ?? '', marks, text));
  let source = '';
  const all: MarkInText<Marker>[] = [];
  for (const { text, marks } of stretches) {
    for (const { at, marker } of marks) all.push({ at: source.length + at, marker });
    source += text;
  }
  return cutLike(markedText(pieces.join(''), all, source), pieces);
};

/** The items of a text, in as many rows as it has pieces. */
const cutLike = <Marker extends object>(
  items: readonly (string | Marker)[],
  pieces: readonly string[],
): (string | Marker)[][] => {
  const rows: (string | Marker)[][] = pieces.map(() => []);
  let row = 0;
  let room = pieces[0]?.length ?? 0;
  for (const item of items) {
    if (typeof item !== 'string') rows[row]?.push(item);
    else {
      for (let rest = item; rest !== ''; ) {
        while (room === 0 && row < pieces.length - 1) {
          row += 1;
          room = pieces[row]?.length ?? 0;
        }
        const taken = rest.slice(0, Math.max(room, 1));
        rows[row]?.push(taken);
        room -= taken.length;
        rest = rest.slice(taken.length);
      }
    }
  }
  return rows;
};

const markedText = <Marker extends object>(
  text: string,
  marks: readonly MarkInText<Marker>[],
  source: string,
): (string | Marker)[] => {
  const items: (string | Marker)[] = [];
  const places = { begin: new Places(text, 'begin'), end: new Places(text, 'end'), within: new Places(text, 'within') };
  let written = 0;
  for (const { at, marker } of marks) {
    const offset = source === '' ? 0 : Math.round((at / source.length) * text.length);
    const place = places[placeOf(source, at)].nearest(offset);
    if (place > written) items.push(text.slice(written, place));
    items.push(marker);
    written = Math.max(written, place);
  }
  if (written < text.length) items.push(text.slice(written));
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
