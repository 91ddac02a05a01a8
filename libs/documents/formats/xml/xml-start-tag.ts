import { invalidXml } from './xml-errors.js';
import { blankEnd, nameEnd } from './xml-names.js';
import { attributeValue } from './xml-text.js';
import type { XmlAttribute } from './xml-tokens.js';

/** Namespaces of the prefixes at a place; those from further out are inherited. The default namespace has an empty one. */
export type XmlScope = Record<string, string>;

export interface StartTag {
  name: string;
  prefix: string;
  local: string;
  uri: string;
  attributes: readonly XmlAttribute[];
  /** Whether the element has no content and no end tag. */
  isWhole: boolean;
  /** Namespaces of the prefixes in the element: its own object where the tag says something of them. */
  scope: XmlScope;
}

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/';

export const outermostScope = (): XmlScope =>
  Object.assign(Object.create(null), { xml: xmlNamespace, xmlns: xmlnsNamespace });

const greater = 0x3e;
const slash = 0x2f;
const equals = 0x3d;
const quotes: Readonly<Record<number, string>> = { 34: '"', 39: "'" };

/** The string as V8 keeps it once for all: two of these are told apart by their places, not sign by sign. */
const sharedString = (text: string): string => Object.keys({ [text]: 0 })[0] ?? text;

/** The start tag at `start`, and where it ends; undefined where the source ends before it. @throws FormatError */
export const readStartTag = (
  source: string,
  start: number,
  outer: XmlScope,
): { tag: StartTag; end: number } | undefined => {
  let at = nameEnd(source, start + 1);
  const name = source.slice(start + 1, at);
  if (name === '') throw invalidXml();
  const attributes: XmlAttribute[] = [];
  for (;;) {
    const next = blankEnd(source, at);
    const code = source.charCodeAt(next);
    if (code === greater) return { tag: startTag(name, attributes, outer, false), end: next + 1 };
    if (Number.isNaN(code) || next + 1 === source.length) return undefined;
    if (code === slash) {
      if (source.charCodeAt(next + 1) !== greater) throw invalidXml();
      return { tag: startTag(name, attributes, outer, true), end: next + 2 };
    }
    const ends = nameEnd(source, next);
    const sign = blankEnd(source, ends);
    const opening = blankEnd(source, sign + 1);
    const quote = quotes[source.charCodeAt(opening)];
    if (opening >= source.length) return undefined;
    if (next === at || ends === next || source.charCodeAt(sign) !== equals || quote === undefined) throw invalidXml();
    const closing = source.indexOf(quote, opening + 1);
    if (closing < 0) return undefined;
    const value = attributeValue(source.slice(opening + 1, closing));
    attributes.push({ name: source.slice(next, ends), local: '', uri: '', value });
    at = closing + 1;
  }
};

const startTag = (name: string, attributes: XmlAttribute[], outer: XmlScope, isWhole: boolean): StartTag => {
  const scope = scopeOf(attributes, outer);
  const colon = colonOf(name);
  const prefix = name.slice(0, Math.max(0, colon));
  const uri = scope[prefix] ?? '';
  if (prefix === 'xmlns' || (prefix !== '' && uri === '')) throw invalidXml();
  for (const attribute of attributes) nameAttribute(attribute, scope);
  if (hasDouble(attributes)) throw invalidXml();
  return { name, prefix, local: name.slice(colon + 1), uri, attributes, isWhole, scope };
};

/** The place of the colon behind a prefix, -1 where there is none. */
const colonOf = (name: string): number => {
  const colon = name.indexOf(':');
  if (colon === 0 || (colon > 0 && (colon === name.length - 1 || name.includes(':', colon + 1)))) throw invalidXml();
  return colon;
};

const scopeOf = (attributes: readonly XmlAttribute[], outer: XmlScope): XmlScope => {
  let scope = outer;
  for (const { name, value } of attributes) {
    if (!name.startsWith('xmlns')) continue;
    if (name.length > 5 && name[5] !== ':') continue;
    if (scope === outer) scope = Object.create(outer) as XmlScope;
    const prefix = name.slice(6);
    const uri = value.trim();
    checkDeclaration(prefix, uri);
    scope[prefix] = sharedString(uri);
  }
  return scope;
};

const checkDeclaration = (prefix: string, uri: string): void => {
  const isXml = prefix === 'xml';
  if (isXml !== (uri === xmlNamespace) || prefix === 'xmlns' || uri === xmlnsNamespace) throw invalidXml();
  if (uri === '' && prefix !== '') throw invalidXml();
};

/** Names without a prefix are in no namespace. */
const nameAttribute = (attribute: XmlAttribute, scope: XmlScope): void => {
  const { name } = attribute;
  const colon = colonOf(name);
  const uri = colon < 0 ? (name === 'xmlns' ? xmlnsNamespace : '') : scope[name.slice(0, colon)];
  if (uri === undefined) throw invalidXml();
  attribute.local = colon < 0 ? name : name.slice(colon + 1);
  attribute.uri = uri;
};

/** So many are compared each with each. */
const few = 12;

const hasDouble = (attributes: readonly XmlAttribute[]): boolean => {
  if (attributes.length > few) {
    return new Set(attributes.map(({ uri, local }) => `${uri} ${local}`)).size < attributes.length;
  }
  return attributes.some(({ uri, local }, at) => {
    for (let before = 0; before < at; before += 1) {
      const other = attributes[before];
      if (other?.local === local && other.uri === uri) return true;
    }
    return false;
  });
};
