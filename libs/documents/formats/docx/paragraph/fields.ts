import { FormatError } from '#libs/documents/formats/format.errors.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import { elementsOf, plainText, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { isWord } from '../word/word-names.js';

/**
 * The treatment of the result of a field. `kept`: the program computes it from elsewhere (a page number, a reference, a
 * citation). `translated`: it is text of this document. `invisible`: there is none.
 */
type FieldKind = 'kept' | 'translated' | 'invisible';

interface Field {
  /** The start of the instruction, as much as identifies the kind of field. */
  instruction: string;
  isInResult: boolean;
  /** Whether the content of this field, or of a field around it, stays as it is. */
  isKept: boolean;
}

export interface FieldMark {
  edge: 'begin' | 'instruction' | 'separate' | 'end';
  /** The field that the mark belongs to, undefined where it belongs to none. */
  field: Field | undefined;
}

const translatedFields = new Set(['HYPERLINK', 'TOC', 'TOA', 'INDEX', 'QUOTE', 'FORMTEXT', 'INCLUDETEXT']);
/** Fields that show properties of the document, which are translated themselves. */
const propertyField = /^\s*(?:(?:INFO|DOCPROPERTY)\s+"?)?(?:TITLE|SUBJECT|KEYWORDS|COMMENTS)(?!\w)/i;
const maxInstructionLength = 4096;
/** Levels of nested fields, at most; Word itself goes down to 20. */
const maxDepth = 256;
const invisibleFields = new Set(['XE', 'TC', 'TA', 'RD', 'SET']);

export const fieldKind = (instruction: string): FieldKind => {
  const name = instruction.trim().split(/\s+/)[0]?.toUpperCase() ?? '';
  if (translatedFields.has(name) || propertyField.test(instruction)) return 'translated';
  return invisibleFields.has(name) ? 'invisible' : 'kept';
};

/** The fields open at a point of a story; they may go on over many paragraphs, as a table of contents does. */
export class FieldStack {
  private readonly open: Field[] = [];

  /** Whether content at this point is an instruction, or a result that stays. */
  get isKept(): boolean {
    return this.open.at(-1)?.isKept ?? false;
  }

  /** The mark that an element of a run stands for, undefined for all other elements. */
  read(local: string, element: XmlElement): FieldMark | undefined {
    const field = this.open.at(-1);
    if (local === 'instrText' || local === 'delInstrText') {
      if (field !== undefined && !field.isInResult && field.instruction.length < maxInstructionLength) {
        field.instruction += plainText(element).slice(0, maxInstructionLength);
      }
      return { edge: 'instruction', field };
    }
    if (local !== 'fldChar') return undefined;
    const type = attributeOf(element.attributes, 'fldCharType');
    if (type === 'begin') return { edge: 'begin', field: this.begin() };
    if (type === 'separate') {
      this.separate();
      return { edge: 'separate', field };
    }
    this.open.pop();
    return { edge: 'end', field };
  }

  /** Counts the fields in content that is not translated at all. */
  skip(element: XmlElement): void {
    for (const child of elementsOf(element)) {
      if (isWord(child) && this.read(child.local, child) === undefined) this.skip(child);
    }
  }

  private begin(): Field {
    if (this.open.length >= maxDepth) throw new FormatError('hostile', 'Fields are nested too deeply.');
    const field = { instruction: '', isInResult: false, isKept: true };
    this.open.push(field);
    return field;
  }

  private separate(): void {
    const field = this.open.at(-1);
    if (field === undefined) return;
    field.isInResult = true;
    field.isKept = fieldKind(field.instruction) !== 'translated' || (this.open.at(-2)?.isKept ?? false);
  }
}
