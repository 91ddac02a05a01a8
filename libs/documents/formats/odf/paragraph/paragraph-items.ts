import { elementsOf, isElement, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { odfAttribute, odfName, odfValue } from '../odf-names.js';
import type { StyleBook } from '../styles/style-book.js';
import { plainLook, type TextLook } from '../styles/text-look.js';

/** Markup that shows nothing where it stands: the start or end of a range, or a point. */
export interface Marker {
  kind: 'marker';
  node: XmlElement;
  edge: 'start' | 'end' | 'point';
  /** The same for the start and the end of one range. */
  range: string;
}

export interface TextItem {
  kind: 'text';
  text: string;
  look: TextLook;
  /** The markup that it was read from, where that says more than the text (ruby). */
  raw?: string;
}

/** Something that stays as it is; `isApart` where it separates the words beside it. */
export interface SingleItem {
  kind: 'single';
  node: XmlElement;
  look: TextLook;
  isApart: boolean;
}

export interface BreakItem {
  kind: 'break';
  node: XmlElement;
  look: TextLook;
  isTab: boolean;
}

/** The content of a paragraph in a row, spans taken apart. Containers open and close as elements do. */
export type Item =
  | TextItem
  | SingleItem
  | BreakItem
  | Marker
  | { kind: 'open'; container: XmlElement }
  | { kind: 'close'; container: XmlElement };

/** Fields whose result is the text of the author, and that hold characters and no elements. */
export const plainFields: ReadonlySet<string> = new Set([
  'text:text-input',
  'text:placeholder',
  'text:title',
  'text:subject',
  'text:keywords',
  'text:description',
]);
/** Links, and fields whose result is the text of the author. */
const containers = new Set(['text:a', 'text:meta', 'text:meta-field', ...plainFields]);
const markerName =
  /^text:(?:bookmark|reference-mark|toc-mark|user-index-mark|alphabetical-index-mark|change)(?:-start|-end)?$|^text:(?:soft-page-break|number)$|^office:(?:annotation-end|event-listeners)$|^field:fieldmark-(?:start|separator|end)$/;
/** Spaces of one `text:s` that are read as text. */
const maxSpaces = 1000;
const inText = 'as-char';

/** @param paragraph any element with the content of a paragraph */
export const itemsOf = (paragraph: XmlElement, book: StyleBook): Item[] => {
  const reader = new ItemReader(book);
  reader.read(paragraph, plainLook);
  return reader.items;
};

class ItemReader {
  readonly items: Item[] = [];
  /** White space at the start and after other white space does not count. */
  private isAfterSpace = true;
  private readonly openFieldMarks: number[] = [];
  private fieldMarks = 0;

  constructor(private readonly book: StyleBook) {}

  read(parent: XmlElement, look: TextLook): void {
    for (const child of parent.children) {
      if (isElement(child)) this.element(child, look);
      else this.text(child.text, look);
    }
  }

  private text(source: string, look: TextLook): void {
    const collapsed = source.replace(/[ \t\r\n]+/g, ' ');
    const text = this.isAfterSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed;
    if (collapsed !== '') this.isAfterSpace = collapsed.endsWith(' ');
    this.push(text, look);
  }

  private push(text: string, look: TextLook): void {
    const last = this.items.at(-1);
    if (last?.kind === 'text' && last.look.key === look.key && last.raw === undefined) last.text += text;
    else if (text !== '') this.items.push({ kind: 'text', text, look });
  }

  private element(node: XmlElement, look: TextLook): void {
    const name = odfName(node);
    if (markerName.test(name)) {
      this.items.push(this.markerOf(node, name));
      return;
    }
    if (name === 'text:span') this.span(node, look);
    else if (name === 'text:ruby') this.ruby(node, look);
    else if (name === 'text:s') this.spaces(node, look);
    else if (isContainer(node, name)) {
      this.items.push({ kind: 'open', container: node });
      this.read(node, look);
      this.items.push({ kind: 'close', container: node });
    } else {
      const isBreak = name === 'text:tab' || name === 'text:line-break';
      this.items.push(
        isBreak
          ? { kind: 'break', node, look, isTab: name === 'text:tab' }
          : { kind: 'single', node, look, isApart: odfValue(node.attributes, 'text:anchor-type') === inText },
      );
      this.isAfterSpace = false;
    }
  }

  private span(node: XmlElement, outer: TextLook): void {
    const look = this.book.within(outer, node);
    if (look.isHidden) this.items.push({ kind: 'marker', node, edge: 'point', range: '' });
    else this.read(node, look);
  }

  private spaces(node: XmlElement, look: TextLook): void {
    const count = Number(odfValue(node.attributes, 'text:c') ?? 1);
    if (Number.isInteger(count) && count >= 0 && count <= maxSpaces) this.push(' '.repeat(count), look);
    else this.items.push({ kind: 'single', node, look, isApart: false });
    this.isAfterSpace = false;
  }

  /** Ruby gives its base: the reading above is of the source language. One that holds more than text stays. */
  private ruby(node: XmlElement, look: TextLook): void {
    const base = elementsOf(node).find((child) => odfName(child) === 'text:ruby-base');
    const text = base === undefined ? undefined : spanText(base);
    if (text === undefined || text.trim() === '') this.items.push({ kind: 'single', node, look, isApart: false });
    else this.items.push({ kind: 'text', text: text.replace(/[ \t\r\n]+/g, ' '), look, raw: serialize(node) });
    this.isAfterSpace = false;
  }

  private markerOf(node: XmlElement, name: string): Marker {
    const [, family = name, edge] = /^(.+)-(start|end)$/.exec(name) ?? [];
    const id = family === 'field:fieldmark' ? this.fieldMark(edge) : rangeName(node);
    return {
      kind: 'marker',
      node,
      edge: edge === 'start' || edge === 'end' ? edge : 'point',
      range: `${family} ${id}`,
    };
  }

  /** The marks of a form field have no name; they are nested. */
  private fieldMark(edge: string | undefined): number {
    if (edge === 'start') {
      this.fieldMarks += 1;
      this.openFieldMarks.push(this.fieldMarks);
      return this.fieldMarks;
    }
    return (edge === 'end' ? this.openFieldMarks.pop() : this.openFieldMarks.at(-1)) ?? 0;
  }
}

/** Controls to choose from, to tick or with a picture hold what the control expects. */
const atomicControl = /^loext:(?:checkbox|date|picture|drop-?down|combobox)$/;

/** Whether a control holds text: one for a date does while it prompts for one (`Choose a date`). */
const isTextControl = ({ attributes }: XmlElement): boolean => {
  const kinds = attributes.filter(({ value }) => value === 'true').map((attribute) => odfName(attribute));
  const isPrompt = kinds.includes('loext:showing-place-holder');
  return !kinds.some((kind) => atomicControl.test(kind) && !(isPrompt && kind === 'loext:date'));
};

const isContainer = (node: XmlElement, name: string): boolean =>
  containers.has(name) || (name === 'loext:content-control' && isTextControl(node));

const rangeNames = ['text:name', 'text:id', 'text:change-id', 'office:name'];

const rangeName = ({ attributes }: XmlElement): string | undefined => {
  for (const name of rangeNames) {
    const found = odfAttribute(attributes, name);
    if (found !== undefined) return found.value;
  }
  return undefined;
};

/** The text of an element that holds spans alone, undefined where it holds anything else. */
const spanText = (element: XmlElement): string | undefined => {
  let text = '';
  for (const child of element.children) {
    if (!isElement(child)) text += child.text;
    else if (odfName(child) === 'text:s') text += ' ';
    else if (odfName(child) === 'text:span') {
      const inside = spanText(child);
      if (inside === undefined) return undefined;
      text += inside;
    } else return undefined;
  }
  return text;
};
