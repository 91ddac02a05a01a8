import type { SkippedText } from '../format.port.js';
import { skipReasons } from '../skip-reasons.js';
import { isCommandByKey, isForPrograms, type ValuePlace } from './command-value.js';
import { isSingleWord } from './message-file.js';
import { isWording } from './translatable-value.js';

/** UTF-16 code units of a value, at most; a longer one (a picture in base64) is copied as it comes. */
export const maxValueLength = 1024 * 1024;

/** Decides which values are translated, and counts those that stay although they may be wording. */
export class ValueJudge {
  /** Whether single words are wording, as in a file of messages. */
  takesWords = false;
  private single = 0;
  private commands = 0;
  private long = 0;

  isTranslated(text: string, isNamed: boolean, place: ValuePlace = {}): boolean {
    if (!isWording(text, true)) return false;
    if (isForPrograms(text) || (!isNamed && !this.takesWords && isCommandByKey(text, place))) {
      if (isWording(text, isNamed)) this.commands += 1;
      return false;
    }
    if (isWording(text, isNamed) || (this.takesWords && isSingleWord(text, place.key))) return true;
    this.single += 1;
    return false;
  }

  leaveLong(): void {
    this.long += 1;
  }

  get skipped(): SkippedText[] {
    return [
      { reason: skipReasons.identifier, count: this.single },
      { reason: skipReasons.command, count: this.commands },
      { reason: skipReasons.longValue, count: this.long },
    ].filter(({ count }) => count > 0);
  }
}
