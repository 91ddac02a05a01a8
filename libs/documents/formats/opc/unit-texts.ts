import type { ExtractedSegment, SegmentRole, SkippedText } from '#libs/documents/formats/format.port.js';
import { type SkipReason } from '#libs/documents/formats/skip-reasons.js';
import { sameSegment } from '#libs/documents/formats/tag-repair.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { asText } from '#libs/text/segments/segment-texts.js';
import type { KnownText } from './known-texts.js';

/** Where a text stands; one with a reason to be skipped is counted and left as it is. */
export interface TextContext {
  role: SegmentRole;
  part: string;
  skipReason?: SkipReason | undefined;
}

/** Texts that were read before in places that must keep the same translation. */
export interface TextMemory {
  find(parts: Segment): KnownText | undefined;
  add(parts: Segment): KnownText;
}

/** The texts of one unit: those that are new are its segments, and those that are known take the translation they have. */
export class UnitTexts {
  readonly segments: ExtractedSegment[] = [];
  private readonly texts: { text: KnownText; parts: Segment; isNew: boolean }[] = [];
  private skippedCount = 0;

  constructor(
    private readonly memory: TextMemory,
    private readonly context: TextContext,
  ) {}

  get skipped(): SkippedText | undefined {
    const { part, skipReason } = this.context;
    return this.skippedCount === 0 || skipReason === undefined
      ? undefined
      : { part, reason: skipReason, count: this.skippedCount };
  }

  add(parts: Segment, role = this.context.role): void {
    if (this.context.skipReason !== undefined) {
      this.skippedCount += 1;
      return;
    }
    const known = this.memory.find(parts);
    this.texts.push({ text: known ?? this.memory.add(parts), parts, isNew: known === undefined });
    if (known === undefined) this.segments.push({ role, parts, part: this.context.part });
  }

  /** The translation of each text that was added; none of a unit that is skipped. */
  settle(translations: readonly Segment[]): Segment[] {
    const rest = translations.values();
    return this.texts.map(({ text, parts, isNew }) => {
      if (isNew) {
        text.translation = rest.next().value;
        text.isSame = text.translation !== undefined && sameSegment(parts, asText(text.translation));
      }
      if (text.translation === undefined) throw new Error('A text has no translation.');
      // The same words may have other tags here.
      return text.isSame === true ? parts : text.translation;
    });
  }
}
