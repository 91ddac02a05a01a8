import type { SkippedText } from './format.port.js';
import type { SkipReason } from './skip-reasons.js';

/** Counts text that is found and stays. Texts of one reason that follow each other count once. */
export class LeftTexts {
  private readonly counts = new Map<SkipReason, number>();
  private last: { reason: SkipReason; hasLetters: boolean } | undefined;

  add(reason: SkipReason, text: string): void {
    if (this.last?.reason !== reason) {
      this.end();
      this.last = { reason, hasLetters: false };
    }
    this.last.hasLetters ||= /\p{L}/u.test(text);
  }

  /** Tells that something else follows. */
  end(): void {
    if (this.last?.hasLetters) this.counts.set(this.last.reason, (this.counts.get(this.last.reason) ?? 0) + 1);
    this.last = undefined;
  }

  /** The counts, of a part of the file where it has parts. */
  skipped(part?: string): SkippedText[] {
    this.end();
    if (this.counts.size === 0) return [];
    return [...this.counts].map(([reason, count]) => ({ ...(part === undefined ? {} : { part }), reason, count }));
  }
}
