import type { CaseFolding } from './case-folding.js';
import { characterClass, isExtension, isUnspacedLetter, isWhiteSpace, isWordCharacter } from './character-class.js';
import { softHyphen } from './term-text.js';

/** Text in which nothing becomes something else in NFC. */
const inert = /^[\0-\u02ff]*$/;
/** A character with all characters that can become one with it. */
const cluster = /[^\p{M}\u1160-\u11ff][\p{M}\u1160-\u11ff]*|[\p{M}\u1160-\u11ff]+/gu;
const space = 0x20;
const softHyphenCode = softHyphen.charCodeAt(0);

const grown = <T extends Uint8Array | Uint16Array | Uint32Array>(array: T, longer: T): T => {
  longer.set(array);
  return longer;
};

/**
 * A text in the form in which terms are searched: UTF-16 units in NFC, folded, each run of white space one space, soft
 * hyphens left out, each unit with the place in the text that it comes from.
 */
export class FoldedText {
  length = 0;
  units: Uint16Array;
  /** Places in the text where the cluster of each unit begins; several units may come from the same cluster. */
  starts: Uint32Array;
  ends: Uint32Array;
  private classes: Uint8Array;

  constructor(
    text: string,
    private readonly folding: CaseFolding,
  ) {
    this.units = new Uint16Array(text.length);
    this.starts = new Uint32Array(text.length);
    this.ends = new Uint32Array(text.length);
    this.classes = new Uint8Array(text.length);
    if (inert.test(text) || text.normalize('NFC') === text) this.addText(text);
    else {
      for (const { 0: found, index } of text.matchAll(cluster)) {
        for (const character of found.normalize('NFC')) {
          this.add(character.codePointAt(0) ?? 0, index, index + found.length);
        }
      }
    }
  }

  /** The units as a string. */
  get text(): string {
    return Buffer.from(this.units.buffer, 0, 2 * this.length).toString('utf16le');
  }

  /** Whether a word may begin or end between a unit and the one before it: not inside of a cluster or of a word. */
  isLimit(at: number): boolean {
    if (at === 0 || at === this.length) return true;
    const after = this.classes[at] ?? 0;
    if (this.starts[at] === this.starts[at - 1] || (after & isExtension) !== 0) return false;
    const before = this.classes[at - 1] ?? 0;
    return (before & after & isWordCharacter) === 0 || ((before | after) & isUnspacedLetter) !== 0;
  }

  private addText(text: string): void {
    for (let at = 0; at < text.length; ) {
      const codePoint = text.codePointAt(at) ?? 0;
      const end = at + (codePoint > 0xffff ? 2 : 1);
      this.add(codePoint, at, end);
      at = end;
    }
  }

  private add(codePoint: number, start: number, end: number): void {
    if (codePoint === softHyphenCode) return;
    const own = characterClass(codePoint);
    const last = this.classes[this.length - 1] ?? 0;
    if ((own & isWhiteSpace) !== 0) {
      if (this.length > 0 && (last & isWhiteSpace) !== 0) this.ends[this.length - 1] = end;
      else this.push(space, start, end, own);
      return;
    }
    // A mark on a letter of an unspaced script is of that script, whatever it is elsewhere.
    const all = (own & isExtension) !== 0 ? own | (last & isUnspacedLetter) : own;
    const unit = this.folding.fold(codePoint);
    if (unit !== undefined) this.push(unit, start, end, all);
    else {
      const folded = this.folding.foldLong(codePoint);
      for (let at = 0; at < folded.length; at += 1) this.push(folded.charCodeAt(at), start, end, all);
    }
  }

  private push(unit: number, start: number, end: number, ownClass: number): void {
    if (this.length === this.units.length) this.grow();
    this.units[this.length] = unit;
    this.starts[this.length] = start;
    this.ends[this.length] = end;
    this.classes[this.length] = ownClass;
    this.length += 1;
  }

  private grow(): void {
    const length = 2 * this.units.length + 8;
    this.units = grown(this.units, new Uint16Array(length));
    this.starts = grown(this.starts, new Uint32Array(length));
    this.ends = grown(this.ends, new Uint32Array(length));
    this.classes = grown(this.classes, new Uint8Array(length));
  }
}
