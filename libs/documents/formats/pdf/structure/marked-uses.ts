import type { ContentTexts } from '../document/content-texts.js';
import type { Content } from '../document/contents.js';
import type { ParagraphPart } from '../layout/paragraph-text.js';
import type { Paragraph } from '../layout/paragraphs.js';

/** A marked content: the object of the page or form that it is in, and its number there. */
export interface MarkedPlace {
  owner: number;
  mcid: number;
}

/** Uses of the words of marked contents, as bits. */
export const use = {
  /** Some of its words can be read. */
  read: 1,
  translated: 2,
  /** A paragraph of it has words outside of it. */
  shared: 4,
  /** Some of its words were taken out. */
  changed: 8,
} as const;

/** Marked contents that are remembered, at most. */
const maxPlaces = 1_000_000;

/** How the words of marked contents are used; the structure tree says what stands for them. */
export class MarkedUses {
  private readonly uses = new Map<number, Map<number, number>>();
  private size = 0;

  /** Remembers nothing for a file without structure. */
  constructor(private readonly isTagged: boolean) {}

  of({ owner, mcid }: MarkedPlace): number {
    return this.uses.get(owner)?.get(mcid) ?? 0;
  }

  addRead(content: Content): void {
    if (!this.isTagged) return;
    for (const { mcid, glyphs } of content.shows)
      if (glyphs.some(({ text }) => text !== undefined && /\p{L}/u.test(text)))
        this.add(placeOf(content, mcid), use.read);
  }

  addTexts({ content, texts, fromBefore }: ContentTexts): void {
    if (!this.isTagged) return;
    this.addRead(content);
    for (const { parts, onNext } of texts) this.addParts(content, parts, onNext !== undefined);
    this.addParts(content, fromBefore, true);
  }

  private addParts(content: Content, parts: readonly ParagraphPart[], goesOn: boolean): void {
    const places = parts.flatMap(({ paragraph }) => placesOf(content, paragraph));
    const shared = goesOn || places.length > 1 ? use.shared : 0;
    for (const place of places) this.add(place, use.translated | shared);
  }

  addChanged(content: Content, paragraphs: readonly Paragraph[]): void {
    if (!this.isTagged) return;
    for (const paragraph of paragraphs) for (const place of placesOf(content, paragraph)) this.add(place, use.changed);
  }

  private add(place: MarkedPlace | undefined, added: number): void {
    if (!place) return;
    const { owner, mcid } = place;
    const known = this.uses.get(owner) ?? new Map<number, number>();
    if (!known.has(mcid)) {
      if (this.size >= maxPlaces) return;
      this.size += 1;
    }
    this.uses.set(owner, known.set(mcid, (known.get(mcid) ?? 0) | added));
  }
}

/** A form without marked content of its own is in that which draws it. */
const placeOf = ({ form, page, within }: Content, mcid: number | undefined): MarkedPlace | undefined =>
  mcid === undefined ? within : { owner: (form ?? page).reference.number, mcid };

/** The marked contents that a paragraph has words in; undefined stands for words in none. */
const placesOf = (content: Content, { lines }: Paragraph): (MarkedPlace | undefined)[] => {
  const mcids = new Set(lines.flatMap(({ glyphs }) => glyphs.map(({ show }) => show.mcid)));
  return [...mcids].map((mcid) => placeOf(content, mcid));
};
