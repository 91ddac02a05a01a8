import type { IncrementalUpdate } from '../objects/incremental-update.js';
import type { PdfFile } from '../objects/pdf-file.js';
import { isDictionary, type PdfDictionary, type PdfReference, type PdfValue } from '../objects/pdf-values.js';

/** Dictionaries of a file that get other values; each is written once. */
export class ObjectEdits {
  private readonly edited = new Map<number, { reference: PdfReference; dictionary: PdfDictionary }>();

  constructor(private readonly file: PdfFile) {}

  get isEmpty(): boolean {
    return this.edited.size === 0;
  }

  /** Does nothing for an object that is no dictionary. */
  set(reference: PdfReference, key: string, value: PdfValue): void {
    this.dictionary(reference)?.set(key, value);
  }

  remove(reference: PdfReference, key: string): void {
    this.dictionary(reference)?.delete(key);
  }

  write(update: IncrementalUpdate): void {
    for (const { reference, dictionary } of this.edited.values()) update.write(reference, dictionary);
    this.edited.clear();
  }

  private dictionary(reference: PdfReference): PdfDictionary | undefined {
    const known = this.edited.get(reference.number);
    if (known) return known.dictionary;
    const found = this.file.resolve(reference);
    if (!isDictionary(found)) return undefined;
    const dictionary: PdfDictionary = new Map(found);
    this.edited.set(reference.number, { reference, dictionary });
    return dictionary;
  }
}
