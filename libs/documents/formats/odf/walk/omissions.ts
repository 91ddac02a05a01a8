import type { SkippedText } from '#libs/documents/formats/format.port.js';
import { stayingReasons } from '#libs/documents/formats/formulas/compared-texts.js';

/** Why text is not translated. */
export type Omission =
  | 'hidden'
  | 'deleted'
  | 'formula'
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

const reasons: Record<Exclude<Omission, 'value' | 'prompt'>, string> = {
  hidden: 'The text is hidden.',
  deleted: 'The text was deleted in a tracked change.',
  formula: 'The text is the result of a formula.',
  comment: 'Comments were not to be translated.',
  header: 'Headers and footers were not to be translated.',
  alternative: 'Alternative texts were not to be translated.',
  page: 'The text is outside the page range.',
  compared: stayingReasons.cells,
  name: stayingReasons.name,
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
