import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { XmlAttribute, XmlToken } from './xml-tokens.js';

export interface XmlElement {
  kind: 'element';
  name: string;
  prefix: string;
  local: string;
  uri: string;
  attributes: readonly XmlAttribute[];
  /** The start tag and the end tag as they stand in the source; the end tag is empty where the start tag closes. */
  open: string;
  close: string;
  children: XmlNode[];
}

export interface XmlText {
  kind: 'text';
  text: string;
  raw: string;
}

export type XmlNode = XmlElement | XmlText;

/** Limits of an element that is held as a tree. */
export interface TreeLimits {
  length: number;
  elements: number;
}

export const defaultTreeLimits: TreeLimits = { length: 8 * 1024 ** 2, elements: 200_000 };

/** Builds one element from its tokens; `element` is complete when `add` returns true. */
export class TreeBuilder {
  readonly element: XmlElement;
  readonly start: number;
  private lastEnd: number;
  private readonly path: XmlElement[];
  private elements = 1;

  constructor(
    open: XmlToken & { kind: 'open' },
    private readonly limits: TreeLimits = defaultTreeLimits,
  ) {
    this.element = elementOfTag(open);
    this.start = open.start;
    this.lastEnd = open.end;
    this.path = [this.element];
  }

  get end(): number {
    return this.lastEnd;
  }

  /** @throws FormatError where the element exceeds the limits */
  add(token: XmlToken): boolean {
    const parent = this.path.at(-1);
    if (parent === undefined) return true;
    this.lastEnd = token.end;
    if (token.kind === 'text') parent.children.push({ kind: 'text', text: token.text, raw: token.raw });
    else if (token.kind === 'whole') parent.children.push({ kind: 'text', text: '', raw: token.raw });
    else if (token.kind === 'open') {
      const element = elementOfTag(token);
      parent.children.push(element);
      this.path.push(element);
      this.elements += 1;
    } else if (token.kind === 'close') {
      parent.close = token.raw;
      this.path.pop();
    }
    if (this.lastEnd - this.start > this.limits.length || this.elements > this.limits.elements) {
      throw new FormatError('hostile', 'One paragraph of the document is too large.');
    }
    return this.path.length === 0;
  }
}

/** The element that a start tag begins, without content. */
export const elementOfTag = ({
  name,
  prefix,
  local,
  uri,
  attributes,
  raw,
}: XmlToken & { kind: 'open' }): XmlElement => {
  return { kind: 'element', name, prefix, local, uri, attributes, open: raw, close: '', children: [] };
};

export const isElement = (node: XmlNode): node is XmlElement => node.kind === 'element';

export const elementsOf = (element: XmlElement): XmlElement[] => element.children.filter(isElement);

/** The text right in an element. */
export const plainText = (element: XmlElement): string => {
  let text = '';
  for (const child of element.children) if (child.kind === 'text') text += child.text;
  return text;
};

/** The XML of a node, as it stands in the source but for the elements that have a replacement. */
export const serialize = (node: XmlNode, replacements?: ReadonlyMap<XmlElement, string>): string => {
  if (node.kind === 'text') return node.raw;
  const replacement = replacements?.get(node);
  if (replacement !== undefined) return replacement;
  let children = '';
  for (const child of node.children) children += serialize(child, replacements);
  return `${node.open}${children}${node.close}`;
};

/** The start tag of an element so that content can follow it. */
export const openTag = (element: XmlElement): string =>
  element.close === '' ? `${element.open.slice(0, -2).trimEnd()}>` : element.open;

export const closeTag = (element: XmlElement): string => (element.close === '' ? `</${element.name}>` : element.close);
