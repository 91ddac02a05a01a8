/*
 * Scores of translations beside those of people, as sacrebleu computes them over all sentences together. BLEU takes words apart as WMT does (`13a`) and for
 * Chinese by its characters (`zh`); Japanese and Korean, which sacrebleu takes apart with MeCab, have no BLEU here, nor do languages of Asia that write no spaces.
 */

/** How a text is taken apart for BLEU. */
export type BleuTokenizer = '13a' | 'zh';

/** Languages whose BLEU needs a dictionary or a model of pieces. */
const withoutBleu = new Set(['ja', 'ko', 'th', 'lo', 'km', 'my']);

/** How BLEU takes a language apart; undefined where it cannot be compared with that of others. */
export const bleuTokenizerOf = (language: string): BleuTokenizer | undefined => {
  const [plain = language] = language.split('-');
  if (withoutBleu.has(plain)) return undefined;
  return plain === 'zh' ? 'zh' : '13a';
};

/** Blanks as Python knows them: without the byte order mark. */
const blanks = /(?:(?!\ufeff)\s|\x85)+/u;

const wordsOf = (text: string): string[] => text.split(blanks).filter((word) => word !== '');

const signsApart = (text: string): string =>
  text
    .replace(/([{-~[-` -&(-+:-@/])/gu, ' $1 ')
    .replace(/([^0-9])([.,])/gu, '$1 $2 ')
    .replace(/([.,])([^0-9])/gu, ' $1 $2')
    .replace(/([0-9])(-)/gu, '$1 $2 ');

/** sacrebleu's ranges: the second line is what its bounds of five digits come to, curly quotes among them. */
const chinese =
  /[\u3400-\u4db5\u4e00-\u9fbb\uf900-\ufa2d\ufa30-\ufa6a\ufa70-\ufad9\uff00-\uffef\u2e80-\u2eff\u3000-\u303f\u31c0-\u31ef\u2f00-\u2fdf\u2ff0-\u2fff\u3100-\u312f\u31a0-\u31bf\ufe10-\ufe1f\ufe30-\ufe4f\u2600-\u27bf\u3200-\u33ff]|[\u2001-\u2a6d\u2f81-\u2fa1]/gu;

const bleuWords: Record<BleuTokenizer, (text: string) => string[]> = {
  '13a': (text) => {
    const plain = text
      .replaceAll('<skipped>', '')
      .replaceAll('-\n', '')
      .replaceAll('\n', ' ')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>');
    return wordsOf(signsApart(` ${plain} `));
  },
  zh: (text) => wordsOf(signsApart(wordsOf(text).join(' ').replace(chinese, ' $& '))),
};

const ngramsOf = (units: readonly string[], length: number): Map<string, number> => {
  const counts = new Map<string, number>();
  for (let begin = 0; begin + length <= units.length; begin += 1) {
    const ngram = units.slice(begin, begin + length).join(' ');
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  }
  return counts;
};

/** N-grams of a length in translations, in references, and in both. */
interface Matches {
  translated: number;
  reference: number;
  both: number;
}

/** Counts n-grams of each length up to the longest, over all sentences. */
const matchesOf = (
  translations: readonly string[],
  references: readonly string[],
  longest: number,
  unitsOf: (text: string) => string[],
): Matches[] => {
  if (translations.length !== references.length)
    throw new RangeError(`There are ${translations.length} translations of ${references.length} sentences`);
  const matches = Array.from({ length: longest }, (): Matches => ({ translated: 0, reference: 0, both: 0 }));
  for (const [sentence, reference] of references.entries()) {
    const units = [unitsOf(translations[sentence] ?? ''), unitsOf(reference)] as const;
    for (const [index, match] of matches.entries()) {
      const [ours, theirs] = [ngramsOf(units[0], index + 1), ngramsOf(units[1], index + 1)];
      match.translated += Math.max(0, units[0].length - index);
      match.reference += Math.max(0, units[1].length - index);
      for (const [ngram, count] of ours) match.both += Math.min(count, theirs.get(ngram) ?? 0);
    }
  }
  return matches;
};

/**
 * chrF2 of sentences beside their references, 0 to 100: the F-score of characters up to six together, recall counting twice.
 * @throws RangeError where there are not as many of both
 */
export const chrf2 = (translations: readonly string[], references: readonly string[]): number => {
  const characters = (text: string): string[] => Array.from(text.split(blanks).join(''));
  const seen = matchesOf(translations, references, 6, characters).filter(
    ({ translated, reference }) => translated > 0 && reference > 0,
  );
  if (seen.length === 0) return 0;
  const mean = (share: (matches: Matches) => number): number =>
    seen.reduce((sum, matches) => sum + share(matches), 0) / seen.length;
  const precision = mean(({ both, translated }) => both / translated);
  const recall = mean(({ both, reference }) => both / reference);
  return precision + recall === 0 ? 0 : (500 * precision * recall) / (4 * precision + recall);
};

/**
 * BLEU of sentences beside their references, 0 to 100, of up to four words, orders without a match smoothed as in mteval.
 * @throws RangeError where there are not as many of both
 */
export const bleu = (
  translations: readonly string[],
  references: readonly string[],
  tokenizer: BleuTokenizer,
): number => {
  const matches = matchesOf(translations, references, 4, bleuWords[tokenizer]);
  const [words] = matches;
  if (words === undefined || matches.every(({ both }) => both === 0)) return 0;
  let smoothing = 1;
  let logarithms = 0;
  for (const { translated, both } of matches) {
    if (translated === 0) return 0;
    if (both === 0) smoothing *= 2;
    logarithms += Math.log(both === 0 ? 1 / (smoothing * translated) : both / translated);
  }
  const brevity = words.translated < words.reference ? Math.exp(1 - words.reference / words.translated) : 1;
  return 100 * brevity * Math.exp(logarithms / 4);
};
