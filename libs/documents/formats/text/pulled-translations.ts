import type { Segment } from '#libs/text/segments/segment.js';
import { asText } from '#libs/text/segments/segment-texts.js';
import { sameSegment } from '../tag-repair.js';
import type { SegmentPiece, TextPiece } from './text-walker.js';

/** The translations of a file, some of which are looked at before their turn. */
export class PulledTranslations {
  private pulled: Segment[] = [];
  /** The place in `pulled` of the next one. */
  private at = 0;

  constructor(private readonly translations: AsyncIterator<Segment, undefined>) {}

  next(): Promise<Segment> {
    const next = this.pulled[this.at];
    this.at += 1;
    if (next) return Promise.resolve(next);
    this.pulled = [];
    this.at = 0;
    return this.pull();
  }

  /** Whether each of so many segments, from the next one on, is translated otherwise than it was. */
  async changes(pieces: readonly TextPiece[], from: number, segments: number): Promise<boolean[]> {
    const found: SegmentPiece[] = [];
    for (let at = from; at < pieces.length && found.length < segments; at += 1) {
      const piece = pieces[at];
      if (piece !== undefined && typeof piece !== 'string') found.push(piece);
    }
    while (this.pulled.length < this.at + found.length) this.pulled.push(await this.pull());
    return found.map(({ parts }, at) => !sameSegment(parts, asText(this.pulled[this.at + at] ?? parts)));
  }

  private async pull(): Promise<Segment> {
    const { value } = await this.translations.next();
    if (!value) throw new Error('The translations ended before the segments of the file');
    return value;
  }
}
