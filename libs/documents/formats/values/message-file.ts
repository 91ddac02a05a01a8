import { isCommandByKey, isForPrograms, type ValuePlace } from './command-value.js';
import { unspaced } from './translatable-value.js';

/** A word alone, with the signs around it and an access key in it (`&File`): no camel case, digits and underscores. */
const word =
  /^["'“‘«([¿¡*]{0,3}&?\p{L}(?:[\p{Ll}\p{Lo}\p{M}&]*|[\p{Lu}&]*)(?:[-'’][\p{L}\p{M}]+){0,4}["'”’»)\]*.,:;!?…]{0,4}$/u;
const constant = /^(?:true|false|null|undefined)$/i;
/** Keys of values that say which language and direction a text has. */
const languageKey = /^(?:lang|language|locale|dir|direction)(?:[_-]?code)?$/i;

export const isSingleWord = (value: string, key = ''): boolean => {
  const text = value.trim();
  return text.length < 100 && word.test(text) && !constant.test(text) && !languageKey.test(key);
};

/** Strings by which a file of messages is told from others, at least. */
const minStrings = 10;
/** Strings by which a column of wording is told, at least. */
const minInColumn = 5;

/**
 * Tells a file of messages, as programs have them for each language, from settings and records: nearly all of it are
 * strings, most of these have white space, and few of the others look like anything but words with a capital.
 */
export class MessageFile {
  private strings = 0;
  private phrases = 0;
  private codes = 0;
  private records = 0;
  private others = 0;

  /** @param isRecord whether it is in an object that a list has */
  addString(value: string, place: ValuePlace, isRecord: boolean): void {
    const text = value.trim();
    if (!/\p{L}/u.test(text)) return;
    this.strings += 1;
    if (isRecord) this.records += 1;
    if (isForPrograms(text) || isCommandByKey(text, place)) this.codes += 1;
    else if (/\s/.test(text) || unspaced.test(text)) this.phrases += 1;
    else if (!isSingleWord(text) || /^\p{Ll}/u.test(text)) this.codes += 1;
  }

  /** Adds a number, a truth value or nothing. */
  addOther(): void {
    this.others += 1;
  }

  get isOne(): boolean {
    const { strings, phrases, codes, records, others } = this;
    const isFew = (count: number): boolean => count * 8 <= strings;
    return strings >= minStrings && phrases * 2 >= strings && isFew(codes) && isFew(records) && isFew(others);
  }

  /** Whether the strings, those of a column, are wording: a third of them has white space, and few look like codes. */
  get isWording(): boolean {
    const { strings, phrases, codes } = this;
    return strings >= minInColumn && phrases * 3 >= strings && codes * 8 <= strings;
  }
}
