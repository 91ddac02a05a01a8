import type { XmlAttribute } from '#libs/documents/formats/xml/xml-tokens.js';

/** Namespaces of OpenDocument under the prefixes that the standard uses for them. */
const prefixes: ReadonlyMap<string, string> = new Map([
  ...'office text table style presentation chart form meta config'
    .split(' ')
    .map((name): [string, string] => [`urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`, name]),
  ['urn:oasis:names:tc:opendocument:xmlns:drawing:1.0', 'draw'],
  ['urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0', 'number'],
  ['urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0', 'fo'],
  ['urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0', 'svg'],
  ['urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0', 'calcext'],
  ['urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0', 'loext'],
  ['urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0', 'field'],
  ['http://openoffice.org/2009/office', 'officeooo'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://www.w3.org/1999/xlink', 'xlink'],
  ['http://www.w3.org/XML/1998/namespace', 'xml'],
]);

/** The name of an element or attribute as the standard writes it (`text:p`), whatever prefix the file has for it. */
export const odfName = ({ uri, local }: { uri: string; local: string }): string =>
  `${prefixes.get(uri) ?? `{${uri}}`}:${local}`;

/** The attribute that the standard calls so. */
export const odfAttribute = (attributes: readonly XmlAttribute[], name: string): XmlAttribute | undefined =>
  attributes.find((attribute) => name.endsWith(attribute.local) && odfName(attribute) === name);

export const odfValue = (attributes: readonly XmlAttribute[], name: string): string | undefined =>
  odfAttribute(attributes, name)?.value;

/** The prefix of a name in the same namespace: `text:`, or nothing where it is the default one. */
export const prefixOf = ({ prefix }: { prefix: string }): string => (prefix === '' ? '' : `${prefix}:`);
