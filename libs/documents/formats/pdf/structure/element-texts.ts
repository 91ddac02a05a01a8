import type { ObjectEdits } from '../document/object-edits.js';
import { type StringText, textsOfEntry } from '../document/string-texts.js';
import type { PdfFile } from '../objects/pdf-file.js';
import { textOf, textString } from '../objects/pdf-values.js';
import { type MarkedUses, use } from './marked-uses.js';
import { type StructureElement, structureElements } from './structure-elements.js';

/** The texts of the structure tree that are translated by themselves: alternatives, and what stands for no words or a whole paragraph. */
export function* elementTexts(file: PdfFile, marked: MarkedUses): Generator<StringText, void> {
  for (const { reference, uses } of structureElements(file, marked))
    for (const key of ['Alt', ...entriesOfTheirOwn(uses)]) yield* textsOfEntry(file, reference, key, 'alt_text');
}

/**
 * Entries that are no longer right once the words that they stand for are translated. A text in place of words repeats them,
 * so that readers have them from the page; an expansion stands for a word, which has no place of its own in a translation.
 */
const entriesOfTheirOwn = (uses: number): string[] => [
  ...((uses & (use.read | use.translated)) === 0 ? ['ActualText'] : []),
  ...((uses & use.shared) === 0 ? ['E'] : []),
];

export interface Languages {
  source: string;
  target: string;
}

/** Whether both are one language, of any region. */
export const isSameLanguage = (one: string, other: string): boolean => primary(one) === primary(other);

const primary = (tag: string): string | undefined => tag.toLowerCase().split(/[-_]/)[0];

/** Takes out of elements what stood for words that changed, and names their language; `haveTexts` tells whether `elementTexts` were translated. */
export const relabelElements = (
  file: PdfFile,
  marked: MarkedUses,
  edits: ObjectEdits,
  { languages, haveTexts }: { languages: Languages; haveTexts: boolean },
): void => {
  for (const element of structureElements(file, marked)) {
    const { reference, dictionary, uses } = element;
    if ((uses & use.changed) !== 0) {
      const translated = haveTexts ? entriesOfTheirOwn(uses) : [];
      for (const key of ['ActualText', 'E'])
        if (dictionary.has(key) && !translated.includes(key)) edits.remove(reference, key);
    }
    const language = textOf(file.resolve(dictionary.get('Lang')));
    if (language !== undefined && isRelabelled(element, language, languages, haveTexts))
      edits.set(reference, 'Lang', textString(languages.target));
  }
};

/** Words of another language within a paragraph are words of its translation now. */
const isRelabelled = (
  { uses }: StructureElement,
  language: string,
  { source, target }: Languages,
  haveTexts: boolean,
): boolean => {
  if (language.toLowerCase() === target.toLowerCase()) return false;
  if (!isSameLanguage(language, source)) return (uses & use.changed) !== 0 && (uses & use.shared) !== 0;
  return (uses & use.translated) !== 0 || (haveTexts && (uses & use.read) === 0);
};
