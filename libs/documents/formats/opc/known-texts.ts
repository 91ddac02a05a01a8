import type { Segment } from '#libs/text/segments/segment.js';

/** A text that has been met, and its translation once there is one. */
export interface KnownText {
  translation?: Segment;
  /** Whether the translation says the same as the text. */
  isSame?: boolean;
}

/** UTF-16 units of the texts that are remembered, at most; the same text beyond that is translated again. */
const maxRemembered = 4 * 1024 ** 2;

/** Texts that stand in several places of a file which have to say the same. */
export class KnownTexts {
  private readonly exact = new Map<string, KnownText>();
  private readonly byWords = new Map<string, KnownText>();
  private length = 0;

  /** The same segment, or else one of the same words with other tags. */
  find(parts: Segment): KnownText | undefined {
    return this.exact.get(JSON.stringify(parts)) ?? this.byWords.get(wordsOf(parts));
  }

  add(parts: Segment, text: KnownText = {}): KnownText {
    const key = JSON.stringify(parts);
    this.length += key.length;
    if (this.length > maxRemembered) return text;
    this.exact.set(key, text);
    this.byWords.set(wordsOf(parts), text);
    return text;
  }

  addAll({ exact, byWords, length }: KnownTexts): void {
    for (const [key, text] of exact) this.exact.set(key, text);
    for (const [words, text] of byWords) this.byWords.set(words, text);
    this.length += length;
  }
}

const wordsOf = (parts: Segment): string => parts.map((part) => ('text' in part ? part.text : '')).join('');
