import type { SkippedText } from '#libs/documents/formats/format.port.js';
import { type SkipReason, skipReasons } from '#libs/documents/formats/skip-reasons.js';

/** Why text is not translated. */
export type Omission =
  | 'hidden'
  | 'deleted'
  | 'formula'
  | 'field'
  | 'comment'
  | 'header'
  | 'alternative'
  | 'page'
  /** Formulas compare the text with cells that stay, or find something by it. */
  | 'compared'
  | 'name'
  /** The text of a number or a date, which programs write anew. */
  | 'value'
  /** A prompt that no reader sees. */
  | 'prompt';

const reasons: Record<Exclude<Omission, 'value' | 'prompt'>, SkipReason> = {
  hidden: skipReasons.hidden,
  deleted: skipReasons.deleted,
  formula: skipReasons.formula,
  field: skipReasons.field,
  comment: skipReasons.comments,
  header: skipReasons.headers,
  alternative: skipReasons.alternativeTexts,
  page: skipReasons.outsideRange,
  compared: skipReasons.comparedCells,
  name: skipReasons.soughtName,
};

/** Counts the texts that were found and not translated. */
export class OmittedTexts {
  private readonly counts = new Map<string, SkippedText>();

  add(part: string, omission: Omission): void {
    if (omission === 'value' || omission === 'prompt') return;
    const key = `${part} ${omission}`;
    this.counts.set(key, { part, reason: reasons[omission], count: (this.counts.get(key)?.count ?? 0) + 1 });
  }

  get all(): readonly SkippedText[] {
    return [...this.counts.values()];
  }
}
