import type { SkippedText } from '#libs/documents/formats/format.port.js';
import type { Terms } from '#libs/documents/formats/formulas/terms.js';
import { partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import { skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { inlineTextsOf, type MeetingTexts } from './met-texts.js';
import { plainStrings, stringTexts } from './parts/shared-strings.js';
import { partsOfType } from './xlsx-package.js';

/** UTF-16 units of the results that are remembered, at most; those beyond stay in the source language. */
const maxLength = 4 * 1024 ** 2;

/** Texts that formulas have as results: those of cells that they copy are translated with these, all others stay and are counted. */
export class CopiedTexts {
  private readonly counts = new Map<string, Map<string, number>>();
  private readonly texts = new Set<string>();
  private length = 0;

  /** Notes the result of a formula in a part. */
  add(text: string, part: string): void {
    if (!/\p{L}/u.test(text)) return;
    const isKnown = this.texts.has(text);
    if (!isKnown) this.length += text.length;
    const isRemembered = isKnown || this.length <= maxLength;
    if (isRemembered) this.texts.add(text);
    const ofPart = this.counts.get(part) ?? new Map<string, number>();
    const key = isRemembered ? text : '';
    ofPart.set(key, (ofPart.get(key) ?? 0) + 1);
    this.counts.set(part, ofPart);
  }

  /** Makes terms of those that are texts of cells in translation. */
  async addTerms(book: MeetingTexts): Promise<void> {
    const { xlsx, usage, terms } = book;
    if (this.texts.size === 0) return;
    let index = -1;
    for (const { entry } of partsOfType(xlsx, 'sharedStrings')) {
      for await (const text of stringTexts(partTokens(xlsx.archive, entry, plainStrings))) {
        index += 1;
        if (this.texts.has(text) && usage.isTranslated(index)) terms.addCopied(text, entry.name);
      }
    }
    for await (const { text, part, isTranslated } of inlineTextsOf(book)) {
      if (isTranslated && this.texts.has(text)) terms.addCopied(text, part);
    }
  }

  /** How many results stay, by their parts. */
  skipped(terms: Terms): SkippedText[] {
    return [...this.counts].flatMap(([part, texts]) => {
      let count = 0;
      for (const [text, times] of texts) if (!terms.isInResults(text)) count += times;
      return count === 0 ? [] : [{ part, reason: skipReasons.formula, count }];
    });
  }
}
