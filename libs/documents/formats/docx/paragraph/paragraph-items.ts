import { skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import {
  closeTag,
  elementsOf,
  isElement,
  openTag,
  plainText,
  serialize,
  type XmlElement,
  type XmlNode,
} from '#libs/documents/formats/xml/xml-tree.js';
import { unboundProperties } from '../word/data-binding.js';
import { isWord, wordChild } from '../word/word-names.js';
import { type FieldMark, fieldKind } from './fields.js';
import type { ItemReading } from './item-reading.js';
import { type Run, runOf } from './run.js';

/** Something to write: an element with or without a run round it, text in a run, bare markup, or all of an item. */
export type Piece =
  | { kind: 'node'; node: XmlNode; run?: Run; isSoftBreak?: boolean }
  | { kind: 'item'; item: Item }
  | { kind: 'text'; text: string; run: Run | undefined }
  /** `whenTranslated` stands in the place of the markup where the text inside is translated. */
  | { kind: 'markup'; markup: string; whenTranslated?: string | undefined };

/** Markup that shows nothing where it stands: the start or end of a range, or a point. */
export interface Marker {
  kind: 'marker';
  edge: 'start' | 'end' | 'point';
  /** The same for the start and the end of one range. */
  range?: string;
  pieces: Piece[];
}

/** A line break or a tab; one that is soft stands within a sentence and parts nothing but its lines. */
export interface Separator {
  kind: 'separator';
  separates: 'lines' | 'columns' | 'pages';
  isSoft: boolean;
  node: XmlElement;
  run: Run;
}

/** The content of a paragraph in a row, runs taken apart. */
export type Item =
  | { kind: 'text'; text: string; run: Run; node: XmlNode }
  | { kind: 'atom'; pieces: Piece[] }
  | Separator
  | Marker
  | { kind: 'field'; mark: FieldMark; piece: Piece }
  | { kind: 'container'; open: Piece[]; close: Piece[]; items: Item[] };

const containers = new Set(['hyperlink', 'smartTag', 'customXml', 'dir', 'bdo', 'ins', 'moveTo']);
const deletions = new Set(['del', 'moveFrom']);
const droppedInParagraph = new Set(['pPr', 'proofErr']);
const droppedInRun = new Set(['rPr', 'softHyphen', 'lastRenderedPageBreak']);
const pointsInRun = new Set(['delText', 'annotationRef', 'commentReference']);
/** Controls whose content is one of a list, a date, a tick: it has to stay what the control expects, unless it is a prompt. */
const atomicControls = new Set(['dropDownList', 'comboBox', 'date', 'checkbox', 'picture', 'equation', 'citation']);
const separators: ReadonlyMap<string, Separator['separates']> = new Map([
  ['br', 'lines'],
  ['cr', 'lines'],
  ['tab', 'columns'],
  ['ptab', 'columns'],
]);
const rangeEdge = /^(.+?)(?:Range)?(Start|End)$/;
export const noBreakHyphen = '\u2011';

/** Markup that is asked for when it is written: attributes of its elements may have been translated until then. */
const markup = (text: () => string, whenTranslated: () => string | undefined = () => undefined): Piece => ({
  kind: 'markup',
  get markup() {
    return text();
  },
  get whenTranslated() {
    return whenTranslated();
  },
});
const atomOf = (node: XmlNode): Item => ({ kind: 'atom', pieces: [{ kind: 'node', node }] });

export const itemsOf = (parent: XmlElement, reading: ItemReading): Item[] => {
  const items: Item[] = [];
  for (const child of parent.children) {
    if (child.kind !== 'element') continue;
    if (isWord(child, 'r')) addRunItems(items, child, reading);
    else if (!isWord(child) || !droppedInParagraph.has(child.local)) items.push(itemOf(child, reading));
  }
  return items;
};

const itemOf = (child: XmlElement, reading: ItemReading): Item => {
  if (!isWord(child)) return atomOf(child);
  if (deletions.has(child.local)) return deletionOf(child, reading);
  if (containers.has(child.local)) return containerOf(child, reading);
  if (child.local === 'sdt') return controlOf(child, reading);
  if (child.local === 'fldSimple') return simpleFieldOf(child, reading);
  const edge = rangeEdge.exec(child.local);
  return edge === null ? atomOf(child) : rangeMarker(child, edge);
};

const deletionOf = (element: XmlElement, { fields, left }: ItemReading): Marker => {
  fields.skip(element);
  // Text that was moved away is translated where it has come to.
  if (element.local === 'del') left.add(skipReasons.deleted, shownText(element));
  return { kind: 'marker', edge: 'point', pieces: [{ kind: 'node', node: element }] };
};

const rangeMarker = (element: XmlElement, [, family, edge]: RegExpExecArray): Marker => {
  return {
    kind: 'marker',
    edge: edge === 'Start' ? 'start' : 'end',
    range: `${family} ${attributeOf(element.attributes, 'id')}`,
    pieces: [{ kind: 'node', node: element }],
  };
};

/** Properties of the container itself (`w:smartTagPr`) are part of how it opens. */
const containerOf = (element: XmlElement, reading: ItemReading): Item => {
  const properties = elementsOf(element).filter(({ local }) => local.endsWith('Pr'));
  const content = { ...element, children: element.children.filter((child) => !properties.some((p) => p === child)) };
  return {
    kind: 'container',
    open: [markup(() => openTag(element) + properties.map((property) => serialize(property)).join(''))],
    close: [markup(() => closeTag(element))],
    items: itemsOf(content, reading),
  };
};

const controlOf = (element: XmlElement, reading: ItemReading): Item => {
  const content = wordChild(element, 'sdtContent');
  const properties = wordChild(element, 'sdtPr');
  if (content === undefined) return atomOf(element);
  if (properties?.children.some(isAtomicControl) && wordChild(properties, 'showingPlcHdr') === undefined) {
    if (!reading.written.has(content)) reading.left.add(skipReasons.choice, shownText(content));
    return atomOf(element);
  }
  const at = element.children.indexOf(content);
  const outside = (nodes: XmlNode[], replacements?: ReadonlyMap<XmlElement, string>) =>
    nodes.map((node) => serialize(node, replacements)).join('');
  const open = (replacements?: ReadonlyMap<XmlElement, string>) =>
    openTag(element) + outside(element.children.slice(0, at), replacements) + openTag(content);
  const whenTranslated = () => {
    const unbound = unboundProperties(properties, reading.translatesProperties);
    return properties && unbound !== undefined ? open(new Map([[properties, unbound]])) : undefined;
  };
  return {
    kind: 'container',
    open: [markup(open, whenTranslated)],
    close: [markup(() => closeTag(content) + outside(element.children.slice(at + 1)) + closeTag(element))],
    items: itemsOf(content, reading),
  };
};

const isAtomicControl = (node: XmlNode) => node.kind === 'element' && atomicControls.has(node.local);

const simpleFieldOf = (element: XmlElement, reading: ItemReading): Item => {
  const kind = fieldKind(attributeOf(element.attributes, 'instr') ?? '');
  if (kind === 'translated') return containerOf(element, reading);
  if (kind === 'kept') reading.left.add(skipReasons.field, shownText(element));
  const pieces: Piece[] = [{ kind: 'node', node: element }];
  return kind === 'invisible' ? { kind: 'marker', edge: 'point', pieces } : { kind: 'atom', pieces };
};

/** All text in an element that is not translated. */
const shownText = (element: XmlElement): string =>
  isWord(element) && /^(?:t|delText)$/.test(element.local)
    ? plainText(element)
    : elementsOf(element).map(shownText).join('');

const addRunItems = (items: Item[], element: XmlElement, reading: ItemReading): void => {
  const run = runOf(element);
  const isHidden = reading.hides(run);
  for (const child of element.children) {
    const item = child.kind === 'element' ? itemInRun(child, run, isHidden, reading) : undefined;
    if (item !== undefined) items.push(item);
  }
};

const itemInRun = (
  child: XmlElement,
  run: Run,
  isHidden: boolean,
  { fields, left, written }: ItemReading,
): Item | undefined => {
  const local = isWord(child) ? child.local : '';
  if (droppedInRun.has(local)) return undefined;
  const piece: Piece = { kind: 'node', node: child, run };
  const mark = fields.read(local, child);
  if (mark !== undefined) {
    if (mark.edge === 'begin') left.end();
    return { kind: 'field', mark, piece };
  }
  const text = textOf(local, child);
  if (fields.isKept) {
    if (!written.has(child)) left.add(skipReasons.field, text ?? '');
    return { kind: 'atom', pieces: [piece] };
  }
  if (pointsInRun.has(local)) return { kind: 'marker', edge: 'point', pieces: [piece] };
  if (isHidden) {
    left.add(skipReasons.hidden, text ?? '');
    return { kind: 'marker', edge: 'point', pieces: [piece] };
  }
  left.end();
  const separates = separators.get(local);
  if (separates !== undefined) return separatorOf(child, separates, run);
  if (text === undefined) return { kind: 'atom', pieces: [piece] };
  return text === '' ? undefined : { kind: 'text', text, run, node: child };
};

const separatorOf = (node: XmlElement, separates: Separator['separates'], run: Run): Separator => {
  const type = attributeOf(node.attributes, 'type');
  const isPage = separates === 'lines' && (type === 'page' || type === 'column');
  return { kind: 'separator', separates: isPage ? 'pages' : separates, isSoft: false, node, run };
};

/** The text of an element, undefined for markup. Ruby gives its base: the reading above is of the source language. */
const textOf = (local: string, element: XmlElement): string | undefined => {
  if (isPlainText(element)) return plainText(element);
  if (local === 'noBreakHyphen') return noBreakHyphen;
  if (local === 'ruby') return rubyBase(element);
  return undefined;
};

/** The base of ruby, undefined where the base, or the reading over it, is more than text. */
const rubyBase = (ruby: XmlElement): string | undefined => {
  const contentOf = (local: string) => {
    const part = wordChild(ruby, local);
    const runs = part === undefined ? [] : elementsOf(part);
    return runs.flatMap(elementsOf).filter((child) => !isWord(child, 'rPr'));
  };
  const isText = [...contentOf('rubyBase'), ...contentOf('rt')].every(isPlainText);
  return isText ? contentOf('rubyBase').map(plainText).join('') : undefined;
};

const isPlainText = (element: XmlElement) => isWord(element, 't') && !element.children.some(isElement);
