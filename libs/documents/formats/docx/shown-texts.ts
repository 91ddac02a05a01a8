import { isLink } from '#libs/documents/formats/drawingml/drawing-names.js';
import { type InstructionText, innerField, instructionTexts } from '#libs/documents/formats/field-instructions.js';
import { setContent } from '#libs/documents/formats/xml/set-content.js';
import { attributeOf, putAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import { elementsOf, plainText, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { escapeXmlText } from '#libs/text/xml-escape.js';
import type { StoryReading } from './story-units.js';
import { attributePlace, type PlacedTexts, placedTexts, type TextPlace } from './text-places.js';
import { isDeletion, isMath, isWord, prefixOf, vmlNamespace, wordChild } from './word/word-names.js';

/** Attributes of Word that a reader sees, by their elements: choices and help of form fields, and what these hold at first. */
const shownValues: ReadonlyMap<string, string> = new Map([
  ['listEntry', 'val'],
  ['helpText', 'val'],
  ['statusText', 'val'],
  ['hyperlink', 'tooltip'],
]);

/** Words, and no name of a function or unit: those have no white space. */
const hasWords = /\p{L}{2}\s|\s\p{L}{2}/u;

/** Controls whose content is one of a list. */
const lists = new Set(['dropDownList', 'comboBox']);

/** Field instructions that are held of one paragraph, in characters. */
const maxInstruction = 65_536;

/** A field that is being read, with the elements that its instruction and its result stand in. */
interface OpenField {
  pieces: { element: XmlElement | undefined; text: string }[];
  length: number;
  result: XmlElement[];
  isInResult: boolean;
}

/** Texts of a block that stand in no paragraph, and the elements that are written with them. */
export interface ShownTexts extends PlacedTexts {
  written: ReadonlySet<XmlElement>;
}

/**
 * The texts of a block that a reader sees beside its paragraphs: watermarks and word art of VML, choices and help of forms and controls,
 * tips of links, and what stands in the instructions of fields. A choice has one translation, in its list and where it is shown.
 */
export const shownTexts = (block: XmlElement, { context }: Pick<StoryReading, 'context'>): ShownTexts => {
  const reader = new ShownTextReader();
  reader.read(block);
  return { ...placedTexts(reader.places, context), written: reader.written };
};

const noted = (place: TextPlace): TextPlace => ({ ...place, role: 'note' });

class ShownTextReader {
  readonly places: TextPlace[] = [];
  readonly written = new Set<XmlElement>();
  private readonly fields: OpenField[] = [];

  read(element: XmlElement): void {
    if (isDeletion(element)) return;
    if (isWord(element)) this.word(element);
    else if (element.uri === vmlNamespace && element.local === 'textpath') this.watermark(element);
    else if (isLink(element)) this.attribute(element, 'tooltip');
    else if (isMath(element) && element.local === 'r') this.wordsOfFormula(element);
    for (const child of element.children) if (child.kind === 'element') this.read(child);
  }

  private word(element: XmlElement): void {
    const { local } = element;
    const shown = shownValues.get(local);
    if (shown !== undefined) this.attribute(element, shown);
    if (local === 'textInput') this.attribute(wordChild(element, 'default'), 'val');
    else if (local === 'listItem') this.listItem(element);
    else if (local === 'sdt') this.choice(element);
    else if (local === 'fldSimple') this.simpleField(element);
    else if (local === 'fldChar') this.fieldMark(element);
    else if (local === 'instrText' || local === 't') this.fieldText(element);
  }

  /** It stands on the page, as the text of its story does. */
  private watermark(element: XmlElement): void {
    const attribute = element.attributes.find(({ local }) => local === 'string');
    if (attribute !== undefined) this.places.push(attributePlace(element, attribute));
  }

  /** A run of a formula that says it is normal text: `if it is even`. */
  private wordsOfFormula(run: XmlElement): void {
    const [properties, ...others] = elementsOf(run).filter(isMath);
    const texts = others.filter(({ local }) => local === 't');
    const isNormal = properties?.local === 'rPr' && elementsOf(properties).some(({ local }) => local === 'nor');
    if (isNormal && texts.length === 1 && hasWords.test(texts.map(plainText).join(''))) this.texts(texts);
  }

  private attribute(element: XmlElement | undefined, local: string): void {
    const attribute = element?.attributes.find((each) => each.local === local);
    if (element !== undefined && attribute !== undefined) this.places.push(noted(attributePlace(element, attribute)));
  }

  /** A choice is shown by its name, or by its value where it has none, and that stays. */
  private listItem(element: XmlElement): void {
    const named = element.attributes.find(({ local }) => local === 'displayText');
    if (named !== undefined) {
      this.places.push(noted(attributePlace(element, named)));
      return;
    }
    const text = attributeOf(element.attributes, 'value');
    if (text === undefined) return;
    const name = `${prefixOf(element)}displayText`;
    const write = (value: string): void => {
      element.open = putAttribute(element.open, element.attributes, name, value);
    };
    this.places.push({ text, role: 'note', write });
  }

  private choice(control: XmlElement): void {
    const properties = wordChild(control, 'sdtPr');
    const content = wordChild(control, 'sdtContent');
    const isList = properties !== undefined && elementsOf(properties).some(({ local }) => lists.has(local));
    if (content === undefined || !isList || wordChild(properties, 'showingPlcHdr') !== undefined) return;
    const texts = textElements(content);
    // A control around paragraphs has text as any other.
    if (texts === undefined) return;
    this.texts(texts);
    this.written.add(content);
  }

  /** Several elements that are one text. */
  private texts(elements: readonly XmlElement[]): void {
    this.places.push({
      role: 'note',
      text: elements.map(plainText).join(''),
      write: (text) => {
        for (const [at, element] of elements.entries()) setText(element, at === 0 ? text : '');
      },
    });
  }

  private simpleField(element: XmlElement): void {
    const attribute = element.attributes.find(({ local }) => local === 'instr');
    if (attribute === undefined || attribute.value.length > maxInstruction) return;
    const place = attributePlace(element, attribute);
    this.instruction([{ text: attribute.value, write: place.write }]);
  }

  private fieldMark(element: XmlElement): void {
    const type = attributeOf(element.attributes, 'fldCharType');
    const field = this.fields.at(-1);
    if (type === 'begin') {
      field?.pieces.push({ element: undefined, text: innerField });
      this.fields.push({ pieces: [], length: 0, result: [], isInResult: false });
    } else if (field === undefined) return;
    else if (type === 'separate') field.isInResult = true;
    else this.endField(this.fields.pop() ?? field);
  }

  private fieldText(element: XmlElement): void {
    const field = this.fields.at(-1);
    if (field === undefined) return;
    const text = plainText(element);
    if (field.isInResult) field.result.push(element);
    else if (element.local === 'instrText' && field.length + text.length <= maxInstruction) {
      field.pieces.push({ element, text });
      field.length += text.length;
    }
  }

  private endField({ pieces, result }: OpenField): void {
    const texts = this.instruction(
      pieces.map(({ element, text }) => ({ text, write: (other) => element && setText(element, other) })),
    );
    const shown = result.map(plainText).join('');
    const isConditional = texts.some(({ text }) => text.trim() === shown.trim() && shown.trim() !== '');
    if (!isConditional) return;
    this.texts(result);
    for (const element of result) this.written.add(element);
  }

  /** The texts in an instruction that stands in several pieces; each is written into the first of those that it is in. */
  private instruction(pieces: readonly TextPlace[]): readonly InstructionText[] {
    const whole = pieces.map(({ text }) => text).join('');
    const texts = instructionTexts(whole);
    const written: { start: number; end: number; text: string }[] = [];
    for (const { start, end, text, write } of texts) {
      this.places.push({
        role: 'note',
        text,
        write: (other) => {
          written.push({ start, end, text: write(other) });
          writePieces(pieces, written);
        },
      });
    }
    return texts;
  }
}

const writePieces = (
  pieces: readonly TextPlace[],
  changes: readonly { start: number; end: number; text: string }[],
): void => {
  let from = 0;
  for (const { text, write } of pieces) {
    const to = from + text.length;
    let written = '';
    let at = from;
    for (const change of changes.toSorted((a, b) => a.start - b.start)) {
      if (change.end <= from || change.start >= to) continue;
      if (change.start >= from) written += text.slice(at - from, change.start - from) + change.text;
      at = Math.min(Math.max(change.end, at), to);
    }
    written += text.slice(at - from);
    if (written !== text) write(written);
    from = to;
  }
};

const setText = (element: XmlElement, text: string): void => setContent(element, escapeXmlText(text), text);

/** The elements with the text of a control within a paragraph, undefined where it holds paragraphs. */
const textElements = (content: XmlElement): XmlElement[] | undefined => {
  const found: XmlElement[] = [];
  for (const child of elementsOf(content)) {
    if (isWord(child, 'p') || isWord(child, 'tbl') || isWord(child, 'tr') || isWord(child, 'tc')) return undefined;
    if (isWord(child, 't')) found.push(child);
    else found.push(...(textElements(child) ?? []));
  }
  return found;
};
