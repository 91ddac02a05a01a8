import type { Segment } from '#libs/text/segments/segment.js';
import { hasWord, lettersWords } from './words.js';

/** Scripts that write no space between words: lines of them end anywhere. */
const unspaced =
  /[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]&&\p{L}]+/gv;

const spacedWords = (text: string): Set<string> => lettersWords(text.replace(unspaced, ' '));

/** Letters of the shortest beginning of a word that a narrow cell shows. */
const shortestBeginning = 3;

export interface Recall {
  /** Number of different words that were drawn. */
  words: number;
  /** Those of them that are in no segment. */
  missing: string[];
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, '');

/** The words of the segments of a file, which those that another program draws are looked for in. */
export class SegmentWords {
  private readonly words = new Set<string>();
  private readonly letters: string[] = [];
  private readonly beginnings = new Set<string>();

  add(parts: Segment): void {
    // A tag within a word does not part it, and one between two words does: both are the words of the text.
    for (const between of ['', ' ']) {
      const text = parts.map((part) => ('text' in part ? part.text : between)).join('');
      for (const word of spacedWords(text)) this.addWord(word);
    }
    this.letters.push(lettersOf(parts.map((part) => ('text' in part ? part.text : '')).join('')));
  }

  private addWord(word: string): void {
    if (this.words.has(word)) return;
    this.words.add(word);
    for (let end = shortestBeginning; end < word.length; end += 1) this.beginnings.add(word.slice(0, end));
  }

  /**
   * Compares what was drawn. Text without spaces is looked for wherever it stands in a segment, and a word that the end of a line
   * or column parts is whole with its rest. In a sheet, where narrow cells cut their text off, the beginning of a word is that word.
   */
  recall(drawn: string, isSheet: boolean): Recall {
    const words = spacedWords(drawn);
    const runs = new Set(
      drawn
        .normalize('NFKC')
        .match(unspaced)
        ?.filter((run) => run.length > 1),
    );
    const parted = this.partedWords(drawn);
    const text = this.letters.join('\n');
    const missing = [...words].filter(
      (word) => !hasWord(this.words, word) && !parted.has(word) && !(isSheet && this.beginnings.has(word)),
    );
    return { words: words.size + runs.size, missing: [...missing, ...[...runs].filter((run) => !text.includes(run))] };
  }

  /** Both parts of the words that stand on two lines, or in two columns. */
  private partedWords(drawn: string): Set<string> {
    const parts = new Set<string>();
    const folded = drawn.normalize('NFKC').toLowerCase();
    for (const { 1: one = '', 2: other = '' } of folded.matchAll(/(?<!\p{L})(\p{L}+)-?\n\f?(?=(\p{L}+))/gu)) {
      if (this.words.has(one + other)) parts.add(one).add(other);
    }
    // A word that a hyphen cuts at the end of a column goes on at the head of another, or of the next page.
    const cut = new Set(Array.from(folded.matchAll(/(?<!\p{L})(\p{L}+)-\n/gu), ([, word = '']) => word));
    const first = new Set(Array.from(folded.matchAll(/\n\f?(\p{L}+)/gu), ([, word = '']) => word));
    for (const one of cut) for (const other of first) if (this.words.has(one + other)) parts.add(one).add(other);
    return parts;
  }
}
