import type { IncrementalUpdate } from '../objects/incremental-update.js';
import type { PdfFile } from '../objects/pdf-file.js';
import { type PdfDictionary, type PdfReference, PdfStream, type PdfValue } from '../objects/pdf-values.js';

/** Dictionaries of a file that get other values; each is written once. */
export class ObjectEdits {
  private readonly edited = new Map<number, { reference: PdfReference; dictionary: PdfDictionary }>();

  constructor(private readonly file: PdfFile) {}

  get isEmpty(): boolean {
    return this.edited.size === 0;
  }

  /** Does nothing for an object that is no dictionary. */
  set(reference: PdfReference, key: string, value: PdfValue): void {
    const known = this.edited.get(reference.number);
    const found = this.file.resolve(reference);
    if (known) known.dictionary.set(key, value);
    else if (found instanceof Map && !(found instanceof PdfStream))
      this.edited.set(reference.number, { reference, dictionary: new Map(found).set(key, value) });
  }

  write(update: IncrementalUpdate): void {
    for (const { reference, dictionary } of this.edited.values()) update.write(reference, dictionary);
    this.edited.clear();
  }
}
