import type { XmlElement, XmlNode } from '#libs/documents/formats/xml/xml-tree.js';

const transitionalNamespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const strictNamespace = 'http://purl.oclc.org/ooxml/wordprocessingml/main';

export const vmlNamespace = 'urn:schemas-microsoft-com:vml';

const compatibilityNamespace = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

type Named = { uri: string; local: string };

export const isWord = (element: Named, local?: string): boolean =>
  (local === undefined || element.local === local) &&
  (element.uri === transitionalNamespace || element.uri === strictNamespace);

/** Whether the element holds text that was deleted, or moved away. */
export const isDeletion = (element: Named): boolean => isWord(element, 'del') || isWord(element, 'moveFrom');

const mathNamespace = /\/officeDocument\/(?:2006\/)?math$/;

export const isMath = ({ uri }: Named): boolean => mathNamespace.test(uri);

export const isAlternateContent = (element: Named): boolean =>
  element.uri === compatibilityNamespace && element.local === 'AlternateContent';

export const wordChild = (element: XmlElement | undefined, local: string): XmlElement | undefined =>
  element?.children.find((child: XmlNode) => child.kind === 'element' && isWord(child, local)) as
    | XmlElement
    | undefined;

/** The prefix of a name in the same namespace: `w:`, or nothing where it is the default one. */
export const prefixOf = (element: XmlElement): string => (element.prefix === '' ? '' : `${element.prefix}:`);
