import type { XmlAttribute } from '../xml/xml-tokens.js';
import { itsNamespace, type Statement } from './its-rules.js';
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
