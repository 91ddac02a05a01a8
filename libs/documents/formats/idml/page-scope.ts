import type { PageRange } from '#libs/documents/formats/format.port.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { type Frames, firstPageOf } from './idml-frames.js';

/** The pages of a range, and what stands on them. */
export class PageScope {
  /** Stories in frames that are anchored in another story. */
  private readonly outer = new Map<string, string>();

  constructor(
    private readonly range: PageRange,
    private readonly frames: Frames,
  ) {}

  hasPage(page: number | undefined): boolean {
    return page !== undefined && this.range.some(({ from, to }) => page >= from && page <= to);
  }

  /** A story is where it begins; one that is anchored in another is where that begins. */
  hasStory(story: string): boolean {
    const seen = new Set<string>();
    for (let name: string | undefined = story; name !== undefined && !seen.has(name); name = this.outer.get(name)) {
      seen.add(name);
      const frames = this.frames.placed.get(name);
      if (frames) return this.hasPage(firstPageOf(frames));
    }
    return false;
  }

  /** Reads which stories are anchored in a story. */
  async addAnchored(story: string, batches: AsyncIterable<XmlToken[]>): Promise<void> {
    for await (const tokens of batches)
      for (const token of tokens) {
        const anchored = token.kind === 'open' ? attributeOf(token.attributes, 'ParentStory') : undefined;
        if (anchored !== undefined) this.outer.set(anchored, story);
      }
  }
}
