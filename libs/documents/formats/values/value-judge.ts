import type { SkippedText } from '../format.port.js';
import { skipReasons } from '../skip-reasons.js';
import { isCommandByKey, isForPrograms, type ValuePlace } from './command-value.js';
import { isSingleWord } from './message-file.js';
import { isWording } from './translatable-value.js';

/** UTF-16 code units of a value, at most; a longer one (a picture in base64) is copied as it comes. */
export const maxValueLength = 1024 * 1024;

/** Keys of a schema of which the value is one of those that `enum` lists. */
const chosenKey = /^(?:default|example|examples|x-example|const)$/;
/** Values of lists of choices that are kept in mind, and UTF-16 code units of one. */
const maxChoices = { count: 10_000, length: 200 };

/** Decides which values are translated, and counts those that stay although they may be wording. */
export class ValueJudge {
  /** Whether single words are wording, as in a file of messages. */
  takesWords = false;
  private readonly choices = new Set<string>();
  private single = 0;
  private commands = 0;
  private long = 0;

  isTranslated(text: string, isNamed: boolean, place: ValuePlace = {}): boolean {
    if (!isWording(text, true)) return false;
    if (
      isForPrograms(text) ||
      (!isNamed && !this.takesWords && (isCommandByKey(text, place) || this.isChoice(text, place)))
    ) {
      if (isWording(text, isNamed)) this.commands += 1;
      return false;
    }
    if (isWording(text, isNamed) || (this.takesWords && isSingleWord(text, place.key))) return true;
    this.single += 1;
    return false;
  }

  /** Notes a value that `enum` lists: where it stays there, what names it elsewhere in a schema stays, too. */
  addChoice(text: string): void {
    if (!isForPrograms(text) && !isCommandByKey(text, { key: 'enum' })) return;
    if (this.choices.size < maxChoices.count && text.length <= maxChoices.length) this.choices.add(text.trim());
  }

  private isChoice(text: string, { key = '' }: ValuePlace): boolean {
    if (key === 'enum') this.addChoice(text);
    return chosenKey.test(key) && this.choices.has(text.trim());
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
