import { serialize, type XmlElement, type XmlNode } from './xml-tree.js';

/** The fate of an element in a copy: it is there, its content is, neither is, or other markup stands for it. */
export type Copied = 'kept' | 'unwrapped' | 'dropped' | { markup: string };

/**
 * The markup of a copy of a node, for the source text that stands beside its translation. The rule says of each element
 * what must not be in a file twice.
 */
export const copyOf = (node: XmlNode, rule: (element: XmlElement) => Copied): string => {
  if (node.kind === 'text') return node.raw;
  const copied = rule(node);
  if (typeof copied === 'object') return copied.markup;
  if (copied === 'dropped') return '';
  const inside = contentCopy(node, rule);
  return copied === 'unwrapped' ? inside : `${node.open}${inside}${node.close}`;
};

/** The markup of a copy of what is in an element. */
export const contentCopy = (element: XmlElement, rule: (element: XmlElement) => Copied): string =>
  element.children.map((child) => copyOf(child, rule)).join('');

/** An element as it stands, without some of those right in it. */
export const without = (element: XmlElement, isDropped: (child: XmlElement) => boolean): string =>
  serialize({ ...element, children: element.children.filter((child) => child.kind === 'text' || !isDropped(child)) });

const attribute = /\s([^\s=<>"'/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;

/** The start tag without the attributes of these names as written. */
export const withoutAttributes = (tag: string, names: readonly string[]): string =>
  names.length === 0 ? tag : tag.replace(attribute, (whole, name: string) => (names.includes(name) ? '' : whole));
