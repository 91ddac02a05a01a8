import type { SkippedText } from '../format.port.js';
import { skipReasons } from '../skip-reasons.js';
import { isWording } from './translatable-value.js';

/** UTF-16 code units of a value, at most; a longer one (a picture in base64) is copied as it comes. */
export const maxValueLength = 1024 * 1024;

/** Decides which values are translated, and counts those that stay although they may be wording. */
export class ValueJudge {
  private single = 0;
  private long = 0;

  isTranslated(text: string, isNamed: boolean): boolean {
    if (isWording(text, isNamed)) return true;
    if (!isNamed && isWording(text, true)) this.single += 1;
    return false;
  }

  leaveLong(): void {
    this.long += 1;
  }

  get skipped(): SkippedText[] {
    return [
      { reason: skipReasons.identifier, count: this.single },
      { reason: skipReasons.longValue, count: this.long },
    ].filter(({ count }) => count > 0);
  }
}
