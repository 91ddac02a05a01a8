import type { DocumentSummary } from '../format.port.js';
import { skipReasons } from '../skip-reasons.js';

/** Counts elements with words that stay because the file says so, each once. */
export class StatedTexts {
  private count = 0;
  private isUncounted = false;

  /** Tells that an element begins whose text stays; `isStated`: by what the file says of it. */
  enter(isStated: boolean): void {
    this.isUncounted = isStated;
  }

  /** Tells of text that stays. */
  read(text: string): void {
    if (!this.isUncounted || !/\p{L}/u.test(text)) return;
    this.count += 1;
    this.isUncounted = false;
  }

  get summary(): DocumentSummary {
    return this.count === 0 ? {} : { skipped: [{ reason: skipReasons.stated, count: this.count }] };
  }
}
