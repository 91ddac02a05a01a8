import type { SegmentRole } from '../format.port.js';
import { type InlineItem, type InlineSyntax, piecesOfRun } from '../inline/inline-run.js';
import { maxSegmentLength } from '../text/sentence-cut.js';
import type { TextPiece } from '../text/text-walker.js';
import { decodeText, edgeSpace } from './html.encoding.js';
import { partsOfRun } from './parts-of-run.js';

/** Items and code units that a run may hold before it is ended where it stands. */
const maxRunLength = { items: 500, raw: 1024 * 1024 };

export interface RunRules {
  role: SegmentRole;
  preformatted: boolean;
  encode(text: string): string;
  layOut?: InlineSyntax['layOut'];
}

/** The text and the inline tags of a block, as far as they have come. */
export class HtmlRun {
  /** The text so far. */
  text = '';
  private items: InlineItem[] = [];
  private length = 0;

  /** Whether the run is as long as it may be. */
  get isFull(): boolean {
    return this.items.length > maxRunLength.items || this.length > maxRunLength.raw;
  }

  add(item: InlineItem): void {
    this.items.push(item);
    this.length += item.raw.length;
  }

  /** Tells whether the run has text enough for a segment. */
  addText(raw: string): boolean {
    this.add({ kind: 'text', raw });
    this.text += raw;
    return this.text.length > maxSegmentLength;
  }

  /** The pieces of the run, which is empty then. */
  take({ preformatted, ...rules }: RunRules): TextPiece[] {
    const { items } = this;
    this.items = [];
    this.length = 0;
    this.text = '';
    const syntax: InlineSyntax = { ...rules, decode: decodeText, edgeSpace, collapse: !preformatted };
    return partsOfRun(items).flatMap((part) => piecesOfRun(part, syntax));
  }
}
