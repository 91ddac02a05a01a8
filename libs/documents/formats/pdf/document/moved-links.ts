import type { ShownGlyph } from '../content/show-operator.js';
import type { Area, LinkArea, LinkedWords } from '../layout/link-areas.js';
import type { ParagraphText } from '../layout/paragraph-text.js';
import { linkOf } from '../layout/text-style.js';
import type { LinkedArea } from '../typeset/linked-areas.js';
import type { Content } from './contents.js';

/** Areas of one link, at most. */
const maxAreas = 100;

/** Where the links of a content lie once its text was set again. */
export class MovedLinks {
  private readonly moved = new Map<LinkArea, Area[]>();

  constructor(private readonly content: Content) {}

  /** Several links to one place share the lines of its words. A link whose words are gone from its page stays as it is. */
  add({ style, styles }: ParagraphText, linked: readonly LinkedArea[]): void {
    const areasOf = new Map<LinkedWords, Area[]>();
    for (const { link } of [style, ...styles.values()]) if (link) areasOf.set(link, []);
    for (const { words, area } of linked) areasOf.get(words)?.push(area);
    for (const [{ links }, areas] of areasOf)
      links.forEach((link, at) => {
        if (this.content.links?.has(link) !== true) return;
        const from = Math.min(at, areas.length - 1);
        const own = at === links.length - 1 ? areas.slice(from) : areas.slice(from, from + 1);
        const all = this.moved.get(link) ?? [];
        if (all.length + own.length <= maxAreas) all.push(...own);
        if (all.length > 0) this.moved.set(link, all);
      });
  }

  /** A link that is around more than the words that were moved keeps the areas that it had, too. */
  areas(removed: ReadonlySet<ShownGlyph>): ReadonlyMap<LinkArea, readonly Area[]> {
    const { links, shows } = this.content;
    if (!links || this.moved.size === 0) return this.moved;
    const kept = new Set<LinkArea>();
    for (const show of shows)
      for (const glyph of show.glyphs) {
        const link = removed.has(glyph) || glyph.text?.trim() === '' ? undefined : linkOf(links, glyph, show);
        if (link) kept.add(link);
      }
    for (const link of kept) this.moved.get(link)?.push(...link.areas);
    return this.moved;
  }
}
