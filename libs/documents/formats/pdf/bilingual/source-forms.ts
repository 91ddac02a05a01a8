import type { IncrementalUpdate } from '../objects/incremental-update.js';
import type { PdfFile } from '../objects/pdf-file.js';
import { type PdfDictionary, PdfReference, PdfStream } from '../objects/pdf-values.js';

const maxDepth = 12;

/** Copies of forms as the source had them: a translation writes its forms in their place. */
export class SourceForms {
  private readonly copies = new Map<number, PdfReference>();

  constructor(
    private readonly file: PdfFile,
    private readonly update: IncrementalUpdate,
    private readonly changed: ReadonlySet<number>,
  ) {}

  /** The form itself where neither it nor a form that it draws was changed. */
  of = (form: PdfReference): PdfReference => this.copyOf(form, 0);

  /** The resources with the forms of the source; undefined where they name no other. */
  resources(resources: PdfDictionary, depth = 0): PdfDictionary | undefined {
    const objects = this.file.dictionary(resources.get('XObject')) ?? new Map();
    let isChanged = false;
    const own: PdfDictionary = new Map(objects);
    for (const [name, value] of objects) {
      if (!(value instanceof PdfReference)) continue;
      const copy = this.copyOf(value, depth);
      if (copy !== value) own.set(name, copy);
      isChanged ||= copy !== value;
    }
    return isChanged ? new Map(resources).set('XObject', own) : undefined;
  }

  private copyOf(reference: PdfReference, depth: number): PdfReference {
    const known = this.copies.get(reference.number);
    if (known) return known;
    if (this.changed.size === 0 || depth > maxDepth) return reference;
    this.copies.set(reference.number, reference);
    const form = this.file.resolve(reference);
    if (!(form instanceof PdfStream) || this.file.name(form.dictionary.get('Subtype')) !== 'Form') return reference;
    const own = this.file.dictionary(form.dictionary.get('Resources'));
    const resources = own && this.resources(own, depth + 1);
    if (!resources && !this.changed.has(reference.number)) return reference;
    const copy = this.update.reserve();
    const dictionary: PdfDictionary = new Map(form.dictionary);
    if (resources) dictionary.set('Resources', resources);
    dictionary.delete('StructParents');
    dictionary.delete('StructParent');
    this.update.writeStream(copy, dictionary, this.file.streamData(form));
    this.copies.set(reference.number, copy);
    return copy;
  }
}
