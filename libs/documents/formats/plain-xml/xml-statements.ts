import type { XmlAttribute } from '../xml/xml-tokens.js';
import { itsNamespace, type Statement, type XmlElementName } from './its-rules.js';
import type { Frame } from './xml-frame.js';

/** Elements of code, of machine-readable values and of pictures, in the vocabularies of today: DocBook, DITA, feeds, FictionBook, Flat OPC. */
const untranslated = new Set(
  `code pre codeblock codeph programlisting screen script style math svg kbd samp var literal literallayout filename filepath
  command option computeroutput userinput systemoutput userinput synopsis cmdsynopsis varname classname function methodname
  apiname parmname msgnum uuid guid id url uri href email pubdate lastbuilddate updated published date datetime timestamp
  version generator isbn issn objectid hash checksum binary binarydata bindata base64 base64binary`.split(/\s+/),
);

/** Elements that are no part of a sentence though they stand beside one: lists, tables and paragraphs of DocBook, DITA and HTML. */
const blocks = new Set(
  `p para simpara formalpara div section table informaltable simpletable tgroup thead tbody tfoot row entry tr td th ul ol sl dl
  li sli dt dd dlentry itemizedlist orderedlist variablelist varlistentry listitem fig figure informalfigure blockquote lq
  example informalexample steps step substeps substep choices choice`.split(/\s+/),
);

/** Elements that stand within a sentence and are none of its words: notes and index entries of DocBook, DITA, TEI and JATS. */
const nested = new Set('footnote fn endnote indexterm'.split(' '));

const textOf = (attributes: readonly XmlAttribute[], name: string, uri?: string): string | undefined =>
  attributes
    .find((one) => one.local === name && (uri === undefined ? one.name === name : one.uri === uri))
    ?.value.trim();

/**
 * Statements about an element: its own, else those of the rules, else that of its name. `isStated`: it says itself, or rules do, whether
 * its text is translated.
 */
export const statementOf = (
  local: string,
  attributes: readonly XmlAttribute[],
  ruled: Statement,
): Statement & { isStated: boolean } => {
  const translate = textOf(attributes, 'translate', itsNamespace) ?? textOf(attributes, 'translate');
  const within = textOf(attributes, 'withinText', itsNamespace);
  const name = local.toLowerCase();
  const translatable = /^(?:no|false)$/i.test(textOf(attributes, 'translatable') ?? '') ? false : undefined;
  const byName = untranslated.has(name) ? false : undefined;
  const blockByName = nested.has(name) ? 'nested' : blocks.has(name) ? 'no' : undefined;
  const said = translate === 'no' || translate === 'yes' ? translate === 'yes' : (translatable ?? ruled.translate);
  return {
    translate: said ?? byName,
    isStated: said !== undefined,
    withinText: within === 'yes' || within === 'no' || within === 'nested' ? within : (ruled.withinText ?? blockByName),
    attributes: ruled.attributes,
  };
};

/** Values of Android that no reader sees. */
const androidValues = new Set(
  'dimen bool color integer integer-array drawable id fraction style declare-styleable attr public java-symbol eat-comment overlayable'.split(
    ' ',
  ),
);
/** Elements of property lists of Apple that are no text: names and values of other types. */
const listValues = new Set('key data date integer real true false'.split(' '));

/** False for an element that the vocabulary of its root leaves to programs: resources of Android, property lists of Apple. */
export const isOfPrograms = (
  root: string | undefined,
  { local, uri, attributes }: XmlElementName,
): false | undefined => {
  if (root === 'resources') {
    const type = textOf(attributes, 'type') ?? 'string';
    const isValue = androidValues.has(local) || (local === 'item' && type !== 'string');
    return isValue || isAndroidPlaceholder(local, uri) ? false : undefined;
  }
  return root === 'plist' && listValues.has(local) ? false : undefined;
};

/** Whether an element of a feed (RSS, Atom) holds HTML. */
export const isHtmlOfFeed = (root: string | undefined, local: string): boolean =>
  /^(?:rss|feed|RDF)$/.test(root ?? '') && /^(?:description|summary|content|encoded|subtitle|tagline)$/.test(local);

const isAndroidPlaceholder = (local: string, uri: string): boolean =>
  local === 'g' && uri === 'urn:oasis:names:tc:xliff:document:1.2';

/** Whether an element of a file of SVG is translated, where that is another matter than in a picture within a document. */
export const isDrawing = (root: string | undefined, local: string): boolean | undefined => {
  if (root !== 'svg') return undefined;
  return local === 'svg' ? true : local === 'metadata' ? false : undefined;
};

/**
 * Whether an element says that it is in another language than the element of its name before it in the same parent: one text in
 * several languages, as files of messages, memories and metadata have it.
 */
export const isInAnotherLanguage = (parent: Frame, local: string, attributes: readonly XmlAttribute[]): boolean => {
  const language = attributes.find(({ name }) => name === 'xml:lang')?.value;
  const languages = parent.languages ?? new Map<string, string>();
  parent.languages = languages;
  const first = languages.get(local);
  if (first === undefined) languages.set(local, primary(language ?? ''));
  return first !== undefined && language !== undefined && primary(language) !== first;
};

const primary = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

/** The names of the attributes of a tag that name the source language. */
export const languageAttributes = (
  attributes: readonly XmlAttribute[],
  { source, target }: { source: string; target: string },
): string[] =>
  primary(source) === primary(target)
    ? []
    : attributes
        .filter(({ name, value }) => (name === 'xml:lang' || name === 'lang') && primary(value) === primary(source))
        .map(({ name }) => name);
